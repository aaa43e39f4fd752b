import { type Instant, readDate } from './read-date.ts'

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
