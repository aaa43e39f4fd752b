import { useEffect, useEffectEvent } from 'react'
import { areSingleKeysOn } from './single-keys.ts'

/** A second key counts as long as this after the first, in milliseconds. */
const sequenceMs = 1500

/**
 * Sequences of single keys, as "g h", and what they do. They are silent while somebody types or a dialog is open. Those of a page come before
 * those of the app.
 */
export const useShortcuts = (
  shortcuts: Readonly<Record<string, () => void>>,
  { ofPage = false }: { ofPage?: boolean } = {},
): void => {
  const run = useEffectEvent((keys: string): boolean => {
    const act = shortcuts[keys]
    if (!act) return false
    act()
    return true
  })
  useEffect(() => {
    let first = { key: '', at: 0 }
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (!areSingleKeysOn() || isBusy(event.target)) return
      const isSecond = event.timeStamp - first.at < sequenceMs && first.key !== ''
      const sequence = `${first.key} ${event.key}`
      first = { key: event.key, at: event.timeStamp }
      // a key before it that begins no sequence takes nothing from a single key
      if (!(isSecond && run(sequence)) && !run(event.key)) return
      first = { key: '', at: 0 }
      event.preventDefault()
    }
    document.addEventListener('keydown', listen, ofPage)
    return () => document.removeEventListener('keydown', listen, ofPage)
  }, [ofPage])
}

const isBusy = (target: EventTarget | null): boolean =>
  (target instanceof HTMLElement &&
    target.closest('input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"]') !==
      null) ||
  document.querySelector('[role="dialog"], [role="menu"]') !== null
