import { addDays } from '@auspex/contract/days'

/** The Monday (`YYYY-MM-DD`) of the ISO week that holds a day. */
export function mondayOf(day: string): string {
  const sinceMonday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
  return addDays(day, -sinceMonday)
}
