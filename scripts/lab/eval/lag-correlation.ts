import { scanLags } from '@auspex/analytics'
import { addDays } from '@auspex/contract/days'
import { createRandom, type Random } from '@auspex/contract/random'
import { type EvalRow, type EvalTask, shareOf } from '../figures.ts'

const maxLagDays = 14
const days = 365

interface Pair {
  signal: number[]
  price: (number | null)[]
}

/** Checks that no lag is found where there is none, and the right one where one was planted. */
export const lagCorrelation: EvalTask = {
  name: 'lag-correlation',
  run: async () => {
    const random = createRandom(5)
    const unrelated = (trades: Plant['trades']) =>
      Array.from({ length: 300 }, () => plant(random, { ...busy, memory: 1, lag: null, trades }))
    const linked = (signal: Pick<Plant, 'daily' | 'share'>) =>
      Array.from({ length: 300 }, () => {
        const lag = random.below(2 * 10 + 1) - 10
        return { lag, pair: plant(random, { ...signal, memory: 0.98, lag, trades: 'every day' }) }
      })
    const falsePositives = (data: string, pairs: readonly Pair[]) => ({
      data,
      measure: 'false positives',
      value: shareOf(pairs, (pair) => scan(pair)?.isLinked === true),
      bar: { atMost: 0.05 },
    })
    const rightLag = (data: string, planted: ReturnType<typeof linked>, bar?: EvalRow['bar']) => ({
      data,
      measure: 'linked, with the right lag',
      value: shareOf(planted, ({ lag, pair }) => {
        const result = scan(pair)
        return result?.isLinked === true && result.strongest.lagDays === lag
      }),
      bar,
    })
    return [
      falsePositives('300 pairs of independent random walks with weekly patterns, 29 lags', unrelated('every day')),
      falsePositives('300 independent pairs, prices on weekdays only, 29 lags', unrelated('on weekdays')),
      rightLag('300 planted lags, half of the changes shared, about 200 documents a day', linked(busy), {
        atLeast: 0.95,
      }),
      rightLag('300 planted lags, half of the changes shared, about 20 a day', linked({ daily: 20, share: 0.5 })),
      rightLag('300 planted lags, a fifth shared, about 200 a day', linked({ daily: 200, share: 0.2 })),
    ]
  },
}

interface Plant {
  /** By how many days the price follows the signal; null for not at all. */
  lag: number | null
  /** Approximate documents a day. */
  daily: number
  /** Share of the variance of the price's changes that comes from the signal's. */
  share: number
  /** 1 for a random walk, less for a mean-reverting level. */
  memory: number
  trades: 'every day' | 'on weekdays'
}

const busy = { daily: 200, share: 0.5 }
const [stepOfSignal, stepOfPrice] = [0.1, 0.02]

/** A signal and a price that are random walks in logs, each with its own weekly pattern; the price may follow the signal. */
function plant(random: Random, { lag, daily, share, memory, trades }: Plant): Pair {
  const margin = 20
  const steps = Array.from({ length: days + 2 * margin }, () => random.normal())
  const [weekOfSignal = [], weekOfPrice = []] = [0.3, 0.02].map((size) =>
    Array.from({ length: 7 }, () => size * random.normal()),
  )
  let [level, price] = [0, 4]
  const levels = steps.map((step) => (level = memory * level + stepOfSignal * step))
  return {
    signal: levels.slice(margin, margin + days).map((log, day) => {
      const mean = daily * Math.exp(log + (weekOfSignal[day % 7] ?? 0))
      return random.poisson(Math.min(600, mean))
    }),
    price: Array.from({ length: days }, (_, day) => {
      const shared = lag === null ? 0 : share
      const followed = steps[margin + day - (lag ?? 0)] ?? 0
      price += stepOfPrice * (Math.sqrt(shared) * followed + Math.sqrt(1 - shared) * random.normal())
      return trades === 'on weekdays' && day % 7 > 4 ? null : Math.exp(price + (weekOfPrice[day % 7] ?? 0))
    }),
  }
}

function scan({ signal, price }: Pair) {
  const onDays = (values: readonly (number | null)[]) =>
    values.map((value, index) => ({ day: addDays('2025-01-01', index), value }))
  return scanLags({
    first: onDays(signal),
    firstChange: 'log-count',
    second: onDays(price),
    secondChange: 'log',
    maxLagDays,
  })
}
