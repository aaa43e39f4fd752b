import type { SourceDocument } from '../source.types.ts'
import { publicationFault } from '../text/publication-bounds.ts'
import { toIsoSecond } from '../text/published-at.ts'
import { readDate } from '../text/read-date.ts'

/** When an entry was published, or a clause about why that is unknown. */
export type FeedDate = Pick<SourceDocument, 'publishedAt' | 'datePrecision'> | { reason: string }

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
