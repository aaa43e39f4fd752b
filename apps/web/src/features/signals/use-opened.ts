import { useMounted } from '@mantine/hooks'

/** Whether a drawer is open. It starts closed even if it is mounted open: only a drawer that opens later remembers the focus and restores it. */
export const useOpened = (isOpen: boolean): boolean => useMounted() && isOpen
