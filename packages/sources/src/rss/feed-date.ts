import type { SourceDocument } from '../source.types.ts'
import { toIsoSecond } from '../text/published-at.ts'
import { readDate } from '../text/read-date.ts'

const oldest = Date.UTC(1990, 0, 1)
const twoDaysMs = 2 * 86_400_000

/** When an entry was published, or a clause that says why that is not known. */
export type FeedDate = Pick<SourceDocument, 'publishedAt' | 'datePrecision'> | { reason: string }

/** Reads a date of a feed, from 1990 to two days ahead. */
export function readFeedDate(text: string | null, now: Date): FeedDate {
  const read = readDate(text ?? '')
  if ('reason' in read) return text?.trim() ? read : { reason: 'there is none' }
  if (read.epochMs < oldest) return { reason: 'it is before 1990' }
  if (read.epochMs > now.getTime() + twoDaysMs) return { reason: 'it is in the future' }
  return { publishedAt: toIsoSecond(read.epochMs), datePrecision: read.precision }
}

/** The same for those who have nobody to tell the reason: null where there is one. */
export function parseFeedDate(text: string | null, now: Date): Exclude<FeedDate, { reason: string }> | null {
  const read = readFeedDate(text, now)
  return 'reason' in read ? null : read
}
