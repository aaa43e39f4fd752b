import { addDays, type DailyReport, type DayValue, minPairs, scanLags } from '@auspex/analytics'
import { listDays } from '@auspex/contract/days'
import type {
  CorrelateStockInput,
  CorrelationResult,
  FailedCorrelation,
  MeasuredCorrelation,
  SignalMeasure,
} from '@auspex/sdk/types'
import type { Market } from '@auspex/sources'
import { findCloses, type StoredCloses } from './closes.ts'
import type { PriceDependencies } from './prices.operations.ts'
import { symbolNotFound, whatToDo } from '../markets.errors.ts'

export interface CorrelateInput extends CorrelateStockInput {
  market: Market
  signal: AbortSignal
}

const method =
  'Pearson correlation of log changes without weekday medians, Fisher bounds on the effective n (Pyper & Peterman 1998), Bonferroni over the lags'
const notCausal =
  'Both may follow the same news, or it may be chance: a correlation is no proof that one moves the other. Not advice.'

/**
 * Compares a signal with a price at every lag. If they cannot be compared, the outcome contains the reason as a sentence, as the specification
 * requires.
 */
export async function correlate(input: CorrelateInput, deps: PriceDependencies): Promise<CorrelationResult> {
  const { signalId, symbol, market, measure = 'volume', maxLagDays = 14 } = input
  const report = await deps.signals.readReport(signalId)
  const { firstDay, lastDay } = toRange(input, report)
  const { provenance } = report
  const from = addDays(firstDay, -maxLagDays)
  const lookup = await findCloses({ market, symbol, provenance, from, signal: input.signal }, deps)
  if (lookup.outcome !== 'found') return explain(lookup, input)
  const closes = lookup.closes.filter(({ day }) => day <= addDays(lastDay, maxLagDays))
  const days = daysAround(firstDay, lastDay, closes)
  const levels = levelsOf(report, measure)
  const byDay = new Map(closes.map(({ day, close }) => [day, close]))
  const onDays = (value: (day: string) => number | null) => days.map((day): DayValue => ({ day, value: value(day) }))
  const inRange = (day: string) => day >= firstDay && day <= lastDay
  const scan = scanLags({
    first: onDays((day) => (inRange(day) ? (levels.compared.get(day) ?? null) : null)),
    firstChange: 'value',
    second: onDays((day) => byDay.get(day) ?? null),
    secondChange: 'log',
    maxLagDays,
  })
  if (scan === null)
    return toFailure(
      `Signal and price have fewer than ${minPairs} known changes in common between ${firstDay} and ${lastDay}. Choose a longer time, or import earlier prices.`,
    )
  const { strongest, isLinked } = scan
  const { coefficient: value, low, high, n } = strongest
  return {
    outcome: isLinked ? 'linked' : 'no-link-found',
    signalId,
    symbol,
    measure,
    coefficient: { value, low, high, n, method: 'Fisher z on effective n, widened for the number of lags' },
    lagDays: strongest.lagDays,
    n,
    pValue: strongest.pValue,
    adjustedFor: ['trend', 'weekday', 'autocorrelation', 'number of lags', ...levels.adjustedFor],
    method,
    verdict: describeVerdict({
      linked: isLinked,
      lagDays: strongest.lagDays,
      value,
      lags: scan.lags.length,
      maxLagDays,
      symbol,
      measure,
    }),
    notCausal,
    origin: lookup.origin,
    lags: scan.lags,
    days: onDays(() => null).map(({ day }) => ({
      day,
      signal: inRange(day) ? (levels.shown.get(day) ?? null) : null,
      close: byDay.get(day) ?? null,
    })),
  } satisfies MeasuredCorrelation
}

function toRange({ startDate, endDate }: CorrelateInput, { firstDay, lastDay }: DailyReport) {
  const first = startDate != null && startDate > firstDay ? startDate : firstDay
  const last = endDate != null && endDate < lastDay ? endDate : lastDay
  return { firstDay: first <= last ? first : last, lastDay: last }
}

/** Every day of the signal and of the prices around it, so that lags extend past both ends. */
function daysAround(firstDay: string, lastDay: string, closes: readonly { day: string }[]): string[] {
  const [first = firstDay, last = lastDay] = [closes[0]?.day, closes.at(-1)?.day]
  const start = first < firstDay ? first : firstDay
  const end = last > lastDay ? last : lastDay
  return listDays(start, end)
}

/**
 * The value shown for a day, and the value compared: for documents the log of their share of all documents of the sources if these are known, so that
 * a busy source does not look like a busy topic.
 */
function levelsOf({ volume, tone }: DailyReport, measure: SignalMeasure) {
  if (measure === 'tone') {
    const means = new Map(tone.days.flatMap(({ day, mean }) => (mean === null ? [] : [[day, mean] as const])))
    return { shown: means, compared: means, adjustedFor: [] }
  }
  const covered = volume.days.filter(({ isCovered }) => isCovered)
  const isShare = covered.every(({ total }) => total !== null)
  return {
    shown: new Map(covered.map(({ day, documents }) => [day, documents])),
    compared: new Map(
      covered.map(({ day, documents, total }) => [
        day,
        isShare ? Math.log((documents + 0.5) / ((total ?? 0) + 1)) : Math.log1p(documents),
      ]),
    ),
    adjustedFor: isShare ? ['documents of the sources'] : [],
  }
}

function describeVerdict(input: {
  linked: boolean
  lagDays: number
  value: number
  lags: number
  maxLagDays: number
  symbol: string
  measure: SignalMeasure
}): string {
  const { linked, lagDays, value, lags, maxLagDays, symbol, measure } = input
  const measured = measure === 'tone' ? 'the tone of the signal' : 'the volume of the signal'
  if (!linked)
    return `No link found: no lag from -${maxLagDays} to ${maxLagDays} days holds after correcting for all ${lags} of them.`
  const way = value > 0 ? 'the same' : 'the opposite'
  const days = Math.abs(lagDays) === 1 ? 'one day' : `${Math.abs(lagDays)} days`
  const period =
    lagDays === 0 ? 'on the same day' : lagDays > 0 ? `${days} after ${measured}` : `${days} before ${measured}`
  return lagDays === 0
    ? `${symbol} moved in ${way} direction as ${measured} ${period} more often than chance explains.`
    : `${symbol} moved in ${way} direction ${period} more often than chance explains.`
}

function explain(
  lookup: Exclude<StoredCloses, { outcome: 'found' }>,
  { symbol, market }: CorrelateInput,
): FailedCorrelation {
  switch (lookup.outcome) {
    case 'unknown-symbol':
      throw symbolNotFound(
        symbol,
        'Look the symbol up with the list of suggestions; in the demo world only its own symbols exist.',
      )
    case 'no-provider':
      return toFailure(`No provider of ${market} prices is set up. ${whatToDo}`)
    case 'failed':
    default:
      // A response format that we cannot parse means nothing to a person: the product's message is shown instead.
      return { ...toFailure(lookup.reason), display: lookup.status !== 'schema_changed' }
  }
}

function toFailure(message: string): FailedCorrelation {
  return { outcome: 'failed', error: true, message, display: true }
}
