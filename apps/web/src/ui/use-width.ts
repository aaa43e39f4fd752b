import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** The width of an element's content in CSS pixels, from before the first paint on; the fallback applies without layout, as in tests. */
export const useWidth = <T extends HTMLElement>(fallback = 720): { ref: RefObject<T | null>; width: number } => {
  const ref = useRef<T>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element || typeof ResizeObserver === 'undefined') return undefined
    // the observer only reports after a paint with the fallback, and what is drawn for another width moves the page
    const { paddingLeft, paddingRight } = getComputedStyle(element)
    setWidth(Math.round(element.clientWidth - (parseFloat(paddingLeft) || 0) - (parseFloat(paddingRight) || 0)))
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.round(entry.contentRect.width)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, width: width || fallback }
}
