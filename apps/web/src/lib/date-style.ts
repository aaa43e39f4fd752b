import { useSyncExternalStore } from 'react'

/** The date format: 3 Jan 2026, Jan 3, 2026, or 2026-01-03. */
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

// Cached, because formatters read it for every cell of every table.
let current: DateStyle | null = null

export const getDateStyle = (): DateStyle => (current ??= readStyle())

/** Stores the style in this browser and redraws everything that shows dates. */
export const setDateStyle = (style: DateStyle): void => {
  current = style
  try {
    localStorage.setItem(storageKey, style)
  } catch {
    // Without storage the style applies until the tab is closed.
  }
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useDateStyle = (): DateStyle => useSyncExternalStore(subscribe, getDateStyle)
