import type { ClaimNumber, ClaimUnit } from './claim.ts'

const nouns: Record<'documents' | 'stories' | 'outlets' | 'authors' | 'days', readonly [one: string, many: string]> = {
  documents: ['document', 'documents'],
  stories: ['story', 'stories'],
  outlets: ['outlet', 'outlets'],
  authors: ['author', 'authors'],
  days: ['day', 'days'],
}

/**
 * Writes a number as sentences say it, with its unit, its interval and what it is of: `about 1,600 documents (1,530 to
 * 1,680)`, `40 % positive (35 to 46 %)`, `1.8 times (1.3 to 2.5)`. One number has one rendering, so a text can be checked.
 */
export function renderNumber(number: Omit<ClaimNumber, 'text'>): string {
  const { unit, value, subject, low, high } = number
  const interval = low === null || high === null ? null : `${format(unit, low)} to ${format(unit, high)}`
  if (unit === 'percent') {
    const whole = subject === null ? `${format(unit, value)} %` : `${format(unit, value)} % ${subject}`
    return interval === null ? whole : `${whole} (${interval} %)`
  }
  if (unit === 'ratio' || unit === 'score') {
    const written = unit === 'ratio' ? `${format(unit, value)} times` : format(unit, value)
    const whole = subject === null ? written : `${subject} ${written}`
    return interval === null ? whole : `${whole} (${interval})`
  }
  const [one, many] = nouns[unit]
  const counted = `${format(unit, value)} ${Math.round(value) === 1 ? one : many}`
  if (subject !== null)
    return interval === null ? `${subject} (${counted})` : `${subject} (about ${counted}, ${interval})`
  return interval === null ? counted : `about ${counted} (${interval})`
}

/** A number of a claim with its rendering. `n` is what it rests on; a number without `low` and `high` is exact. */
export function claimNumber(
  given: Pick<ClaimNumber, 'value' | 'unit'> & Partial<Omit<ClaimNumber, 'text'>>,
): ClaimNumber {
  const { pointer = null, subject = null, value, low = null, high = null, n = null, unit } = given
  // field by field: an estimate that is handed in whole may have more than a claim tells
  const number = { pointer, subject, value, low, high, n, unit }
  return { ...number, text: renderNumber(number) }
}

function upTo(digits: number) {
  return new Intl.NumberFormat('en', { maximumFractionDigits: digits })
}

// made once: making one takes as long as writing a hundred numbers
const writers = { 0: upTo(0), 1: upTo(1), 2: upTo(2), 3: upTo(3) }

function format(unit: ClaimUnit, value: number): string {
  if (unit === 'percent') return value > 0 && value < 0.1 ? 'under 0.1' : trim(value, value < 10 ? 1 : 0)
  if (unit === 'ratio') return ratio(value)
  if (unit !== 'score') return trim(Math.round(value), 0)
  const text = Math.abs(value).toFixed(2)
  return Number(text) === 0 ? '0.00' : `${value < 0 ? '−' : '+'}${text}`
}

/** Two digits that say something, so that what is not quite 1 is not told as 1. */
function ratio(value: number): string {
  if (value < 0.1) return trim(value, 3)
  return value < 1 ? trim(value, 2) : value < 10 ? value.toFixed(1) : trim(value, 0)
}

function trim(value: number, digits: keyof typeof writers): string {
  return writers[digits].format(value)
}
