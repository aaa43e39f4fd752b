import { addDays, capitalize, formatDay, formatDayRange } from '@auspex/analytics'
import type { ComparedSignal, ComparedValue, SignalComparison } from '@auspex/sdk/types'
import {
  type Analysis,
  type AnalysisSlide,
  type AnalysisTable,
  findHighest,
  type SeriesRow,
  toColumns,
  writeCategory,
} from './analysis.ts'

/** Longer comparisons are drawn by week: a line of more points cannot be read on a slide. */
const maxDailyPoints = 120

const basisNames: Record<SignalComparison['basis'], string> = {
  documents: 'Documents',
  stories: 'Pieces',
  outlets: 'Outlets',
  share: 'Share of all documents',
}
const measures = ['documents', 'stories', 'outlets', 'share', 'tone'] as const
const measureNames = { documents: 'Documents', stories: 'Pieces', outlets: 'Outlets', share: 'Share', tone: 'Tone' }

interface NamedComparison {
  comparison: SignalComparison
  /** As an ISO 8601 instant. */
  createdAt: string
  /** The sources of the signals. */
  sources: AnalysisTable
}

/** A comparison of signals for workbooks and slides. */
export function toComparisonAnalysis({ comparison, createdAt, sources }: NamedComparison): Analysis {
  const { signals, from, to, finding, method, limits, basis, provenance, stale } = comparison
  const titles = signals.map(({ query }) => query.title)
  return {
    noun: 'Comparison',
    title: titles.join(' and '),
    scope: `${formatDayRange(from, to)} · ${basisNames[basis]}`,
    measured: `Compared ${formatDay(createdAt)}, ${createdAt.slice(11, 16)} UTC. Ranges are 95% intervals.`,
    createdAt,
    warnings: [
      ...(provenance === 'demo' ? ['The documents of this comparison are made up for the demo.'] : []),
      ...(stale ? ['The library has changed since one of these was measured.'] : []),
    ],
    finding: finding ?? null,
    figures: [],
    statements: { heading: '', sentences: [] },
    tables: [signalsTable(comparison), differencesTable(comparison), daysTable(comparison)],
    slides: toSlides(comparison),
    sources,
    method: [
      { name: 'Differences', text: method },
      { name: 'Limits', text: limits },
      {
        name: basisNames[basis],
        text: 'Each day is one value; days that no source covers are unknown and left out of every figure.',
      },
    ],
  }
}

/** The compared days of each signal. */
export function toComparisonSeries(comparison: SignalComparison): SeriesRow[] {
  const days = comparedDays(comparison)
  return comparison.signals.flatMap((signal) =>
    days.map(({ day, index }) => ({
      signalId: signal.signalId,
      title: signal.query.title,
      measure: comparison.basis === 'stories' ? 'pieces' : comparison.basis,
      firstDay: day,
      lastDay: day,
      value: valueOf(signal, comparison.basis, index),
    })),
  )
}

function comparedDays({ firstDay, from, to }: SignalComparison): { day: string; index: number }[] {
  const days: { day: string; index: number }[] = []
  for (let day = firstDay, index = 0; day <= to; day = addDays(day, 1), index += 1)
    if (day >= from) days.push({ day, index })
  return days
}

function valueOf(
  { values, exposures }: ComparedSignal,
  basis: SignalComparison['basis'],
  index: number,
): number | null {
  const value = values[index] ?? null
  if (value === null || basis !== 'share') return value
  const all = exposures[index] ?? 0
  return all === 0 ? null : value / all
}

function signalsTable({ signals }: SignalComparison): AnalysisTable {
  return {
    title: 'Signals',
    note: 'Figures of the compared days.',
    columns: toColumns({
      Signal: 'text',
      Documents: 'count',
      'Pieces a day, cumulative': 'count',
      'Outlets a day, added up': 'count',
      'Share of all': 'share',
      'Mean tone': 'tone',
      'Tone low': 'tone',
      'Tone high': 'tone',
      'Known days': 'count',
      Query: 'text',
    }),
    rows: signals.map(({ query, documents, storyDays, outletDays, share, tone, knownDays }) => [
      query.title,
      documents,
      storyDays,
      outletDays,
      share,
      tone.value,
      tone.low,
      tone.high,
      knownDays,
      query.canonical,
    ]),
  }
}

function differencesTable({ signals, differences }: SignalComparison): AnalysisTable {
  const titleOf = (id: string) => signals.find(({ signalId }) => signalId === id)?.query.title ?? id
  const describe = ({ distinct, reason }: ComparedValue) =>
    reason ?? (distinct === null ? null : distinct ? 'more than chance' : 'could be chance')
  return {
    title: 'Differences',
    note: 'Ratios to the reference, where 1 is no difference; of tone the difference, where 0 is none.',
    columns: toColumns({
      Signal: 'text',
      Against: 'text',
      Measure: 'text',
      Value: 'decimal',
      Low: 'decimal',
      High: 'decimal',
      Days: 'count',
      Judgement: 'text',
    }),
    rows: differences.flatMap((difference) =>
      measures.map((measure) => {
        const compared = difference[measure]
        const kind = measure === 'tone' ? 'difference' : 'ratio'
        return [
          titleOf(difference.signalId),
          titleOf(difference.referenceId),
          `${measureNames[measure]} (${kind})`,
          compared.value,
          compared.low,
          compared.high,
          compared.days,
          describe(compared),
        ]
      }),
    ),
  }
}

function daysTable(comparison: SignalComparison): AnalysisTable {
  const { signals, basis } = comparison
  const kind = basis === 'share' ? ('share' as const) : ('count' as const)
  return {
    title: 'By day',
    note: `${basisNames[basis]} a day. Days that no source covers are unknown.`,
    columns: [{ name: 'Day', kind: 'day' }, ...signals.map(({ query }) => ({ name: query.title, kind }))],
    rows: comparedDays(comparison).map(({ day, index }) => [
      day,
      ...signals.map((signal) => valueOf(signal, basis, index)),
    ]),
  }
}

function toSlides(comparison: SignalComparison): AnalysisSlide[] {
  const { signals, basis, finding, from, to } = comparison
  const titles = signals.map(({ query }) => query.title)
  const highest = findHighest(signals, ({ documents }) => documents)
  const mostTitle =
    highest === null
      ? ''
      : `${capitalize(highest.query.title)} has the most documents: ${highest.documents.toLocaleString('en')}`
  const { categories, rates, unit } = toRates(comparison)
  return [
    {
      title: finding ?? mostTitle,
      subtitle: `${basisNames[basis]} a day${unit === 'week' ? ', mean of each week' : ''}, ${formatDayRange(from, to)}.`,
      chart: {
        form: 'line',
        axis: `${basisNames[basis]} a day`,
        kind: basis === 'share' ? 'share' : 'decimal',
        categories,
        series: titles.map((name, index) => ({ name, values: rates[index] ?? [] })),
      },
    },
    {
      title: mostTitle,
      subtitle: `Documents, ${formatDayRange(from, to)}.`,
      chart: {
        form: 'bars',
        axis: 'Documents',
        kind: 'count',
        categories: titles,
        series: [{ name: 'Documents', values: signals.map(({ documents }) => documents) }],
      },
    },
    {
      title: describeDifferences(comparison),
      subtitle: differencesTable(comparison).note,
      table: differencesTable(comparison),
    },
  ]
}

function describeDifferences({ differences }: SignalComparison): string {
  const all = differences.flatMap((difference) => measures.map((measure) => difference[measure].distinct))
  const [judged, distinct] = [
    all.filter((isDistinct) => isDistinct !== null).length,
    all.filter((isDistinct) => isDistinct === true).length,
  ]
  return judged === 0
    ? 'There are too few days to tell the differences from chance'
    : `${distinct} of ${judged} differences are more than chance explains`
}

/** The rates of the compared days, or of their weeks: the sum of the values over the sum of what they are out of. */
function toRates(comparison: SignalComparison) {
  const days = comparedDays(comparison)
  const size = days.length > maxDailyPoints ? 7 : 1
  const spans = Array.from({ length: Math.ceil(days.length / size) }, (_, at) => days.slice(at * size, (at + 1) * size))
  const rates = comparison.signals.map(({ values, exposures }) =>
    spans.map((span) => {
      const measured = span.filter(({ index }) => values[index] != null && (exposures[index] ?? 0) > 0)
      const all = measured.reduce((sum, { index }) => sum + (exposures[index] ?? 0), 0)
      return all === 0 ? null : measured.reduce((sum, { index }) => sum + (values[index] ?? 0), 0) / all
    }),
  )
  // ends on which nothing is known of any signal
  const knownSpans = spans.flatMap((_, at) => (rates.some((values) => values[at] != null) ? [at] : []))
  const [first, end] = [knownSpans[0] ?? 0, (knownSpans.at(-1) ?? -1) + 1]
  return {
    unit: size === 1 ? ('day' as const) : ('week' as const),
    categories: spans.slice(first, end).map((span) => writeCategory(span[0]?.day ?? '', 'day')),
    rates: rates.map((values) => values.slice(first, end)),
  }
}
