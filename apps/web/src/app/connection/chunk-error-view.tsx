import { useEffect, useEffectEvent, useState } from 'react'
import { ErrorView } from '../../ui/error-view.tsx'
import { createBackOff } from './back-off.ts'
import { useIsOnline } from './use-is-online.ts'

const backOff = createBackOff()

/** A page whose code did not arrive: it is tried again with longer and longer pauses, and at once when the connection is back. */
export const ChunkErrorView = ({ onRetry, onCancel }: { onRetry: () => void; onCancel: () => void }) => {
  const isOnline = useIsOnline()
  const [pause] = useState(() => backOff.nextPause(Date.now()))
  useEffect(() => backOff.countFailure(Date.now()), [])
  const retry = useEffectEvent(onRetry)
  const isWaiting = isOnline && pause !== null
  useEffect(() => {
    if (!isWaiting) return undefined
    const timer = setTimeout(retry, pause)
    return () => clearTimeout(timer)
  }, [isWaiting, pause])
  useEffect(() => {
    const tryNow = () => retry()
    window.addEventListener('online', tryNow)
    return () => window.removeEventListener('online', tryNow)
  }, [])
  return (
    <ErrorView
      level={1}
      message={isOnline ? 'This page could not be loaded' : 'You are offline'}
      detail={
        !isOnline
          ? 'This page opens by itself when the connection is back.'
          : pause === null
            ? 'The app may have been updated since you opened it. Reload to get the new version.'
            : `The connection may be weak. It is tried again in ${pause / 1000} seconds.`
      }
      onRetry={onRetry}
      onReload={() => window.location.reload()}
      onCancel={onCancel}
    />
  )
}
