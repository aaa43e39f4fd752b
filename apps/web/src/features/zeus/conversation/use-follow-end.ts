import { useEffect, useRef } from 'react'

/** Closer to the end than this, the page follows what is written. */
const nearPx = 120

/** Keeps the end of a growing page in view, until the reader scrolls up; `marker` changes with what is written. */
export const useFollowEnd = (marker: unknown): void => {
  const isAtEnd = useRef(true)
  useEffect(() => {
    const look = () => {
      const { scrollHeight, clientHeight } = document.documentElement
      isAtEnd.current = scrollHeight - clientHeight - window.scrollY < nearPx
    }
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [])
  const last = useRef(marker)
  useEffect(() => {
    if (last.current === marker) return
    last.current = marker
    // At once: a page that slides while it grows never comes to rest.
    if (isAtEnd.current) window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })
  }, [marker])
}
