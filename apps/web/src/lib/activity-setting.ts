import { useSyncExternalStore } from 'react'

/** Whether this browser reports the person's activity to the server; stored in the browser, and on by default. */
const storageKey = 'auspex.activity'
const listeners = new Set<() => void>()

export const isActivityRecorded = (): boolean => {
  try {
    return localStorage.getItem(storageKey) !== 'off'
  } catch {
    // without storage the setting cannot have been turned off
    return true
  }
}

export const setActivityRecorded = (on: boolean): void => {
  try {
    if (on) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, 'off')
  } catch {
    return
  }
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useActivityRecorded = (): boolean => useSyncExternalStore(subscribe, isActivityRecorded)
