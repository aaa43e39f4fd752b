import { useCallback, useRef, useState } from 'react'

/** What is open over the page; the focus goes back to where it was when it is closed. */
export const useOverlay = <Name extends string>() => {
  const [overlay, setOverlay] = useState<Name | null>(null)
  const before = useRef<Element | null>(null)
  const open = useCallback((name: Name) => {
    if (document.querySelector('[role="dialog"]') === null) before.current = document.activeElement
    setOverlay(name)
  }, [])
  const close = useCallback(() => {
    setOverlay(null)
    const target = before.current
    if (target instanceof HTMLElement && target.isConnected) target.focus({ preventScroll: true })
  }, [])
  return { overlay, open, close }
}
