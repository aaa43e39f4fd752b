import { earliestPublicationMs, maxPublicationAheadMs, publicationFault } from '@auspex/contract/import-lines'
import { type Instant, readDate } from './read-date.ts'
import type { PublicationDate } from '../source.types.ts'

/** The instant that a source wrote; null when it is not a date, or is ambiguous. */
export function parsePublishedAt(text: string): Instant | null {
  const read = readDate(text)
  return 'reason' in read ? null : read
}

/** Writes milliseconds since 1970 as `2026-01-31T08:00:00Z`. */
export function toIsoSecond(epochMs: number): string {
  return `${new Date(epochMs).toISOString().slice(0, 19)}Z`
}

/** The same for seconds since 1970; null outside of the years with four digits. */
export function secondsToIso(seconds: number): string | null {
  return seconds >= -62_167_219_200 && seconds < 253_402_300_800 ? toIsoSecond(seconds * 1000) : null
}

/** The first and the last possible day of publication, as YYYY-MM-DD. */
export interface PublicationDays {
  first: string
  last: string
}

/** The rule of `publicationFault` for whole days, as in rows of counts and prices. */
export function publicationDays(now: Date): PublicationDays {
  return { first: toDay(earliestPublicationMs), last: toDay(now.getTime() + maxPublicationAheadMs) }
}

function toDay(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 10)
}

/** When an entry was published, or a clause about why that is unknown. */
export type FeedDate = PublicationDate | { reason: string }

/** Parses a date of a feed, within the limits of the library. */
export function readFeedDate(text: string | null, now: Date): FeedDate {
  const read = readDate(text ?? '')
  if ('reason' in read) return text?.trim() ? read : { reason: 'there is none' }
  const fault = publicationFault(read.epochMs, now)
  if (fault !== null) return { reason: `it is ${fault}` }
  return { publishedAt: toIsoSecond(read.epochMs), datePrecision: read.precision }
}

/** The same for callers that do not report the reason: null instead of it. */
export function parseFeedDate(text: string | null, now: Date): Exclude<FeedDate, { reason: string }> | null {
  const read = readFeedDate(text, now)
  return 'reason' in read ? null : read
}
