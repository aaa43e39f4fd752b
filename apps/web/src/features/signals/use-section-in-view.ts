import { useEffect, useState } from 'react'

/** What crosses this line, a third down the window, is what is being read. */
const readingLine = '-33% 0px -66% 0px'

const beginsAboveLine = (id: string): boolean => {
  const top = document.getElementById(id)?.getBoundingClientRect().top
  return top !== undefined && top <= window.innerHeight * 0.34
}

/** What a reader scrolls with. */
const scrolls = ['wheel', 'touchmove', 'keydown'] as const

/**
 * The id of the section that is being read, and a way to choose one. What was chosen stays current until the reader
 * scrolls: the last sections of a page may be too short to ever reach the line. The first where nothing can be observed.
 */
export const useSectionInView = (ids: readonly string[]): { current: string; choose: (id: string) => void } => {
  const [read, setRead] = useState(ids[0] ?? '')
  const [chosen, choose] = useState<string | null>(() => {
    const id = window.location.hash.slice(1)
    return ids.includes(id) ? id : null
  })

  useEffect(() => {
    if (typeof IntersectionObserver === 'undefined') return undefined
    // Whatever enters or leaves, the one being read is the last that begins above the line: also after a leap.
    const observer = new IntersectionObserver(
      () => setRead((before) => ids.findLast(beginsAboveLine) ?? ids[0] ?? before),
      { rootMargin: readingLine },
    )
    for (const id of ids) {
      const section = document.getElementById(id)
      if (section) observer.observe(section)
    }
    return () => observer.disconnect()
  }, [ids])

  useEffect(() => {
    if (chosen === null) return undefined
    const release = () => choose(null)
    for (const scroll of scrolls) window.addEventListener(scroll, release, { passive: true })
    return () => {
      for (const scroll of scrolls) window.removeEventListener(scroll, release)
    }
  }, [chosen])

  return { current: chosen ?? read, choose }
}
