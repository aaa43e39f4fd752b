import { CronExpressionParser } from 'cron-parser'
import { scheduleInvalid } from '../workflows.errors.ts'

const hourMs = 3_600_000
/** A schedule is looked at this far ahead for times that come too soon after each other. */
const looked = 60

/**
 * The next times of a schedule by the clock of its zone. A time that a zone leaves out when summer time begins comes right after; one that
 * comes twice when it ends comes once, the first time. Throws `workflows.schedule_invalid`.
 */
export function nextTimes({ cron, zone }: { cron: string; zone: string }, after: Date, count: number): Date[] {
  const times: Date[] = []
  const expression = parse(cron, zone, after)
  let last: string | null = null
  while (times.length < count) {
    const time = takeNext(expression)
    if (time === null) break
    // the second 02:30 of the day on which summer time ends
    const wall = wallClock(time, zone)
    if (wall !== last) times.push(time)
    last = wall
  }
  return times
}

/** Throws `workflows.schedule_invalid` for a schedule that never comes, comes more often than hourly, or names no zone. */
export function checkSchedule(schedule: { cron: string; zone: string }, now: Date): void {
  const times = nextTimes(schedule, now, looked)
  if (times.length === 0) throw scheduleInvalid('No such day ever comes.')
  const tooSoon = times.some((time, place) => {
    const before = times[place - 1]
    return before !== undefined && time.getTime() - before.getTime() < hourMs
  })
  if (tooSoon) throw scheduleInvalid('It comes more than once an hour; name one minute.')
}

function parse(cron: string, zone: string, after: Date) {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
  } catch {
    throw scheduleInvalid(`There is no time zone ${zone}.`)
  }
  try {
    return CronExpressionParser.parse(cron, { currentDate: after, tz: zone })
  } catch {
    throw scheduleInvalid(
      'It must be minute, hour, day of the month, month and day of the week, for example 0 7 * * 1.',
    )
  }
}

function takeNext(expression: ReturnType<typeof parse>): Date | null {
  try {
    return expression.next().toDate()
  } catch {
    return null // no such time in the years to come
  }
}

function wallClock(time: Date, zone: string): string {
  return new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).format(time)
}
