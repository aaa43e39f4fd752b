import { useSyncExternalStore, useEffect } from 'react'
import { Box } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { IconWifiOff } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Banner } from '../shell/demo-banner.tsx'

const subscribe = (listener: () => void) => {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Whether the device has a network connection; a network without our server counts as online. */
export const useIsOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine)

/** Shown while the connection is lost; refetches failed queries when it is back. */
export const OfflineBanner = () => {
  const isOnline = useIsOnline()
  const queryClient = useQueryClient()
  useEffect(() => {
    const refetchFailed = () =>
      void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
    window.addEventListener('online', refetchFailed)
    return () => window.removeEventListener('online', refetchFailed)
  }, [queryClient])
  const { ref, height } = useElementSize()
  useEffect(() => {
    // elements as tall as the window subtract it
    document.documentElement.style.setProperty('--banner', `${height}px`)
  }, [height])
  return (
    // sticky: at the end of a long conversation nobody would see the top of the page
    <Box ref={ref} aria-live="polite" pos="sticky" top="var(--header)" style={{ zIndex: 5 }}>
      {!isOnline && (
        <Banner icon={<IconWifiOff style={{ flex: 'none' }} size={16} stroke={1.8} aria-hidden />}>
          <strong>You are offline.</strong> You can keep reading what has loaded; the rest loads when the connection is
          back.
        </Banner>
      )}
    </Box>
  )
}
