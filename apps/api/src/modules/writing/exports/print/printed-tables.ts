import { formatDay, formatDayRange } from '@auspex/analytics'
import type { ForecastSection, NarrativesSection, SignalReport, SourceKey } from '@auspex/sdk/types'
import { number, percent, signedTone } from './print-numbers.ts'

export interface TableContent {
  columns: { name: string; isNumber: boolean }[]
  rows: string[][]
}

export interface PrintedTable extends TableContent {
  id: string
  title: string
  /** What the table shows, or why it is empty. */
  note: string
}

const maxRows = 15
/** More spans of days than this are only counted. */
const maxSpans = 4

/** The lists of a report as tables. An empty list states its reason instead. */
export function listTables(
  report: SignalReport & { narratives: NarrativesSection; forecast: ForecastSection },
  { labelOf, countryOf }: { labelOf: (source: SourceKey) => string; countryOf: (country: string) => string },
): PrintedTable[] {
  return [
    eventsTable(report.events),
    narrativesTable(report.narratives),
    voicesTable(report.voices),
    placesTable(report.locations, countryOf),
    contextsTable(report.contexts),
    forecastTable(report.forecast),
    coverageTable(report.coverage),
    groupsTable(report.volume),
    runsTable(report.coverage, labelOf),
  ]
}

function eventsTable({ events, reason }: SignalReport['events']): PrintedTable {
  return {
    id: 'events',
    title: 'Events',
    note:
      reason ??
      (events.length === 0
        ? 'No period stands out from the usual level.'
        : 'Periods with more pieces than usual, the most surprising first, each with its most typical headline.'),
    columns: columns(['Days', 'Headline', 'Outlet'], ['Pieces', 'Usual', 'Documents']),
    rows: events.map(({ onset, until, headline, stories, documents, expected }) => [
      until === null ? `${formatDay(onset)} to the last covered day` : formatSpan(onset, until),
      headline?.title ?? 'unknown',
      headline?.outlet ?? 'unknown',
      number(stories),
      number(Math.round(expected)),
      number(documents),
    ]),
  }
}

function voicesTable({ outlets, note }: SignalReport['voices']): PrintedTable {
  return {
    id: 'voices',
    title: 'Voices',
    note: note ?? 'Outlets by the pieces they published and how many others followed.',
    columns: columns(['Outlet', 'Group'], ['Pieces', 'Retold by others', 'Documents', 'Mean tone']),
    rows: outlets
      .slice(0, maxRows)
      .map(({ name, group, stories, followers, documents, toneMean }) => [
        name,
        group,
        writeOrUnknown(stories, number),
        writeOrUnknown(followers, number),
        number(documents),
        writeOrUnknown(toneMean, signedTone),
      ]),
  }
}

function placesTable(
  { known, unknown, countries }: SignalReport['locations'],
  countryOf: (country: string) => string,
): PrintedTable {
  return {
    id: 'places',
    title: 'Places',
    note: `The country is known for ${number(known)} documents and unknown for ${number(unknown)}.`,
    columns: columns(['Country'], ['Documents', 'Share', 'Mean tone']),
    rows: countries
      .slice(0, maxRows)
      .map(({ country, documents, share, toneMean }) => [
        countryOf(country),
        number(documents),
        percent(share),
        writeOrUnknown(toneMean, signedTone),
      ]),
  }
}

function contextsTable({ items, note }: SignalReport['contexts']): PrintedTable {
  return {
    id: 'contexts',
    title: 'Contexts',
    note:
      note ??
      (items.some(({ significant }) => significant)
        ? 'Terms and names that come up with the topic more than chance, by strength.'
        : 'No term or name occurs with the topic more often than by chance.'),
    columns: columns(['Term or name'], ['Pieces', 'Times likelier', '95% interval']),
    rows: items
      .filter(({ significant }) => significant)
      .slice(0, maxRows)
      .map(({ term, stories, lift, liftLow, liftHigh }) => [
        term,
        number(stories),
        shortNumber(lift),
        `${shortNumber(liftLow)} to ${shortNumber(liftHigh)}`,
      ]),
  }
}

function coverageTable({ sources }: SignalReport['coverage']): PrintedTable {
  return {
    id: 'coverage',
    title: 'Coverage',
    note: 'What the library holds from each measured source. Shares are fractions of these totals.',
    columns: columns(['Source', 'Days'], ['Matching documents', 'All documents']),
    rows: sources.map(({ label, firstDay, lastDay, documents, total, complete }) => [
      `${label}${complete ? '' : ' (only what searches fetched)'}`,
      firstDay === null || lastDay === null ? 'none' : formatSpan(firstDay, lastDay),
      number(documents),
      number(total),
    ]),
  }
}

function groupsTable({ groups }: SignalReport['volume']): PrintedTable {
  return {
    id: 'groups',
    title: 'Covered days',
    note: 'Documents that were collected together begin and end together. Nothing is compared across a gap or past an end.',
    columns: columns(['Documents', 'Covered days'], ['Matching', 'Matching on other days']),
    rows: groups
      .filter(({ documents }) => documents > 0)
      .slice(0, maxRows)
      .map(({ label, spans, documents, uncoveredDocuments }) => [
        label,
        listSpans(spans),
        number(documents),
        number(uncoveredDocuments),
      ]),
  }
}

function runsTable({ runs }: SignalReport['coverage'], labelOf: (source: SourceKey) => string): PrintedTable {
  return {
    id: 'runs',
    title: 'Source runs',
    note:
      runs.length === 0
        ? 'No source was searched for this signal; the library answered.'
        : 'How each source answered the last search.',
    columns: columns(['Source', 'Answer', 'Query'], ['Documents seen']),
    rows: runRows(runs, labelOf),
  }
}

function narrativesTable({ items, note, unassigned, documentsRead }: NarrativesSection): PrintedTable {
  const rest = `${number(unassigned)} of the ${number(documentsRead)} documents read belong to none of these.`
  return {
    id: 'narratives',
    title: 'Narratives',
    note:
      items.length === 0
        ? (note ?? 'No subject is shared by many of the documents.')
        : `What the documents are about. ${rest}`,
    columns: columns(['Narrative', 'Days', 'Peak day'], ['Documents', 'Pieces', 'Mean tone']),
    rows: items
      .slice(0, maxRows)
      .map(({ label, firstDay, lastDay, peakDay, documents, stories, toneMean }) => [
        label,
        formatSpan(firstDay, lastDay),
        formatDay(peakDay),
        number(documents),
        number(stories),
        writeOrUnknown(toneMean, signedTone),
      ]),
  }
}

function forecastTable({ horizons, reason, note }: ForecastSection): PrintedTable {
  // a section contains either forecasts or back-tests, so every row has the same columns
  const isBacktest = horizons.some((horizon) => horizon.isBacktest)
  return {
    id: 'forecast',
    title: isBacktest ? 'Back-test of the last weeks' : 'Outlook',
    note: horizons.length === 0 ? (reason ?? 'No usable forecast.') : note,
    columns: columns(
      ['From', 'Last day', 'Model'],
      ['Documents that day', ...(isBacktest ? ['Actual'] : []), '80% band', 'MASE', 'MASE of seasonal naive'],
    ),
    rows: horizons.flatMap(({ asOf, days, model, models, actual }) => {
      const last = days.at(-1)
      if (last === undefined) return []
      const writeMase = (name: string) =>
        writeOrUnknown(models.find((candidate) => candidate.name === name)?.mase ?? null, (value) => value.toFixed(2))
      return [
        [
          formatDay(asOf),
          formatDay(last.day),
          model,
          shortNumber(last.point),
          ...(isBacktest ? [writeOrUnknown(actual[days.length - 1] ?? null, shortNumber)] : []),
          `${shortNumber(last.low80)} to ${shortNumber(last.high80)}`,
          writeMase(model),
          writeMase('seasonal naive'),
        ],
      ]
    }),
  }
}

type SourceRun = SignalReport['coverage']['runs'][number]

/** Sources that failed for the same reason share one row. */
export function runRows(runs: readonly SourceRun[], labelOf: (source: SourceKey) => string): string[][] {
  const rows = new Map<string, { sources: string[]; cells: string[] }>()
  for (const { source, status, reason, nativeQuery, documentsSeen } of runs) {
    const cells = [reason === null ? status : `${status}: ${reason}`, nativeQuery ?? '', number(documentsSeen)]
    const key = status === 'ok' ? source : `${status} ${reason} ${documentsSeen}`
    const row = rows.get(key)
    if (row === undefined) rows.set(key, { sources: [labelOf(source)], cells })
    else {
      row.sources.push(labelOf(source))
      row.cells[1] = 'a different query for each source'
    }
  }
  return [...rows.values()].map(({ sources, cells }) => [sources.join(', '), ...cells])
}

/** Spans of days; if there are many, their number and the first and last day. */
export function listSpans(spans: readonly { firstDay: string; lastDay: string }[]): string {
  const [first, last] = [spans[0], spans.at(-1)]
  if (first === undefined || last === undefined) return 'none'
  return spans.length <= maxSpans
    ? spans.map(({ firstDay, lastDay }) => formatSpan(firstDay, lastDay)).join('; ')
    : `${number(spans.length)} spans between ${formatDay(first.firstDay)} and ${formatDay(last.lastDay)}`
}

function formatSpan(from: string, to: string): string {
  return from === to ? formatDay(from) : formatDayRange(from, to)
}

function columns(texts: readonly string[], numbers: readonly string[]): PrintedTable['columns'] {
  return [...texts.map((name) => ({ name, isNumber: false })), ...numbers.map((name) => ({ name, isNumber: true }))]
}

function writeOrUnknown(value: number | null, write: (value: number) => string): string {
  return value === null ? 'unknown' : write(value)
}

/** One decimal below 10, none above. */
function shortNumber(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 })
}
