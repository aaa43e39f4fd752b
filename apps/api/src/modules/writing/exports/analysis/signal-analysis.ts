import { capitalize, type DailyReport, formatDay } from '@auspex/analytics'
import type { SignalReport } from '@auspex/sdk/types'
import { percent } from '../print/print-numbers.ts'
import type { ReportSupplement, PrintedReport } from '../print/printed-report.ts'
import { type Analysis, type AnalysisSlide, findHighest, type SeriesRow, toColumns, writeCategory } from './analysis.ts'
import {
  contextsTable,
  documentsOf,
  eventsTable,
  forecastTable,
  groupsTable,
  narrativesTable,
  placesTable,
  toFigures,
  toneTable,
  voicesTable,
  volumeTable,
} from './signal-tables.ts'

interface SignalAnalysisInput {
  /** As shown, its points in intervals that fit a chart. */
  report: SignalReport
  printed: PrintedReport
  supplement: ReportSupplement
  countryOf: (country: string) => string
}

const maxBars = 10

/** The report of a signal for workbooks and slides. */
export function toSignalAnalysis({ report, printed, supplement, countryOf }: SignalAnalysisInput): Analysis {
  const places = {
    ...report.locations,
    countries: report.locations.countries.map((country) => ({ ...country, country: countryOf(country.country) })),
  }
  return {
    noun: 'Signal report',
    title: printed.title,
    scope: printed.scope,
    measured: printed.measured,
    createdAt: printed.measuredAt,
    warnings: printed.warnings,
    finding: printed.finding,
    figures: toFigures(report),
    statements: { heading: 'What happened', sentences: printed.story.map(({ text }) => text) },
    tables: [
      volumeTable(report),
      toneTable(report),
      eventsTable(report),
      narrativesTable(supplement),
      voicesTable(report),
      placesTable(places),
      contextsTable(report),
      forecastTable(supplement),
      groupsTable(report),
    ],
    slides: toSlides(report, { printed, supplement, places }),
    sources: {
      title: 'Sources',
      note: 'What the library holds from each measured source. Shares are fractions of these totals.',
      columns: toColumns({
        Source: 'text',
        'First day': 'day',
        'Last day': 'day',
        'Matching documents': 'count',
        'All documents': 'count',
        Held: 'text',
      }),
      rows: report.coverage.sources.map(({ label, firstDay, lastDay, documents, total, complete }) => [
        label,
        firstDay,
        lastDay,
        documents,
        total,
        complete ? 'all of it' : 'only what searches fetched',
      ]),
    },
    method: [
      ...printed.formulas.map(({ name, text, reference }) => ({
        name,
        text: reference === null ? text : `${text} ${reference}.`,
      })),
      {
        name: 'Query',
        text: `${printed.source.canonical}; ${printed.source.signalId}, library revision ${printed.source.libraryRevision}`,
      },
    ],
  }
}

/** The days of a signal: documents, pieces, outlets, share and mean tone. A day that no source covers is unknown. */
export function toSignalSeries({ signalId, query: { title }, volume, tone }: DailyReport): SeriesRow[] {
  const tones = new Map(tone.days.map(({ day, mean }) => [day, mean]))
  return volume.days.flatMap(({ day, documents, storyClusters, outlets, share, isCovered }) => {
    const values = {
      documents: isCovered || documents > 0 ? documents : null,
      pieces: isCovered ? storyClusters : null,
      outlets: isCovered ? outlets : null,
      share: isCovered ? share : null,
      tone: tones.get(day) ?? null,
    }
    return Object.entries(values).map(([measure, value]) => ({
      signalId,
      title,
      measure,
      firstDay: day,
      lastDay: day,
      value,
    }))
  })
}

interface SlideInput {
  printed: PrintedReport
  supplement: ReportSupplement
  places: SignalReport['locations']
}

function toSlides(report: SignalReport, { printed, supplement, places }: SlideInput): AnalysisSlide[] {
  return [
    {
      title: `${capitalize(printed.title)} in figures`,
      subtitle: 'Ranges are 95% intervals.',
      figures: toFigures(report),
    },
    ...volumeSlide(report, printed),
    ...(printed.story.length === 0
      ? []
      : [{ title: 'What happened', subtitle: printed.title, points: printed.story.map(({ text }) => text) }]),
    ...eventsSlide(report),
    ...toneSlide(report),
    ...narrativesSlide(supplement),
    ...voicesSlide(report),
    ...placesSlide(places),
    ...contextsSlide(report),
  ]
}

function volumeSlide(
  { volume: { points, interval } }: SignalReport,
  { finding, title, series: { bars, leftOut } }: PrintedReport,
): AnalysisSlide[] {
  const peak = findHighest(points, documentsOf)
  if (peak === null) return []
  const peaked = `${capitalize(title)} peaked with ${peak.documents.toLocaleString('en')} documents in the ${interval} of ${formatDay(peak.firstDay)}`
  return [
    {
      title: finding ?? (interval === 'day' ? peaked.replace('in the day of', 'on') : peaked),
      subtitle: [
        `Documents by ${interval}.`,
        ...(bars.some(({ isCovered }) => !isCovered) ? ['Nothing is known of the gaps.'] : []),
        ...(leftOut === 0 ? [] : [`${leftOut.toLocaleString('en')} more lie outside of these days.`]),
      ].join(' '),
      chart: {
        form: 'columns',
        axis: `Documents a ${interval}`,
        kind: 'count',
        categories: bars.map(({ day }) => writeCategory(day, interval)),
        series: [
          { name: 'Documents', values: bars.map((bar) => (bar.isCovered || bar.documents > 0 ? bar.documents : null)) },
        ],
      },
    },
  ]
}

function eventsSlide(report: SignalReport): AnalysisSlide[] {
  const { events } = report.events
  const [first] = events
  if (first === undefined) return []
  const headline = first.headline === null ? '' : `: “${first.headline.title}”`
  return [
    {
      title: `Most unusual: the days from ${formatDay(first.onset)}${headline}`,
      subtitle: `${first.stories.toLocaleString('en')} pieces, where ${Math.round(first.expected).toLocaleString('en')} are usual. ${eventsTable(report).note}`,
      table: eventsTable(report),
    },
  ]
}

const toneColors = { positive: '2F7D5B', neutral: 'B3AEC0', negative: 'B4472E' }

function toneSlide({ tone: { counts, points, interval } }: SignalReport): AnalysisSlide[] {
  const total = counts.positive + counts.neutral + counts.negative
  if (total === 0) return []
  const labels = ['positive', 'neutral', 'negative'] as const
  const largest = findHighest(labels, (label) => counts[label]) ?? 'neutral'
  return [
    {
      title: `${percent(counts[largest] / total)} of the documents of known tone are ${largest}`,
      subtitle: `Documents by ${interval}; the tone of ${counts.unknown.toLocaleString('en')} more is unknown.`,
      chart: {
        form: 'stacked',
        axis: `Documents a ${interval}`,
        kind: 'count',
        categories: points.map(({ firstDay }) => writeCategory(firstDay, interval)),
        series: labels.map((label) => ({
          name: capitalize(label),
          color: toneColors[label],
          values: points.map((point) => point[label]),
        })),
      },
    },
  ]
}

interface Bar {
  name: string
  value: number | null
}

interface BarsSlideOptions {
  title: string
  subtitle: string
  axis: string
  bars: readonly Bar[]
  kind: 'count' | 'decimal' | 'share'
}

function barsSlide({ title, subtitle, axis, bars, kind }: BarsSlideOptions): AnalysisSlide {
  const shownBars = bars.filter(({ value }) => value !== null).slice(0, maxBars)
  return {
    title,
    subtitle,
    chart: {
      form: 'bars',
      axis,
      kind,
      categories: shownBars.map(({ name }) => name),
      series: [{ name: axis, values: shownBars.map(({ value }) => value) }],
    },
  }
}

function narrativesSlide({ narratives: { items, documentsRead } }: ReportSupplement): AnalysisSlide[] {
  const [first] = items.toSorted((a, b) => b.documents - a.documents)
  if (first === undefined) return []
  const bars = items.map(({ label, documents }) => ({ name: label, value: documents }))
  return [
    barsSlide({
      title: `The largest narrative is “${first.label}”, with ${first.documents.toLocaleString('en')} documents`,
      subtitle: `Documents of each narrative, of ${documentsRead.toLocaleString('en')} read.`,
      axis: 'Documents',
      bars: bars.toSorted((a, b) => b.value - a.value),
      kind: 'count',
    }),
  ]
}

function voicesSlide({ voices: { outlets } }: SignalReport): AnalysisSlide[] {
  const byDocuments = outlets.toSorted((a, b) => b.documents - a.documents)
  const [first] = byDocuments
  if (first === undefined) return []
  return [
    barsSlide({
      title: `${first.name} published the most: ${first.documents.toLocaleString('en')} documents`,
      subtitle: 'Documents of the outlets that published the most.',
      axis: 'Documents',
      bars: byDocuments.map(({ name, documents }) => ({ name, value: documents })),
      kind: 'count',
    }),
  ]
}

function placesSlide({ countries, known, unknown }: SignalReport['locations']): AnalysisSlide[] {
  const [first] = countries
  if (first === undefined) return []
  return [
    barsSlide({
      title: `${percent(first.share)} of the documents of known origin come from ${first.country}`,
      subtitle: `The country is known for ${known.toLocaleString('en')} documents and unknown for ${unknown.toLocaleString('en')}.`,
      axis: 'Documents',
      bars: countries.map(({ country, documents }) => ({ name: country, value: documents })),
      kind: 'count',
    }),
  ]
}

function contextsSlide({ contexts: { items } }: SignalReport): AnalysisSlide[] {
  const significant = items.filter((item) => item.significant)
  const first = significant[0]
  if (first === undefined) return []
  const strongest = significant.slice(0, maxBars).toSorted((a, b) => b.lift - a.lift)
  return [
    barsSlide({
      title: `“${first.term}” comes up ${first.lift.toLocaleString('en', { maximumFractionDigits: 1 })} times as often with it as elsewhere`,
      subtitle: 'Terms and names that come up with the topic more than chance, and how many times likelier.',
      axis: 'Times likelier',
      bars: strongest.map(({ term, lift }) => ({ name: term, value: lift })),
      kind: 'decimal',
    }),
  ]
}
