const dayMs = 86_400_000

/** The UTC day `count` days after `day` (before, when negative), as YYYY-MM-DD. Throws `RangeError` for a text that is no such day. */
export function addDays(day: string, count: number): string {
  return toDay(toMs(day) + count * dayMs)
}

/** Whole days from one day to another; negative when `to` is earlier. Throws as `addDays` does. */
export function daysBetween(from: string, to: string): number {
  return (toMs(to) - toMs(from)) / dayMs
}

function toMs(day: string): number {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN
  // 30 February parses as 2 March; writing the day again to compare it took ten times as long
  if (Number.isNaN(ms) || new Date(ms).getUTCDate() !== Number(day.slice(8))) throw new RangeError(`not a day: ${day}`)
  return ms
}

function toDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}
