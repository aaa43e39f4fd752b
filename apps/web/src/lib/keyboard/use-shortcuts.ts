import { useEffect, useEffectEvent } from 'react'
import { areSingleKeysOn } from '../storage/settings.ts'

/** The maximum delay between the first and the second key, in milliseconds. */
const sequenceMs = 1500

/**
 * Shortcuts of one key or a sequence such as "g h". They are inactive while the person types or a dialog is open. Those of a
 * page take precedence over those of the app.
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
      // a preceding key that starts no sequence does not disable a single-key shortcut
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
