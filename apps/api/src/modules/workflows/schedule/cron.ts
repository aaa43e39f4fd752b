/** When a schedule comes, by the clock of its zone. */
export interface Cron {
  minutes: readonly number[]
  hours: readonly number[]
  /** Whether it comes on a day; weekday 0 is Sunday. */
  isOn(day: { month: number; day: number; weekday: number }): boolean
}

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']
const weekdays = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT']

/** Reads the five fields: numbers, names, ranges, steps and lists of them. Null for what is none of these. */
export function parseCron(text: string): Cron | null {
  const [minute, hour, day, month, weekday, ...rest] = text.split(' ')
  if (weekday === undefined || rest.length > 0) return null
  const minutes = readField(minute, { first: 0, last: 59 })
  const hours = readField(hour, { first: 0, last: 23 })
  const days = readField(day, { first: 1, last: 31 })
  const inMonths = readField(month, { first: 1, last: 12, names: months })
  const onWeekdays = readField(weekday, { first: 0, last: 7, names: weekdays })
  if (minutes === null || hours === null || days === null || inMonths === null || onWeekdays === null) return null
  // both 0 and 7 are Sunday
  const folded = new Set(onWeekdays.map((one) => one % 7))
  const [anyDay, anyWeekday] = [day?.startsWith('*') ?? false, weekday.startsWith('*')]
  return {
    minutes,
    hours,
    isOn: (on) => {
      const [isDay, isWeekday] = [days.includes(on.day), folded.has(on.weekday)]
      // as every cron has it: where both are named, either will do
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
  const place = names.indexOf(text.toUpperCase())
  // months are counted from 1, days of the week from 0
  const value = place === -1 ? (/^\d{1,2}$/.test(text) ? Number(text) : Number.NaN) : place + first
  return value >= first && value <= last ? value : null
}
