import { useSyncExternalStore } from 'react'

/** Whether this browser tells the server what its person does in the app; kept in the browser, and on until somebody turns it off. */
const storageKey = 'auspex.activity'
const listeners = new Set<() => void>()

export const isActivityRecorded = (): boolean => {
  try {
    return localStorage.getItem(storageKey) !== 'off'
  } catch {
    // a browser that keeps nothing cannot have been told "off"
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
