import { createRandom, type Random } from '@auspex/contract/random'

/**
 * Closing prices as random walks: daily changes of 0.5 to 4 % with a small drift. A third have normal changes, a third heavy tails (Student's t with
 * four degrees), a third calm and volatile periods (GARCH). Histories have 250 to 1,000 days, the minimum and maximum that forecasts use.
 */
export function plantPrices({
  seed,
  series,
  horizon,
}: {
  seed: number
  series: number
  horizon: number
}): { history: number[]; future: number[] }[] {
  const random = createRandom(seed)
  return Array.from({ length: series }, (_, index) => {
    const days = 250 + Math.floor(random.next() * 751)
    const values = plantOne(random, days + horizon, index % 3)
    return { history: values.slice(0, days), future: values.slice(days) }
  })
}

function plantOne(random: Random, length: number, kind: number): number[] {
  const usual = 0.005 + random.next() * 0.035
  const drift = (random.next() - 0.5) * 0.001
  let price = Math.log(5 + random.next() * 200)
  let variance = 1
  return Array.from({ length }, () => {
    const shock = kind === 1 ? heavyTailed(random) : Math.sqrt(variance) * random.normal()
    if (kind === 2) variance = 0.03 + 0.08 * shock * shock + 0.89 * variance
    price += drift + usual * shock
    return Math.exp(price)
  })
}

/** Student's t with four degrees of freedom, scaled to variance 1. */
function heavyTailed(random: Random): number {
  const squares = Array.from({ length: 4 }, () => random.normal() ** 2).reduce((sum, square) => sum + square, 0)
  return (random.normal() / Math.sqrt(squares / 4)) * Math.SQRT1_2
}
