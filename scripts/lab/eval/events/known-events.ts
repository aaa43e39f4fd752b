import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Something that happened, from public knowledge, and the query for which an archive should show it. */
export interface KnownEvent {
  /** The day on which it began (UTC), YYYY-MM-DD. */
  day: string
  /** A topic as an analyst would type it. */
  query: string
  /** Words of which a title that names the event contains at least one; none of them is part of the query. */
  names: string[]
  /** Held-out events were never looked at individually while the detector was developed. */
  isHeldOut: boolean
}

/** The list, oldest first. */
export function readKnownEvents(): KnownEvent[] {
  const [, ...lines] = readFileSync(join(import.meta.dirname, 'known-events.txt'), 'utf8')
    .trim()
    .split('\n')
  return lines.map((line) => {
    const [day = '', query = '', names = ''] = line.split('|')
    return { day, query, names: names.split(' '), isHeldOut: hash(day) % 2 === 1 }
  })
}

/** FNV-1a of the day alone, so that topics about the same day are in the same half. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (const char of text) value = Math.imul(value ^ char.charCodeAt(0), 0x01000193) >>> 0
  // the lowest bit of FNV-1a is a parity of the characters; higher bits are mixed
  return value >>> 15
}
