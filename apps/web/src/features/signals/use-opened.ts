import { useEffect, useState } from 'react'

/**
 * Whether a drawer is open, which begins closed even where it is mounted open: only one that opens after that keeps where the
 * focus was, and gives it back.
 */
export const useOpened = (isOpen: boolean): boolean => {
  const [isMounted, setMounted] = useState(false)
  useEffect(() => setMounted(true), [])
  return isMounted && isOpen
}
