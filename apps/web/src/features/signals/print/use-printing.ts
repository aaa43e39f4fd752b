import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { printRequest } from './print-request.ts'

/** How often it is looked whether everything is there, and after how many looks what is there must do. */
const lookMs = 250
const mostLooks = 40

const isCtrlP = (event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'p'

/**
 * Whether the page is being made ready for paper. Ctrl P and the menu of exports wait until what the hidden parts ask for is
 * there; the browser's own menu gives no time, so of them it prints what is there at once.
 */
export const usePrinting = (): boolean => {
  const [state, setState] = useState<'none' | 'loading' | 'printing'>('none')
  const isFetching = useIsFetching() > 0
  const isReady = useEffectEvent(
    () => !isFetching && document.querySelector('#report-panel [aria-busy="true"]') === null,
  )
  useEffect(() => {
    const load = () => setState('loading')
    const loadByKey = (event: KeyboardEvent) => {
      if (!isCtrlP(event)) return
      event.preventDefault()
      load()
    }
    const begin = () => flushSync(() => setState('printing'))
    const end = () => setState('none')
    window.addEventListener(printRequest, load)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    document.addEventListener('keydown', loadByKey)
    return () => {
      window.removeEventListener(printRequest, load)
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
      document.removeEventListener('keydown', loadByKey)
    }
  }, [])
  useEffect(() => {
    if (state !== 'loading') return undefined
    let looks = 0
    const timer = setInterval(() => {
      looks += 1
      if (!isReady() && looks < mostLooks) return
      clearInterval(timer)
      window.print()
    }, lookMs)
    return () => clearInterval(timer)
  }, [state])
  return state !== 'none'
}
