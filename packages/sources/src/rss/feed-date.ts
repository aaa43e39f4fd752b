import type { SourceDocument } from '../source.types.ts'
import { parsePublishedAt, toIsoSecond } from '../text/published-at.ts'

const oldest = Date.UTC(1990, 0, 1)
const twoDaysMs = 2 * 86_400_000

/**
 * Reads a date of a feed: ISO 8601, or RFC 822 as RSS writes it (names of days and zones included). Null when it is
 * absent, unreadable, before 1990 or more than two days ahead.
 */
export function parseFeedDate(
  text: string | null,
  now: Date,
): Pick<SourceDocument, 'publishedAt' | 'datePrecision'> | null {
  const written = text?.trim() ?? ''
  const iso = parsePublishedAt(written)
  const epochMs = iso?.epochMs ?? parseRfc822(written)
  if (epochMs === null || epochMs < oldest || epochMs > now.getTime() + twoDaysMs) return null
  return { publishedAt: toIsoSecond(epochMs), datePrecision: iso?.precision ?? 'second' }
}

const rfc822 =
  /^(?:[a-z]{3,9}\.?,?\s+)?(\d{1,2})[\s-]+([a-z]{3})[a-z]*[\s-]+(\d{2,4}),?\s+(\d{1,2}):(\d{2})(?::(\d{2}))?\s*([a-z]{1,5}|[+-]\d{1,2}:?\d{2})?/i
const months = 'janfebmaraprmayjunjulaugsepoctnovdec'
/** Zones of RFC 822 and the ones that European feeds add, in minutes. Others count as UTC, as RFC 2822 asks. */
const zones: Readonly<Record<string, number>> = {
  EST: -300,
  EDT: -240,
  CST: -360,
  CDT: -300,
  MST: -420,
  MDT: -360,
  PST: -480,
  PDT: -420,
  CET: 60,
  CEST: 120,
  BST: 60,
}

function parseRfc822(text: string): number | null {
  const match = rfc822.exec(text)
  if (!match) return null
  const [, day, name = '', year, hour, minute, second, zone = ''] = match
  const month = months.indexOf(name.toLowerCase()) / 3
  if (!Number.isInteger(month) || month < 0) return null
  const fullYear = Number(year) < 100 ? 2000 + Number(year) - (Number(year) > 89 ? 100 : 0) : Number(year)
  const utc = Date.UTC(fullYear, month, Number(day), Number(hour), Number(minute), Number(second ?? 0))
  if (new Date(utc).getUTCDate() !== Number(day)) return null
  return utc - zoneMinutes(zone) * 60_000
}

function zoneMinutes(zone: string): number {
  const offset = /^([+-])(\d{1,2}):?(\d{2})$/.exec(zone)
  if (offset) return (offset[1] === '-' ? -1 : 1) * (Number(offset[2]) * 60 + Number(offset[3]))
  return zones[zone.toUpperCase()] ?? 0
}
