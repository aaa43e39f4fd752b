import { scheduleInvalid } from '../workflows.errors.ts'
import { type Cron, parseCron } from './cron.ts'
import { isZone, toInstant, toWallTime } from './zone.ts'

const dayMs = 86_400_000
/** Longer than between two 29ths of February. */
const mostDays = 9 * 366

/**
 * The next times of a schedule by the clock of its zone. A time that a zone leaves out when summer time begins comes right after; one that
 * comes twice when it ends comes once, the first time. Throws `workflows.schedule_invalid`.
 */
export function nextTimes({ cron, zone }: { cron: string; zone: string }, after: Date, count: number): Date[] {
  const fields = read(cron, zone)
  const times: Date[] = []
  let last = after.getTime()
  const today = Math.floor(toWallTime(last, zone) / dayMs) * dayMs
  for (let day = today; day < last + mostDays * dayMs && times.length < count; day += dayMs) {
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

/** Throws `workflows.schedule_invalid` for a schedule that never comes, comes more often than hourly, or names no zone. */
export function checkSchedule({ cron, zone }: { cron: string; zone: string }, now: Date): void {
  if (read(cron, zone).minutes.length > 1) throw scheduleInvalid('It comes more than once an hour; name one minute.')
  if (nextTimes({ cron, zone }, now, 1).length === 0) throw scheduleInvalid('No such day ever comes.')
}

function read(cron: string, zone: string): Cron {
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
