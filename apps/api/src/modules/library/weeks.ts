import { addDays } from '@auspex/contract/days'

/** Returns the Monday (`YYYY-MM-DD`) of a day's ISO week. */
export function mondayOf(day: string): string {
  const sinceMonday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
  return addDays(day, -sinceMonday)
}
