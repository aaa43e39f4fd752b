import { refusal } from '@auspex/contract/refusals'
import { CodedError } from './errors.ts'

const formats = new Map<string, Intl.DateTimeFormat>()
const dayMs = 86_400_000

function isZone(zone: string): boolean {
  try {
    formatOf(zone)
    return true
  } catch {
    return false
  }
}

/** The wall clock time of the zone, encoded as if it were UTC. */
function toWallTime(instant: number, zone: string): number {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

/**
 * The instant of a wall clock time in the zone; the first one if it occurs twice. A time that is skipped when the clock is set forward uses the
 * offset of before: half past two becomes half past three.
 */
function toInstant(wallTime: number, zone: string): number {
  const before = offsetAt(wallTime - dayMs, zone)
  const after = offsetAt(wallTime + dayMs, zone)
  const offsets = [before, after]
    .map((offset) => wallTime - offset)
    .filter((instant) => toWallTime(instant, zone) === wallTime)
  return offsets.length === 0 ? wallTime - before : Math.min(...offsets)
}

function offsetAt(instant: number, zone: string): number {
  return toWallTime(instant, zone) - Math.floor(instant / 1000) * 1000
}

/** Throws for an unknown time zone. Cached, because creating one takes longer than everything else. */
function formatOf(zone: string): Intl.DateTimeFormat {
  const cached = formats.get(zone)
  if (cached !== undefined) return cached
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formats.set(zone, format)
  return format
}

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']
const weekdays = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT']
/** Longer than the time between two 29ths of February. */
const maxDays = 9 * 366

/**
 * The next times of a schedule in its time zone. A time that is skipped when summer time begins is shifted to right after the change; one that occurs
 * twice when it ends counts once, the first time. Throws `workflows.schedule_invalid`.
 */
export function nextTimes({ cron, zone }: { cron: string; zone: string }, after: Date, count: number): Date[] {
  const fields = parseSchedule(cron, zone)
  const times: Date[] = []
  let last = after.getTime()
  const today = Math.floor(toWallTime(last, zone) / dayMs) * dayMs
  for (let day = today; day < last + maxDays * dayMs && times.length < count; day += dayMs) {
    if (!isOn(fields, day)) continue
    for (const wallTime of timesOf(fields, day)) {
      const instant = toInstant(wallTime, zone)
      if (instant <= last || times.length === count) continue
      times.push(new Date(instant))
      last = instant
    }
  }
  return times
}

/** Throws `workflows.schedule_invalid` for a schedule that never runs, runs more often than hourly, or has an unknown time zone. */
export function checkSchedule({ cron, zone }: { cron: string; zone: string }, now: Date): void {
  if (parseSchedule(cron, zone).minutes.length > 1)
    throw scheduleInvalid('It runs more than once an hour; name one minute.')
  if (nextTimes({ cron, zone }, now, 1).length === 0) throw scheduleInvalid('No such day exists.')
}

function parseSchedule(cron: string, zone: string): Cron {
  if (!isZone(zone)) throw scheduleInvalid(`There is no time zone ${zone}.`)
  const fields = parseCron(cron)
  if (fields !== null) return fields
  throw scheduleInvalid(
    'It must be minute, hour, day of the month, month and day of the week, for example 0 7 * * 1 for Mondays at seven.',
  )
}

function isOn(fields: Cron, time: number): boolean {
  const date = new Date(time)
  return fields.isOn({ month: date.getUTCMonth() + 1, day: date.getUTCDate(), weekday: date.getUTCDay() })
}

function timesOf({ hours, minutes }: Cron, day: number): number[] {
  return hours.flatMap((hour) => minutes.map((minute) => day + (hour * 60 + minute) * 60_000))
}

/** The times of a schedule, in its time zone. */
interface Cron {
  minutes: readonly number[]
  hours: readonly number[]
  /** Whether the schedule runs on a day; weekday 0 is Sunday. */
  isOn(day: { month: number; day: number; weekday: number }): boolean
}

/** Parses the five fields: numbers, names, ranges, steps and lists of them. Null when invalid. */
function parseCron(text: string): Cron | null {
  const [minute, hour, day, month, weekday, ...rest] = text.split(' ')
  if (weekday === undefined || rest.length > 0) return null
  const minutes = readField(minute, { first: 0, last: 59 })
  const hours = readField(hour, { first: 0, last: 23 })
  const days = readField(day, { first: 1, last: 31 })
  const inMonths = readField(month, { first: 1, last: 12, names: months })
  const onWeekdays = readField(weekday, { first: 0, last: 7, names: weekdays })
  if (minutes === null || hours === null || days === null || inMonths === null || onWeekdays === null) return null
  // both 0 and 7 are Sunday
  const folded = new Set(onWeekdays.map((onWeekday) => onWeekday % 7))
  const [anyDay, anyWeekday] = [day?.startsWith('*') ?? false, weekday.startsWith('*')]
  return {
    minutes,
    hours,
    isOn: (on) => {
      const [isDay, isWeekday] = [days.includes(on.day), folded.has(on.weekday)]
      // as in every cron: when both are restricted, either match is enough
      const isNamed = anyDay || anyWeekday ? isDay && isWeekday : isDay || isWeekday
      return inMonths.includes(on.month) && isNamed
    },
  }
}

interface Field {
  first: number
  last: number
  names?: readonly string[]
}

function readField(text = '', field: Field): number[] | null {
  const values = new Set<number>()
  for (const part of text.split(',')) {
    const [, range = '', step = '1'] = /^([^/]+)(?:\/(\d{1,2}))?$/.exec(part) ?? []
    const [from, to] = readRange(range, part.includes('/'), field)
    if (from === null || to === null || from > to || Number(step) < 1) return null
    for (let value = from; value <= to; value += Number(step)) values.add(value)
  }
  return [...values].toSorted((a, b) => a - b)
}

function readRange(range: string, hasStep: boolean, field: Field): [number | null, number | null] {
  if (range === '*') return [field.first, field.last]
  const [from = '', to, ...rest] = range.split('-')
  if (rest.length > 0) return [null, null]
  const first = readValue(from, field)
  if (to !== undefined) return [first, readValue(to, field)]
  return [first, hasStep ? field.last : first]
}

function readValue(text: string, { first, last, names = [] }: Field): number | null {
  const index = names.indexOf(text.toUpperCase())
  // months count from 1, weekdays from 0
  const value = index === -1 ? (/^\d{1,2}$/.test(text) ? Number(text) : Number.NaN) : index + first
  return value >= first && value <= last ? value : null
}

function scheduleInvalid(message: string): CodedError {
  return new CodedError({
    kind: 'invalid',
    ...refusal('workflows.schedule_invalid'),
    detail: message,
    fields: [{ in: 'body', pointer: '/schedule', message }],
  })
}
