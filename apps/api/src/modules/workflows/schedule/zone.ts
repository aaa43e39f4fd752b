const formats = new Map<string, Intl.DateTimeFormat>()
const dayMs = 86_400_000

export function isZone(zone: string): boolean {
  try {
    formatOf(zone)
    return true
  } catch {
    return false
  }
}

/** The wall clock time of the zone, encoded as if it were UTC. */
export function toWallTime(instant: number, zone: string): number {
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
export function toInstant(wallTime: number, zone: string): number {
  const before = offsetAt(wallTime - dayMs, zone)
  const after = offsetAt(wallTime + dayMs, zone)
  const shown = [before, after]
    .map((offset) => wallTime - offset)
    .filter((instant) => toWallTime(instant, zone) === wallTime)
  return shown.length === 0 ? wallTime - before : Math.min(...shown)
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
