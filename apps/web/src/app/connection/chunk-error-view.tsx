import { useEffect, useEffectEvent, useState } from 'react'
import { ErrorView } from '../../ui/error-view.tsx'
import { createBackOff } from './back-off.ts'
import { useIsOnline } from './use-is-online.ts'

const backOff = createBackOff(sessionStorage)

const readFailure = () => {
  const at = Date.now()
  return { at, pause: backOff.nextPause(at) }
}

interface ChunkErrorViewProps {
  /** Tries again; false when the server could not be reached. */
  onRetry: () => Promise<boolean>
  onCancel: () => void
}

/** A page whose code did not arrive: it is tried again with longer and longer pauses, and at once when the connection is back. */
export const ChunkErrorView = ({ onRetry, onCancel }: ChunkErrorViewProps) => {
  const isOnline = useIsOnline()
  const [failure, setFailure] = useState(readFailure)
  useEffect(() => backOff.countFailure(failure.at), [failure])
  const { pause } = failure
  const retry = useEffectEvent(async () => {
    const isReached = await onRetry()
    if (!isReached) setFailure(readFailure())
  })
  const isWaiting = isOnline && pause !== null
  useEffect(() => {
    if (!isWaiting) return undefined
    const timer = setTimeout(() => void retry(), failure.pause ?? 0)
    return () => clearTimeout(timer)
  }, [isWaiting, failure])
  useEffect(() => {
    const tryNow = () => void retry()
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
      onRetry={() => void onRetry()}
      onReload={() => window.location.reload()}
      onCancel={onCancel}
    />
  )
}
