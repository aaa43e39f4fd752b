import { type Closed, type Count } from './calendar.ts'
import { readPeriodWord, type PeriodWord, type Sign, type Unit } from './period-words.ts'

/** A day, month or year as far as it is named. */
export interface Named {
  year?: number
  month?: number
  day?: number
  week?: number
  weekday?: number
  quarter?: number
  half?: number
  season?: number
  decade?: number
  part?: 'early' | 'mid' | 'late'
  /** Calendar units before or after the current one: "last week" is -1. */
  shift?: number
  unit?: Unit
  /** Days that need no further reading. */
  days?: Closed
}

export const wordPattern = /\d{4}-\d{2}-\d{2}|\d{1,2}\.\d{1,2}\.(?:\d{4})?|[\p{L}\p{N}]+|[-–—/&,]/gu

export type Token = PeriodWord | { readonly kind: 'days'; readonly value: Named }

export function toToken(word: string): Token[] | null {
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/u.exec(word)
  if (iso !== null)
    return [{ kind: 'days', value: { year: Number(iso[1]), month: Number(iso[2]), day: Number(iso[3]) } }]
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})?$/u.exec(word)
  if (dotted !== null)
    return [
      {
        kind: 'days',
        value: {
          day: Number(dotted[1]),
          month: Number(dotted[2]),
          ...(dotted[3] !== undefined && { year: Number(dotted[3]) }),
        },
      },
    ]
  const known = readPeriodWord(word)
  return known === null ? null : known.kind === 'sign' && known.value === 'the' ? [] : [known]
}

export function isSign(token: Token | undefined, ...values: readonly Sign[]): boolean {
  return token?.kind === 'sign' && values.includes(token.value)
}

export function isUnit(token: Token): boolean {
  return token.kind === 'unit'
}

export function isBareNumber(tokens: readonly Token[]): boolean {
  return tokens.length === 1 && tokens[0]?.kind === 'number'
}

export function numberOf(tokens: readonly Token[]): number {
  return Number(tokens[0]?.value)
}

/** A number of units, and nothing else; one where no number is named. */
export function countOf(tokens: readonly Token[]): Count | null {
  const unit = tokens.at(-1)
  if (unit?.kind !== 'unit') return null
  const [number, ...rest] = tokens.slice(0, -1)
  if (rest.length > 0) return null
  if (number === undefined) return { count: 1, unit: unit.value }
  if (number.kind === 'number') return { count: number.value, unit: unit.value }
  return isSign(number, 'few') ? { count: 3, unit: unit.value } : null
}

/** What is named by words without a preposition; null where they do not make a date. */
export function readNamed(tokens: readonly Token[]): Named | null {
  const named: Named = {}
  const numbers: number[] = []
  let ordinal: number | undefined
  for (const [at, token] of tokens.entries()) {
    if (token.kind === 'days') Object.assign(named, token.value)
    else if (token.kind === 'number') numbers.push(token.value)
    else if (token.kind === 'ordinal') ordinal = token.value
    else if (token.kind === 'unit') named.unit = token.value
    else if (token.kind !== 'sign') {
      // "winter 2020/21", "July 2012 2013": the first one counts
      if (named[token.kind] === undefined) named[token.kind] = token.value
    } else if (token.value === 'last' || token.value === 'past') named.shift = -1
    else if (token.value === 'this') named.shift = 0
    else if (token.value === 'next') named.shift = 1
    else if (token.value === 'early' || token.value === 'mid' || token.value === 'late') named.part = token.value
    else if (token.value === 'christmas') Object.assign(named, { month: 12, day: 25 })
    else if (token.value === 'before' && at > 0) return null
  }
  if (named.shift !== undefined && named.year !== undefined) {
    // "the last quarter of 2019", "calendar 2021"
    if (named.shift === -1 && named.unit === 'quarter') named.quarter = 4
    if (named.shift === -1 && named.unit === 'half') named.half = 2
    delete named.shift
  }
  if (ordinal !== undefined && named.unit === 'quarter') named.quarter = ordinal
  else if (ordinal !== undefined && named.unit === 'half') named.half = ordinal
  else if (ordinal !== undefined && named.month !== undefined) named.day = ordinal
  else if (ordinal === 4 && tokens.length === 1) named.quarter = 4
  const [number, second] = numbers
  if (number !== undefined && named.unit === 'week' && named.shift === undefined)
    return { week: number, ...(named.year !== undefined && { year: named.year }) }
  if (number !== undefined && named.season !== undefined && named.year === undefined) named.year = 2000 + number
  else if (number !== undefined && named.season === undefined && number >= 1 && number <= 31) named.day = number
  if (second !== undefined && named.year === undefined && second < 100) named.year = 2000 + second
  if (named.part !== undefined && Object.keys(named).length === 1) Object.assign(named, { shift: 0, unit: 'year' })
  return Object.keys(named).length === 0 ? null : named
}
