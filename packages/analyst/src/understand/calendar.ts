import { addDays } from '@auspex/contract/days'
import type { Unit } from './period-words.ts'

/** First and last day. */
export type Closed = readonly [from: string, to: string]

/** A number of calendar units. */
export interface Count {
  readonly count: number
  readonly unit: Unit
}

export function weekOfYear(year: number, week: number): Closed {
  const [monday] = weekDays(`${year}-01-04`)
  return [addDays(monday, 7 * (week - 1)), addDays(monday, 7 * week - 1)]
}

export function pad(number: number): string {
  return String(number).padStart(2, '0')
}

export function dayOf(day: string): Closed | null {
  const date = new Date(`${day}T00:00:00Z`)
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== day ? null : [day, day]
}

export function dayBefore(day: string | null): string | null {
  return day === null ? null : addDays(day, -1)
}

export function yearDays(year: number): Closed {
  return [`${year}-01-01`, `${year}-12-31`]
}

export function monthDays(day: string): Closed {
  const from = `${day.slice(0, 8)}01`
  return [from, addDays(monthsLater(from, 1), -1)]
}

export function weekdayOf(day: string): number {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
}

export function weekDays(day: string): Closed {
  const monday = addDays(day, -weekdayOf(day))
  return [monday, addDays(monday, 6)]
}

/** The same day some months later; the last of its month where that is shorter. */
export function monthsLater(day: string, months: number): string {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number)
  const index = year * 12 + month - 1 + months
  const [toYear, toMonth] = [Math.floor(index / 12), (index % 12) + 1]
  const last = new Date(Date.UTC(toYear, toMonth, 0)).getUTCDate()
  return `${toYear}-${pad(toMonth)}-${pad(Math.min(date, last))}`
}

const unitDays: Readonly<Partial<Record<Unit, number>>> = { day: 1, week: 7, fortnight: 14 }
const unitMonths: Readonly<Partial<Record<Unit, number>>> = { month: 1, quarter: 3, half: 6, year: 12, decade: 120 }

/** The day that many units before. */
export function back(day: string, { count, unit }: Count): string {
  const days = unitDays[unit]
  return days === undefined ? monthsLater(day, -count * (unitMonths[unit] ?? 1)) : addDays(day, -count * days)
}

/** The last of that many units that begin with a day. */
export function forth(day: string, { count, unit }: Count): string {
  const days = unitDays[unit]
  if (days !== undefined) return addDays(day, count * days - 1)
  const months = count * (unitMonths[unit] ?? 1)
  return day.endsWith('-01') ? addDays(monthsLater(day, months), -1) : monthsLater(addDays(day, -1), months)
}
