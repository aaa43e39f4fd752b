import { useSyncExternalStore } from 'react'

/** How a day is written: 3 Jan 2026, Jan 3, 2026, or 2026-01-03. */
export const dateStyles = ['day-first', 'month-first', 'iso'] as const
export type DateStyle = (typeof dateStyles)[number]

const storageKey = 'auspex.dates'
const listeners = new Set<() => void>()

const readStyle = (): DateStyle => {
  try {
    const stored = localStorage.getItem(storageKey)
    return dateStyles.find((style) => style === stored) ?? 'day-first'
  } catch {
    return 'day-first'
  }
}

// Read once: formatters ask for it in every cell of every table.
let current: DateStyle | null = null

export const getDateStyle = (): DateStyle => (current ??= readStyle())

/** Kept in this browser; what shows days is drawn anew. */
export const setDateStyle = (style: DateStyle): void => {
  current = style
  try {
    localStorage.setItem(storageKey, style)
  } catch {
    // A browser that keeps nothing still shows it until it is closed.
  }
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useDateStyle = (): DateStyle => useSyncExternalStore(subscribe, getDateStyle)
