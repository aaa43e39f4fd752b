import { addDays } from '@auspex/analytics'

/** The Monday of the week that a day is in. */
export function mondayOf(day: string): string {
  return addDays(day, -(weekday(day) - 1))
}

/** The week of a Monday as ISO 8601 writes it: it belongs to the year that its Thursday is in. */
export function isoWeekOf(monday: string): string {
  const year = addDays(monday, 3).slice(0, 4)
  const firstMonday = mondayOf(`${year}-01-04`)
  const week = 1 + Math.round((Date.parse(monday) - Date.parse(firstMonday)) / (7 * 86_400_000))
  return `${year}-W${String(week).padStart(2, '0')}`
}

/** 1 is Monday, 7 is Sunday. */
function weekday(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7
}
