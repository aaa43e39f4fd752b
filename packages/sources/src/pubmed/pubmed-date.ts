import type { SourceDocument } from '../source.types.ts'
import { parsePublishedAt, toIsoSecond } from '../text/published-at.ts'

/** A date as PubMed writes it; months are numbers or English abbreviations. */
export interface PubmedDay {
  Year?: string
  Month?: string
  Day?: string
}

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

/** The first of these dates that includes a day and is not in the future; issues of journals are dated months ahead. Null when there is none. */
export function firstDay(
  dates: readonly (PubmedDay | undefined)[],
  now: Date,
): Pick<SourceDocument, 'publishedAt' | 'datePrecision'> | null {
  for (const date of dates) {
    const at = toDay(date)
    if (at !== null && at <= now.getTime()) return { publishedAt: toIsoSecond(at), datePrecision: 'day' }
  }
  return null
}

function toDay(date: PubmedDay | undefined): number | null {
  const { Year: year, Month: month, Day: day } = date ?? {}
  if (year === undefined || month === undefined || day === undefined) return null
  return parsePublishedAt(`${year}-${monthNumber(month) ?? month}-${day.padStart(2, '0')}`)?.epochMs ?? null
}

/** `05` for `May`, `5` or `05`; null when it is not a month. */
export function monthNumber(month: string): string | null {
  const named = months.indexOf(month.slice(0, 3).toLowerCase())
  const number = (named === -1 ? month : String(named + 1)).padStart(2, '0')
  return /^(0[1-9]|1[0-2])$/.test(number) ? number : null
}
