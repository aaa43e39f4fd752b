import { createRandom } from '@auspex/contract/random'

/** A change planted in a series. */
interface PlantedChange {
  at: number
  kind: 'spike' | 'shift' | 'coverage_gap'
}

/** A typical weekly pattern of news. */
const week = [1.2, 1.15, 1.1, 1.1, 1, 0.75, 0.7]

export interface SeriesRandom {
  next: () => number
  /** A negative binomial count: variance = mean + alpha mean²; Poisson for 0. */
  count: (mean: number, alpha: number) => number
}

/** Counts over one to three years without any change, with a weekly pattern; every other series is overdispersed. */
export function noiseSeries(seed: number): number[] {
  const random = seededRandom(seed)
  const length = 365 + Math.floor(random.next() * 730)
  const level = 0.5 + random.next() * 50
  const alpha = random.next() < 0.5 ? 0 : random.next() * 0.3
  return Array.from({ length }, (_, day) => random.count(level * (week[day % 7] ?? 1), alpha))
}

/**
 * Counts with planted changes at least 45 days apart: spikes of one to five days at three to eight times the level, shifts by a factor of 1.6 to 3,
 * and gaps of one to six days. The level is 5 to 50 a day; 60 % of the series are overdispersed (alpha up to .15).
 */
export function plantedSeries(seed: number): { counts: (number | null)[]; planted: PlantedChange[] } {
  const random = seededRandom(seed)
  const length = 365 + Math.floor(random.next() * 730)
  const alpha = random.next() < 0.4 ? 0 : random.next() * 0.15
  const usual = 5 + random.next() * 45
  const planted = planChanges(random, length)
  const levels = new Float64Array(length).fill(1)
  const gaps = new Set<number>()
  let level = usual
  for (let day = 0; day < length; day++) {
    const change = planted.find(({ at }) => at === day)
    if (change?.kind === 'shift') level = shiftLevel(random, level, usual)
    if (change?.kind === 'spike') levels.fill(3 + random.next() * 5, day, day + 1 + Math.floor(random.next() * 5))
    if (change?.kind === 'coverage_gap')
      for (let missing = Math.floor(random.next() * 6); missing >= 0; missing--) gaps.add(day + missing)
    levels[day] = (levels[day] ?? 1) * level
  }
  const counts = Array.from(levels, (mean, day) =>
    gaps.has(day) ? null : random.count(mean * (week[day % 7] ?? 1), alpha),
  )
  return { counts, planted }
}

function planChanges(random: SeriesRandom, length: number): PlantedChange[] {
  const kinds = ['spike', 'shift', 'coverage_gap'] as const
  const planted: PlantedChange[] = []
  for (let at = 45; at < length - 45; at += 45 + Math.floor(random.next() * 60)) {
    if (random.next() >= 0.6) continue
    planted.push({ at, kind: kinds[Math.floor(random.next() * kinds.length)] ?? 'spike' })
  }
  return planted
}

function shiftLevel(random: SeriesRandom, level: number, usual: number): number {
  const factor = 1.6 + random.next() * 1.4
  if (level > usual * 2) return level / factor
  if (level < usual / 2) return level * factor
  return random.next() < 0.5 ? level * factor : level / factor
}

/** Adds counts to a seeded random generator, so that each run draws the same. */
export function seededRandom(seed: number): SeriesRandom {
  const { next, normal, poisson: few } = createRandom(seed)
  const poisson = (mean: number) =>
    mean > 200 ? Math.max(0, Math.round(mean + Math.sqrt(mean) * normal())) : few(mean)
  // Marsaglia & Tsang (2000)
  const gamma = (shape: number): number => {
    if (shape < 1) return gamma(shape + 1) * next() ** (1 / shape)
    const [d, c] = [shape - 1 / 3, 1 / Math.sqrt(9 * shape - 3)]
    for (;;) {
      const x = normal()
      const v = (1 + c * x) ** 3
      if (v > 0 && Math.log(1 - next()) < x * x * 0.5 + d - d * v + d * Math.log(v)) return d * v
    }
  }
  return { next, count: (mean, alpha) => poisson(alpha === 0 ? mean : gamma(1 / alpha) * mean * alpha) }
}
