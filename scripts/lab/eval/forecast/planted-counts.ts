import { createRandom, type Random } from '@auspex/contract/random'

/** Daily counts that resemble documents: a drifting level, a weekday profile, a slow trend, and overdispersed Poisson days. */
export function plantCounts({
  seed,
  series,
  days,
  horizon,
}: {
  seed: number
  series: number
  days: number
  horizon: number
}): { history: number[]; future: number[] }[] {
  const random = createRandom(seed)
  return Array.from({ length: series }, () => {
    const values = plantOne(random, days + horizon)
    return { history: values.slice(0, days), future: values.slice(days) }
  })
}

function plantOne(random: Random, length: number): number[] {
  const weekday = Array.from(
    { length: 7 },
    (_, day) => (day < 5 ? 1 : 0.4 + random.next() * 0.5) * (0.9 + random.next() * 0.2),
  )
  const growth = (random.next() - 0.5) * 0.004
  const unrest = 0.01 + random.next() * 0.05
  const extra = random.next() * 0.4
  let level = Math.log(4 + random.next() * 60)
  return Array.from({ length }, (_, day) => {
    level += growth + unrest * random.normal()
    const mean = Math.exp(level + extra * random.normal()) * (weekday[day % 7] ?? 1)
    return random.poisson(Math.min(mean, 500))
  })
}
