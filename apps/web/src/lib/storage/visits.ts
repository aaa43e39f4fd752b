import { useState } from 'react'

/** When a person used the app in this browser. Stored by person: the next one who signs in here has their own. */
interface Visits {
  readonly personId: string
  /** When the visit before this one ended; null at the first. */
  readonly lastVisit: string | null
  /** The last moment of this visit. */
  readonly seenAt: string
  /** When the reports of signals were last opened, by signal. */
  readonly opened: Readonly<Record<string, string>>
}

const key = 'auspex.visits'
/** A pause this long ends a visit, in milliseconds. */
const visitGapMs = 30 * 60_000
/** Of how many reports it is remembered when they were opened. */
const maxOpened = 60

const readVisits = (personId: string): Visits | null => {
  try {
    const lastVisit = JSON.parse(localStorage.getItem(key) ?? 'null') as Visits | null // written below, and checked here
    return lastVisit?.personId === personId && typeof lastVisit.seenAt === 'string' ? lastVisit : null
  } catch {
    return null
  }
}

const isNewVisit = ({ seenAt }: Visits, now: number): boolean => now - Date.parse(seenAt) > visitGapMs

const lastVisitOf = (visits: Visits | null, now: number): string | null => {
  if (visits === null) return null
  return isNewVisit(visits, now) ? visits.seenAt : visits.lastVisit
}

/** Notes that the person uses the app now, and that the report of a signal is open. */
export const recordVisit = (personId: string, signalId?: string): void => {
  const now = Date.now()
  const visits = readVisits(personId)
  const seenAt = new Date(now).toISOString()
  const opened = Object.entries({ ...visits?.opened, ...(signalId && { [signalId]: seenAt }) })
  const next: Visits = {
    personId,
    lastVisit: lastVisitOf(visits, now),
    seenAt,
    opened: Object.fromEntries(opened.toSorted(([, a], [, b]) => b.localeCompare(a)).slice(0, maxOpened)),
  }
  try {
    localStorage.setItem(key, JSON.stringify(next))
  } catch {
    // without storage every visit is the first
  }
}

/** When the person's visit before this one ended; null if this is the first in this browser. */
export const useLastVisit = (personId: string): string | null => {
  const [lastVisit] = useState(() => lastVisitOf(readVisits(personId), Date.now()))
  return lastVisit
}

/** When the person last opened the report of a signal in this browser; null if that is not known. */
export const readOpenedAt = (personId: string, signalId: string): string | null =>
  readVisits(personId)?.opened[signalId] ?? null
