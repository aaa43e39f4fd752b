import { useEffect } from 'react'
import { laterParts } from './later-parts.ts'

const signs = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const

/** Loads what is not shown at first, a part after the other, once somebody begins to use the page; the first view is not slowed by it. */
export const useLaterParts = (): void => {
  useEffect(() => {
    const begin = () => {
      end()
      void loadAll()
    }
    const end = () => {
      for (const sign of signs) window.removeEventListener(sign, begin, true)
    }
    for (const sign of signs) window.addEventListener(sign, begin, { capture: true, passive: true })
    return end
  }, [])
}

const loadAll = async (): Promise<void> => {
  for (const part of Object.values(laterParts)) {
    await idle()
    await part.load()
  }
}

/** When the page has nothing else to do. Safari has no word for that. */
const idle = (): Promise<unknown> =>
  new Promise((resolve) =>
    typeof requestIdleCallback === 'function' ? requestIdleCallback(resolve, { timeout: 2000 }) : setTimeout(resolve),
  )
