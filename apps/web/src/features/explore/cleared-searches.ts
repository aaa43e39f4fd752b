import type { QueryEcho, RecentSearch, SignalQuery } from '@auspex/sdk'
import { useSyncExternalStore } from 'react'

/** How long cleared searches can be restored, in milliseconds. */
export const restorableForMs = 10 * 60_000

const storageKey = 'auspex.cleared'

/**
 * Searches that were cleared on the server, stored for undo only in this tab: they survive a reload, and expire with the tab,
 * after ten minutes, or when somebody else signs in.
 */
export interface ClearedSearches {
  readonly personId: string
  /** Milliseconds since 1970. */
  readonly clearedAt: number
  /** Newest first. */
  readonly queries: readonly SignalQuery[]
}

const listeners = new Set<() => void>()
// The snapshot must stay the same object until the stored value changes, or React would render endlessly.
let last: { readonly text: string; readonly cleared: ClearedSearches | null } = { text: '', cleared: null }

export const readClearedSearches = (): ClearedSearches | null => {
  const text = sessionStorage.getItem(storageKey) ?? ''
  if (text !== last.text) last = { text, cleared: text === '' ? null : (JSON.parse(text) as ClearedSearches) }
  return last.cleared
}

export const storeClearedSearches = (cleared: ClearedSearches): void => {
  sessionStorage.setItem(storageKey, JSON.stringify(cleared))
  for (const listener of listeners) listener()
}

export const dropClearedSearches = (): void => {
  sessionStorage.removeItem(storageKey)
  for (const listener of listeners) listener()
}

/** The query to save a search again, without the fields that the server added. */
export const toSavedQuery = ({ query }: RecentSearch): SignalQuery => {
  const { query_term, x_term, y_term, isCompound, geo, entity, sources, startDate, endDate }: QueryEcho = query
  return { query_term, x_term, y_term, isCompound, geo, entity, sources, startDate, endDate }
}

/** Whether undo is still offered to this person at this time. */
export const isRestorable = (cleared: ClearedSearches, personId: string | undefined, now: number): boolean =>
  cleared.personId === personId && now - cleared.clearedAt < restorableForMs

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useClearedSearches = (): ClearedSearches | null => useSyncExternalStore(subscribe, readClearedSearches)
