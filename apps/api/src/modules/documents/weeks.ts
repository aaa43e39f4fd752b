const dayMs = 86_400_000

/** The Monday (`YYYY-MM-DD`) of the ISO week that holds a day. */
export function mondayOf(day: string): string {
  const time = Date.parse(`${day}T00:00:00Z`)
  const sinceMonday = (new Date(time).getUTCDay() + 6) % 7
  return toDay(time - sinceMonday * dayMs)
}

/** The day that lies `days` after (or, negative, before) another. */
export function addDays(day: string, days: number): string {
  return toDay(Date.parse(`${day}T00:00:00Z`) + days * dayMs)
}

function toDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}
