import { type RefObject, useEffect, useRef, useState } from 'react'

/** Pixels below the window at which something counts as near. */
const margin = '600px'

/** Whether an element has come near the window; once it has, it stays. Never where nothing can be observed, as in tests. */
export const useNear = <T extends HTMLElement>(): { ref: RefObject<T | null>; isNear: boolean } => {
  const ref = useRef<T>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (element === null || isNear || typeof IntersectionObserver === 'undefined') return undefined
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: margin,
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [isNear])
  return { ref, isNear }
}
