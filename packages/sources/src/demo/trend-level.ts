import type { CountryMix, PlantedTrend, ToneMix } from './planted-trends.ts'

const usualCountries: CountryMix = { US: 34, GB: 15, CA: 7, AU: 6, IN: 8, IE: 2, DE: 9, AT: 2, ES: 6, MX: 4, FR: 7 }
const usualTone: ToneMix = { positive: 0.32, negative: 0.26 }

/** A day of the corpus: how many days ago (1 is the last day) out of how many, and its day of the year. */
export interface DemoDay {
  daysAgo: number
  days: number
  dayOfYear: number
}

/**
 * The level of a topic on a day, as a multiple of its usual level. Zero for a sparse topic, which is placed explicitly.
 */
export function trendLevel(trend: PlantedTrend, day: DemoDay): number {
  switch (trend.shape) {
    case 'rising':
      return 1 + (trend.times - 1) * progress(trend.daysAgo, day.daysAgo)
    case 'decline':
      return trend.times ** -progress(day.days, day.daysAgo)
    case 'dormant':
      return day.daysAgo > trend.daysAgo ? 1 : 0.01
    case 'peak':
      return 1 + (trend.times - 1) * bell((day.daysAgo - trend.daysAgo) / trend.widthDays)
    case 'seasonal':
      return 1 + (trend.times - 1) * bell(daysOfYearApart(day.dayOfYear, trend.dayOfYear) / trend.widthDays)
    case 'spike':
      return inSpike(trend, day.daysAgo) ? trend.times : 1
    case 'sparse':
      return 0
    case 'steady':
    case 'tone_shift':
    case 'regional_shift':
    default:
      return 1
  }
}

/** The shares of positive and negative documents of a topic on a day; the rest is neutral. */
export function trendTone(trend: PlantedTrend, daysAgo: number): ToneMix {
  if (trend.shape === 'tone_shift') return daysAgo > trend.daysAgo ? trend.before : trend.after
  if (trend.shape === 'spike' && inSpike(trend, daysAgo)) return { positive: 0.05, negative: 0.7 }
  return usualTone
}

/** The countries in which a topic is discussed on a day. */
export function trendCountries(trend: PlantedTrend, daysAgo: number): CountryMix {
  if (trend.shape !== 'regional_shift') return usualCountries
  const done = progress(trend.daysAgo, daysAgo)
  const mix: CountryMix = {}
  for (const [part, share] of [[trend.from, 1 - done] as const, [trend.to, done] as const])
    // Cast: Object.entries widens the keys of a record to string.
    for (const [country, weight] of Object.entries(part) as [keyof CountryMix, number][])
      mix[country] = (mix[country] ?? 0) + weight * share
  return mix
}

/**
 * The cause that the documents of a topic name on a day, and the share of documents that do; null when there is none.
 */
export function trendCause(trend: PlantedTrend, daysAgo: number): { cause: string; share: number } | null {
  if (trend.shape === 'spike' && inSpike(trend, daysAgo)) return { cause: trend.cause, share: 0.9 }
  if (trend.shape === 'tone_shift' && daysAgo <= trend.daysAgo) return { cause: trend.cause, share: 0.5 }
  return null
}

function inSpike({ daysAgo, lengthDays }: { daysAgo: number; lengthDays: number }, at: number): boolean {
  return at <= daysAgo && at > daysAgo - lengthDays
}

/** 0 before the change begins, 1 on the last day. */
function progress(fromDaysAgo: number, daysAgo: number): number {
  return Math.min(1, Math.max(0, (fromDaysAgo - daysAgo) / Math.max(1, fromDaysAgo - 1)))
}

function bell(deviations: number): number {
  return Math.exp(-0.5 * deviations * deviations)
}

function daysOfYearApart(one: number, other: number): number {
  const distance = Math.abs(one - other)
  return Math.min(distance, 365 - distance)
}
