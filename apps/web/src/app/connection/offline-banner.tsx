import { useSyncExternalStore, useEffect } from 'react'
import { Box, Flex } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { IconWifiOff } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import surfaces from '../../ui/surfaces.module.css'

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
    const loadFailed = () =>
      void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
    window.addEventListener('online', loadFailed)
    return () => window.removeEventListener('online', loadFailed)
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
        <Flex
          component="p"
          className={surfaces.warning}
          gap={8}
          align="center"
          justify="center"
          py={8}
          px={16}
          fz={13.5}
        >
          <IconWifiOff style={{ flex: 'none' }} size={16} stroke={1.8} aria-hidden />
          <span>
            <strong>You are offline.</strong> You can go on reading what is here; the rest loads when the connection is
            back.
          </span>
        </Flex>
      )}
    </Box>
  )
}
