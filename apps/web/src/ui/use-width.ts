import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** The width of an element in CSS pixels, kept up to date; the fallback applies without layout, as in tests. */
export const useWidth = <T extends HTMLElement>(fallback = 720): { ref: RefObject<T | null>; width: number } => {
  const ref = useRef<T>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element || typeof ResizeObserver === 'undefined') return undefined
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.round(entry.contentRect.width)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, width: width || fallback }
}
