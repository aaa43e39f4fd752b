import { addDays, leastPairs, scanLags } from '@auspex/analytics'
import type { MedicineLink, SeriesInterval } from '@auspex/sdk/types'

/** How far trials and papers are looked for before and after the talk. */
export const lagsOf: Readonly<Record<SeriesInterval, number>> = { day: 14, week: 8, month: 6 }

const method =
  'Pearson correlation of log changes without weekday medians, Fisher bounds on the effective n (Pyper & Peterman 1998), Bonferroni over the lags'

export interface LinkInput {
  /** What is compared with the talk: `new trials`. */
  what: string
  interval: SeriesInterval
  /** Logarithms of levels by interval, null where unknown; both of the same intervals. */
  talk: readonly (number | null)[]
  other: readonly (number | null)[]
  adjustedFor: readonly string[]
}

/** The lag at which changes of the talk go with changes of another series, by the rule for prices; weeks and months have no weekday. */
export function linkSeries({ what, interval, talk, other, adjustedFor }: LinkInput): MedicineLink {
  const maxLagDays = lagsOf[interval]
  // the scan counts steps; which days these are is nothing to it
  const onSteps = (values: readonly (number | null)[]) =>
    values.map((value, at) => ({ day: addDays('2000-01-01', at), value }))
  const scan = scanLags({
    first: onSteps(talk),
    firstChange: 'value',
    second: onSteps(other),
    secondChange: 'value',
    maxLagDays,
    season: interval === 'day' ? 7 : 1,
  })
  const common = { method, adjustedFor: ['trend', 'autocorrelation', 'number of lags', ...adjustedFor] }
  if (scan === null)
    return {
      ...common,
      outcome: 'too-short',
      lag: null,
      coefficient: null,
      n: 0,
      pValue: null,
      verdict: `Not compared. Fewer than ${leastPairs} changes from ${interval} to ${interval} are known of both.`,
      lags: [],
    }
  const { linked, strongest, lags } = scan
  const { coefficient: value, low, high, n, pValue, lagDays: lag } = strongest
  return {
    ...common,
    outcome: linked ? 'linked' : 'no-link-found',
    lag,
    coefficient: { value, low, high, n, method: 'Fisher z on effective n, widened for the number of lags' },
    n,
    pValue,
    verdict: linked
      ? `Changes of ${what} go in ${value > 0 ? 'the same' : 'the opposite'} direction ${sayWhen(lag, interval)} more often than chance explains.`
      : `No link found: no lag from -${maxLagDays} to ${maxLagDays} ${interval}s holds after correcting for all ${lags.length} of them.`,
    lags: lags.map(({ lagDays, coefficient, pValue: p, n: pairs }) => ({
      lag: lagDays,
      coefficient,
      pValue: p,
      n: pairs,
    })),
  }
}

function sayWhen(lag: number, interval: SeriesInterval): string {
  if (lag === 0) return `as the talk in the same ${interval}`
  const length = Math.abs(lag) === 1 ? `one ${interval}` : `${Math.abs(lag)} ${interval}s`
  return `as the talk ${length} ${lag > 0 ? 'before' : 'later'}`
}
