import { useSyncExternalStore } from 'react'

/** The date format: 3 Jan 2026, Jan 3, 2026, or 2026-01-03. */
export const dateStyles = ['day-first', 'month-first', 'iso'] as const
export type DateStyle = (typeof dateStyles)[number]

const dateStyleKey = 'auspex.dates'
const dateStyleListeners = new Set<() => void>()

const readStyle = (): DateStyle => {
  try {
    const storedStyle = localStorage.getItem(dateStyleKey)
    return dateStyles.find((style) => style === storedStyle) ?? 'day-first'
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
    localStorage.setItem(dateStyleKey, style)
  } catch {
    // Without storage the style applies until the tab is closed.
  }
  for (const listener of dateStyleListeners) listener()
}

const subscribeToDateStyle = (listener: () => void) => {
  dateStyleListeners.add(listener)
  return () => void dateStyleListeners.delete(listener)
}

export const useDateStyle = (): DateStyle => useSyncExternalStore(subscribeToDateStyle, getDateStyle)

/** Whether this browser reports the person's activity to the server; stored in the browser, and on by default. */
const activityKey = 'auspex.activity'
const activityListeners = new Set<() => void>()

export const isActivityRecorded = (): boolean => {
  try {
    return localStorage.getItem(activityKey) !== 'off'
  } catch {
    // without storage the setting cannot have been turned off
    return true
  }
}

export const setActivityRecorded = (isOn: boolean): void => {
  try {
    if (isOn) localStorage.removeItem(activityKey)
    else localStorage.setItem(activityKey, 'off')
  } catch {
    return
  }
  for (const listener of activityListeners) listener()
}

const subscribeToActivity = (listener: () => void) => {
  activityListeners.add(listener)
  return () => void activityListeners.delete(listener)
}

export const useActivityRecorded = (): boolean => useSyncExternalStore(subscribeToActivity, isActivityRecorded)

const singleKeysKey = 'auspex.single-keys'

/** Whether shortcuts without Ctrl or ⌘ are on: people who use speech input may turn them off (WCAG 2.1.4). */
export const areSingleKeysOn = (): boolean => {
  try {
    return localStorage.getItem(singleKeysKey) !== 'off'
  } catch {
    return true
  }
}

export const setSingleKeys = (isOn: boolean): void =>
  isOn ? localStorage.removeItem(singleKeysKey) : localStorage.setItem(singleKeysKey, 'off')
