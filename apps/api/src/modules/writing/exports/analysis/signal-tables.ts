import type { SignalReport } from '@auspex/sdk/types'
import type { ReportSupplement } from '../print/printed-report.ts'
import { listSpans } from '../print/printed-tables.ts'
import { type AnalysisFigure, type AnalysisTable, toColumns } from './analysis.ts'

export function toFigures(report: SignalReport): AnalysisFigure[] {
  return [...countedFigures(report), growthFigure(report), toneFigure(report)]
}

const unknownFigure = { value: null, low: null, high: null }

function countedFigures({ counts }: SignalReport): AnalysisFigure[] {
  const exact = { low: null, high: null, kind: 'count' as const }
  const documents = { name: 'Documents', value: counts.documents }
  return [
    counts.sampled
      ? {
          ...documents,
          kind: 'count',
          low: counts.documentsLow,
          high: counts.documentsHigh,
          note: 'estimated from a sample',
        }
      : { ...documents, ...exact, note: 'counted one by one' },
    {
      name: 'Pieces',
      value: counts.storyClusters,
      ...exact,
      note: counts.storyClusters === null ? 'a sample cannot tell' : 'near-duplicates count once',
    },
    { name: 'Outlets', value: counts.outlets, ...exact, note: '' },
  ]
}

function growthFigure({ momentum: { ratio, reason, windowDays }, stage }: SignalReport): AnalysisFigure {
  const growth = { name: 'Growth', kind: 'decimal' as const }
  if (ratio === null) return { ...growth, ...unknownFigure, note: reason ?? '' }
  const { value, low, high } = ratio
  return {
    ...growth,
    value,
    low,
    high,
    note: `times the ${windowDays} days before; stage: ${stage.stage ?? 'unknown'}`,
  }
}

function toneFigure({ tone: { mean } }: SignalReport): AnalysisFigure {
  const tone = { name: 'Mean tone', kind: 'tone' as const }
  if (mean === null) return { ...tone, ...unknownFigure, note: 'too few documents of known tone' }
  const { value, low, high } = mean
  return { ...tone, value, low, high, note: 'from −1 to +1' }
}

/** A point without a covered day is a gap, unless some documents are dated there. */
export function documentsOf({ documents, coveredDays }: SignalReport['volume']['points'][number]): number | null {
  return coveredDays === 0 && documents === 0 ? null : documents
}

export function volumeTable({ volume }: SignalReport): AnalysisTable {
  return {
    title: 'Over time',
    note: `By ${volume.interval}. A ${volume.interval} that no source covers is unknown.`,
    columns: toColumns({
      From: 'day',
      To: 'day',
      Documents: 'count',
      Pieces: 'count',
      Outlets: 'count',
      'Share of all': 'share',
      'All documents': 'count',
      'Covered days': 'count',
    }),
    rows: volume.points.map((point) => [
      point.firstDay,
      point.lastDay,
      documentsOf(point),
      point.coveredDays === 0 ? null : point.storyClusters,
      point.coveredDays === 0 ? null : point.outlets,
      point.share,
      point.total,
      point.coveredDays,
    ]),
  }
}

export function toneTable({ tone }: SignalReport): AnalysisTable {
  return {
    title: 'Tone',
    note: 'Documents by tone, and their mean tone from −1 to +1.',
    columns: toColumns({
      From: 'day',
      To: 'day',
      Positive: 'count',
      Neutral: 'count',
      Negative: 'count',
      Unknown: 'count',
      'Mean tone': 'tone',
    }),
    rows: tone.points.map(({ firstDay, lastDay, positive, neutral, negative, unknown, mean }) => [
      firstDay,
      lastDay,
      positive,
      neutral,
      negative,
      unknown,
      mean,
    ]),
  }
}

export function eventsTable({ events: { events, reason } }: SignalReport): AnalysisTable {
  return {
    title: 'Events',
    note:
      reason ?? 'Periods with more pieces than usual, the most surprising first, each with its most typical headline.',
    columns: toColumns({
      From: 'day',
      To: 'day',
      Headline: 'text',
      Outlet: 'text',
      Pieces: 'count',
      Usual: 'decimal',
      Documents: 'count',
    }),
    rows: events.map(({ onset, until, headline, stories, expected, documents }) => [
      onset,
      until,
      headline?.title ?? null,
      headline?.outlet ?? null,
      stories,
      expected,
      documents,
    ]),
  }
}

export function narrativesTable({ narratives: { items, note } }: ReportSupplement): AnalysisTable {
  return {
    title: 'Narratives',
    note: note ?? 'What the documents are about.',
    columns: toColumns({
      Narrative: 'text',
      From: 'day',
      To: 'day',
      'Peak day': 'day',
      Documents: 'count',
      Pieces: 'count',
      'Mean tone': 'tone',
    }),
    rows: items.map(({ label, firstDay, lastDay, peakDay, documents, stories, toneMean }) => [
      label,
      firstDay,
      lastDay,
      peakDay,
      documents,
      stories,
      toneMean,
    ]),
  }
}

export function voicesTable({ voices: { outlets, note } }: SignalReport): AnalysisTable {
  return {
    title: 'Voices',
    note: note ?? 'Outlets by the pieces they published and how many others followed.',
    columns: toColumns({
      Outlet: 'text',
      Group: 'text',
      Pieces: 'count',
      'Retold by others': 'count',
      Documents: 'count',
      'Mean tone': 'tone',
    }),
    rows: outlets.map(({ name, group, stories, followers, documents, toneMean }) => [
      name,
      group,
      stories,
      followers,
      documents,
      toneMean,
    ]),
  }
}

export function placesTable({ countries, known, unknown }: SignalReport['locations']): AnalysisTable {
  return {
    title: 'Places',
    note: `The country is known for ${known} documents and unknown for ${unknown}.`,
    columns: toColumns({ Country: 'text', Documents: 'count', Share: 'share', 'Mean tone': 'tone' }),
    rows: countries.map(({ country, documents, share, toneMean }) => [country, documents, share, toneMean]),
  }
}

export function contextsTable({ contexts: { items, note } }: SignalReport): AnalysisTable {
  return {
    title: 'Contexts',
    note: note ?? 'Terms and names that come up with the topic more than chance, by strength.',
    columns: toColumns({
      'Term or name': 'text',
      Pieces: 'count',
      'Times likelier': 'decimal',
      Low: 'decimal',
      High: 'decimal',
    }),
    rows: items
      .filter(({ significant }) => significant)
      .map(({ term, stories, lift, liftLow, liftHigh }) => [term, stories, lift, liftLow, liftHigh]),
  }
}

export function forecastTable({ forecast: { horizons, reason, note } }: ReportSupplement): AnalysisTable {
  return {
    title: 'Outlook',
    note: horizons.length === 0 ? (reason ?? 'No usable forecast.') : note,
    columns: toColumns({
      'Days ahead': 'count',
      Model: 'text',
      Day: 'day',
      Documents: 'decimal',
      'Low 80%': 'decimal',
      'High 80%': 'decimal',
      'Low 95%': 'decimal',
      'High 95%': 'decimal',
      Actual: 'decimal',
    }),
    rows: horizons.flatMap(({ horizonDays, model, days, actual }) =>
      days.map(({ day, point, low80, high80, low95, high95 }, index) => [
        horizonDays,
        model,
        day,
        point,
        low80,
        high80,
        low95,
        high95,
        actual[index] ?? null,
      ]),
    ),
  }
}

export function groupsTable({ volume: { groups } }: SignalReport): AnalysisTable {
  return {
    title: 'Covered days',
    note: 'Documents that were collected together begin and end together. Nothing is compared across a gap or past an end.',
    columns: toColumns({
      Documents: 'text',
      'Covered days': 'text',
      Matching: 'count',
      'Matching on other days': 'count',
    }),
    rows: groups
      .filter(({ documents }) => documents > 0)
      .map(({ label, spans, documents, uncoveredDocuments }) => [
        label,
        listSpans(spans),
        documents,
        uncoveredDocuments,
      ]),
  }
}
