import { useMounted } from '@mantine/hooks'

/**
 * Whether a drawer is open, which begins closed even where it is mounted open: only one that opens after that keeps where the
 * focus was, and gives it back.
 */
export const useOpened = (isOpen: boolean): boolean => useMounted() && isOpen
