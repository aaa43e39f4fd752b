import {
  compareMeans,
  compareRates,
  type CountedDays,
  type DailyMeans,
  meanOfDays,
  plainNumber,
  unknownValue,
} from '@auspex/analytics'
import { listDays } from '@auspex/contract/days'
import type { ComparedValue, ComparisonBasis, SignalComparison } from '@auspex/sdk/types'
import { type MeasuredSignal, readSeries } from './series.ts'
import type { FoundDocument } from './world.ts'

export interface ComparisonOptions {
  basis: ComparisonBasis
  referenceId: string
  from?: string | undefined
  to?: string | undefined
}

interface SignalDays {
  signal: MeasuredSignal
  series: Record<ComparisonBasis, Required<CountedDays>>
  tone: DailyMeans
}

/** Signals day by day on one calendar, each compared with the reference on the selected days. */
export function compareSignals(
  signals: readonly MeasuredSignal[],
  { basis, referenceId, from, to }: ComparisonOptions,
): SignalComparison {
  const firstDay = signals.map((signal) => signal.firstDay).toSorted()[0] ?? ''
  const lastDay =
    signals
      .map((signal) => signal.lastDay)
      .toSorted()
      .at(-1) ?? ''
  const days = listDays(firstDay, lastDay)
  const start = Math.max(0, from === undefined ? 0 : days.filter((day) => day < from).length)
  const end = to === undefined ? days.length : days.filter((day) => day <= to).length
  const cut = <Value>(values: readonly Value[]) => values.slice(Math.min(start, days.length - 1), Math.max(start, end))
  const cutDays = ({ counts, exposure }: Required<CountedDays>) => ({ counts: cut(counts), exposure: cut(exposure) })
  const cutMeans = ({ means, weights }: DailyMeans) => ({ means: cut(means), weights: cut(weights) })
  const aligned = signals.map((signal) => align(signal, days))
  const reference = aligned.find(({ signal }) => signal.signalId === referenceId)
  const others = aligned.filter((each) => each !== reference)
  const shown = cut(days)
  const differences = others.map(({ signal, series, tone }) => {
    const ratio = (name: ComparisonBasis) =>
      reference === undefined
        ? unknownValue('There is no reference.')
        : compareRates(
            { first: cutDays(series[name]), second: cutDays(reference.series[name]), comparisons: others.length },
            'No day is known of both.',
          )
    return {
      signalId: signal.signalId,
      referenceId,
      documents: ratio('documents'),
      stories: ratio('stories'),
      outlets: ratio('outlets'),
      share: ratio('share'),
      tone:
        reference === undefined
          ? unknownValue('There is no reference.')
          : compareMeans({ first: cutMeans(tone), second: cutMeans(reference.tone), comparisons: others.length }),
    }
  })
  return {
    basis,
    firstDay,
    lastDay,
    from: shown[0] ?? lastDay,
    to: shown.at(-1) ?? lastDay,
    referenceId,
    provenance: 'real',
    stale: false,
    signals: aligned.map(({ signal, series, tone }) => {
      const documents = cut(series.documents.counts)
      const share = cutDays(series.share)
      const exposure = sum(share.exposure)
      return {
        signalId: signal.signalId,
        query: signal.query.echo,
        values: [...series[basis].counts],
        exposures: series[basis].exposure.map((each) => each ?? 0),
        knownDays: documents.filter((count) => count !== null).length,
        documents: sum(documents),
        storyDays: sum(cut(series.stories.counts)),
        outletDays: sum(cut(series.outlets.counts)),
        share: exposure === 0 ? null : sum(share.counts) / exposure,
        tone: meanOfDays(cutMeans(tone)),
      }
    }),
    differences,
    finding: findingOf(reference, others, differences[0]?.[basis]),
    method: 'Ratio of rates and difference of means over the days known of both',
    limits: 'The ratios apply to these days and to the documents of the sources, not to other days.',
  }
}

function align(signal: MeasuredSignal, days: readonly string[]): SignalDays {
  const { totals, days: own } = readSeries(signal)
  const byDay = new Map<string, FoundDocument[]>(days.map((day) => [day, []]))
  for (const document of signal.documents) byDay.get(document.day)?.push(document)
  const total = new Map(own.map((day, at) => [day, totals[at] ?? 0]))
  const count = (valueOf: (day: string) => number): Required<CountedDays> => {
    // days outside of the signal's own are unknown, not 0
    const counts = days.map((day) => (total.has(day) ? valueOf(day) : null))
    return { counts, exposure: counts.map((each) => (each === null ? null : 1)) }
  }
  const within = (day: string) => byDay.get(day) ?? []
  const known = (day: string) => within(day).filter(({ tone }) => tone.label !== 'unknown')
  const documents = count((day) => within(day).length)
  return {
    signal,
    series: {
      documents,
      stories: count((day) => new Set(within(day).map(({ storyCluster }) => storyCluster)).size),
      outlets: count((day) => new Set(within(day).map(({ outlet }) => outlet)).size),
      share: { counts: documents.counts, exposure: days.map((day) => total.get(day) ?? null) },
    },
    tone: {
      means: days.map((day) =>
        known(day).length === 0 ? null : sum(known(day).map(({ tone }) => tone.score)) / known(day).length,
      ),
      weights: days.map((day) => known(day).length),
    },
  }
}

function findingOf(
  reference: SignalDays | undefined,
  [other, ...more]: readonly SignalDays[],
  difference: ComparedValue | undefined,
): string | null {
  if (reference === undefined || other === undefined || more.length > 0 || difference?.value == null) return null
  const { value, distinct } = difference
  if (value === 0 || distinct === null) return null
  const names = [other, reference].map(({ signal }) => signal.query.echo.subject ?? signal.query.echo.title)
  const [first = '', second = ''] = value > 1 ? names : names.toReversed()
  const begun = first.charAt(0).toUpperCase() + first.slice(1)
  if (!distinct) return `${begun} and ${second} drew about the same attention`
  const times = plainNumber({ value: value > 1 ? value : 1 / value, unit: 'ratio', n: null })
  return `${begun} drew ${times.text} as much attention as ${second}`
}

function sum(values: readonly (number | null)[]): number {
  return values.reduce<number>((total, value) => total + (value ?? 0), 0)
}
