import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'

/** The event by which a part of the page requests printing the whole report. */
const printRequest = 'auspex:print'

/** Prints the report with all its parts, once they have loaded. */
export const requestPrint = (): void => {
  window.dispatchEvent(new Event(printRequest))
}

/** How often to check whether everything has loaded, and after how many checks to print anyway. */
const checkIntervalMs = 250
const maxChecks = 40

const isCtrlP = (event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'p'

/**
 * Whether the page is being prepared for printing. Ctrl P and the export menu wait until the data of hidden parts has loaded;
 * the browser's own menu allows no waiting, so it prints those parts as far as they have loaded.
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
    let checks = 0
    const timer = setInterval(() => {
      checks += 1
      if (!isReady() && checks < maxChecks) return
      clearInterval(timer)
      window.print()
    }, checkIntervalMs)
    return () => clearInterval(timer)
  }, [state])
  return state !== 'none'
}
