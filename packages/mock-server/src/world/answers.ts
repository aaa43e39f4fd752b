import {
  canonicalQuery,
  compareReports,
  describeQuery,
  earliestDay,
  formatQuery,
  minReportDocuments,
  presentSeries,
  readQueryText,
  readQuestion,
  toTsquery,
  type TypedQuestion,
} from '@auspex/analytics'
import type {
  ComparisonBasis,
  InflectionPoint,
  InflectionPointSummary,
  LiteTopic,
  ParsedQuery,
  PublishedDocument,
  ReportSection,
  SectionName,
  SeriesInterval,
  SignalQuery,
  SignalReport,
  SmartRedirect,
} from '@auspex/sdk/types'
import { addDays } from '@auspex/contract/days'
import type { Fields } from '../state/fields.ts'
import { toSourceRuns } from './report.ts'
import { chatterKinds, groupDocuments, type MeasuredSignal } from './series.ts'
import { dryRunMonitor, previewMonitor } from './monitors.ts'
import type { Signals } from './signals.ts'
import { sourceLabel } from './sources.ts'
import {
  type FoundDocument,
  presentDocument,
  textsOf,
  narrowQuery,
  readWorldQuery,
  type WorldPart,
  type WorldQuery,
} from './world.ts'

/** An answer counted from the documents of the world; null when the request names no signal that it knows. */
type Answer = (fields: Fields, signals: Signals) => unknown

/** The days, place and entity that a request limits a signal to, under all names that requests have for them. */
export function partOf(fields: Fields): WorldPart {
  const text = (...names: readonly string[]) =>
    names.map((name) => fields[name]).find((value): value is string => typeof value === 'string' && value !== '')
  return {
    entity: text('entity'),
    geo: text('geo'),
    from: text('from', 'startDate', 'start_date_time')?.slice(0, 10),
    to: text('to', 'endDate', 'end_date_time')?.slice(0, 10),
  }
}

function dayIn(fields: Fields, name: string): string | undefined {
  const day = fields[name]
  return typeof day === 'string' ? day : undefined
}

/** The query of a report as of a past day. In this world everything is collected on the day on which it is published. */
function knownOn(query: SignalReport['query'], asOf: string, todaySignalId: string): SignalReport['query'] {
  return { ...query, asOf, todaySignalId }
}

function ofReport(choose: (report: SignalReport) => unknown): Answer {
  return (fields, signals) => {
    const signal = signals.measure(String(fields['id'] ?? fields['signalId']), partOf(fields))
    return signal === null ? null : choose(signals.report(signal))
  }
}

function ofQuery(measure: (query: WorldQuery, signals: Signals, fields: Fields) => unknown, name?: string): Answer {
  return (fields, signals) => {
    const typed = name === undefined ? fields : { query_term: fields[name], geo: fields['geo'] }
    const query = readWorldQuery(typed) // as the contract's schema of the body
    return query === null ? null : measure(query, signals, fields)
  }
}

/** The answers by operation. */
export const worldAnswers: Readonly<Record<string, Answer>> = {
  signalBySources: ofQuery((query, signals) => {
    const signal = signals.measureQuery(query, signals.save(query))
    const sources = toSourceRuns(signal)
    const counts = sources.map(({ source, documentsSeen }) => ({ source, documents: documentsSeen }))
    return { signal_id: signal.signalId, query: query.echo, sources, counts }
  }),
  getSignalReport: (fields, signals) => {
    const asOf = dayIn(fields, 'asOf')
    const part = partOf(fields)
    const signal = signals.measure(String(fields['id']), { ...part, to: earliestDay(part.to ?? null, asOf ?? null) })
    if (signal === null) return null
    const report = signals.report(signal)
    return asOf === undefined ? report : { ...report, query: knownOn(report.query, asOf, String(fields['id'])) }
  },
  parseQuery: readQuery,
  getSignalSection: readSection,
  getDocumentCount: ofReport(({ signalId, counts, firstDay, lastDay }) => ({ signalId, counts, firstDay, lastDay })),
  getTone: ofReport(({ tone }) => tone),
  fetchLocationMetrics: ofReport(({ locations }) => locations),
  getInfluentialVoices: ofReport(({ voices }) => voices),
  getExecutiveSummary: ofReport(({ summary }) => summary),
  getInflectionPointSummary: explainInflections,
  getTrendSummary: ofQuery((query, signals) => signals.report(signals.measureQuery(query)).summary, 'trend'),
  smartRedirect: ofQuery(redirect, 'trend_name'),
  topicQueryLiteBulk: measureTopics,
  smartSearchLite: ofQuery(searchEverything, 'query'),
  compareSignals: (fields, signals) => {
    const ids = [...new Set(String(fields['ids']).split(','))]
    const asOf = dayIn(fields, 'asOf')
    const compared = ids.map((id) => signals.measure(id, { to: asOf })).filter((signal) => signal !== null)
    if (compared.length < ids.length) return null
    const text = (name: string) => (typeof fields[name] === 'string' ? fields[name] : undefined)
    const reference = ids.indexOf(text('reference') ?? '')
    const comparison = compareReports(
      compared.map((signal) => signals.dailyReport(signal)),
      {
        basis: (text('basis') ?? 'documents') as ComparisonBasis, // as the contract's schema of the parameter
        referenceId: compared[Math.max(0, reference)]?.signalId ?? '',
        from: text('from'),
        to: text('to'),
        describeQuery: (query) => describeQuery(query, sourceLabel),
      },
    )
    if (asOf === undefined) return comparison
    const ofDay = comparison.signals.map((one, index) => ({
      ...one,
      query: knownOn(one.query, asOf, ids[index] ?? ''),
    }))
    return { ...comparison, signals: ofDay }
  },
  previewMonitor: (fields, signals) => {
    const query = readWorldQuery(fields['query'] as SignalQuery) // as the contract's schema of the body
    return query === null ? null : previewMonitor(query, fields, signals)
  },
  dryRunMonitor: ({ id, days }, signals) => {
    const monitor = signals.findMonitor(String(id))
    const query = monitor === null ? null : readWorldQuery(monitor['query'] as SignalQuery) // as the contract's schema of the item
    return monitor === null || query === null ? null : dryRunMonitor(query, monitor, { days: Number(days), signals })
  },
  getSignalDocument: ({ signalId, documentId, ...fields }, signals) => {
    const signal = signals.measure(String(signalId), partOf(fields))
    const document = signal?.documents.find(({ id }) => id === documentId)
    if (signal === null || document === undefined) return null
    const shown = presentDocument(document, signal.query)
    const { snippet, highlights } = shown
    const text = snippet === null ? null : { content: snippet, highlights: highlights.snippet, isCut: false }
    return { document: shown, text }
  },
}

/** One section. Days choose the points of a series, and the documents of any other section. */
function readSection(fields: Fields, signals: Signals): ReportSection | null {
  const { entity, from, to } = partOf(fields)
  const name = fields['sub'] as SectionName // as the contract's schema of the parameter
  const isSeries = name === 'volume' || name === 'tone' || name === 'attention'
  const signal = signals.measure(String(fields['id']), isSeries ? { entity } : { entity, from, to })
  if (signal === null || name === 'narratives' || name === 'forecast' || name === 'medicine') return null
  if (!isSeries) return signals.report(signal)[name]
  const interval = fields['interval'] as SeriesInterval | undefined // as the contract's schema of the parameter
  return presentSeries(signals.dailyReport(signal), name, { interval, from: from ?? undefined, to: to ?? undefined })
}

/** The server also ignores a question from which a longer query would be read. */
const maxTermLength = 500

/**
 * What would be searched for a text, and for a question in plain English. The topics that somebody searched are phrases of this library. No
 * countries, whose names are in a package that no browser loads.
 */
function readQuery(fields: Fields, signals: Signals): ParsedQuery {
  const typed: TypedQuestion = fields // as the contract's schema of the body
  const read = readQueryText(typed)
  const isKnown = (phrase: string) => {
    const query = readWorldQuery({ query_term: phrase })
    return query !== null && signals.knownIdOf(query) !== null
  }
  const isPair = [typed.x_term, typed.y_term].some((term) => (term ?? '').trim() !== '')
  const understood = isPair ? null : readQuestion(typed.query_term ?? '', { today: signals.today, isKnown })
  const question =
    understood !== null && understood.query.length <= maxTermLength
      ? {
          query_term: understood.query,
          words: understood.words,
          startDate: understood.from,
          endDate: understood.until,
        }
      : null
  if ('error' in read) return { ok: false, reading: null, fault: { term: read.term, ...read.error }, question }
  const { node, unsearched } = read
  const library = { key: 'imported', label: 'This library', nativeQuery: toTsquery(node) } as const
  const sources = [{ ...library, requests: 0, notHonoured: [] }]
  const reading = { formatted: formatQuery(node), canonical: canonicalQuery(node), node, unsearched, sources }
  return { ok: true, reading, fault: null, question }
}

function redirect(query: WorldQuery, signals: Signals): SmartRedirect {
  const exists = signals.knownIdOf(query) !== null
  const { documents, signalId } = signals.measureQuery(query, signals.save(query))
  const signal = { signalId, path: `/signal/${signalId}`, title: query.echo.title, documents: documents.length }
  return {
    ...signal,
    exists,
    reason: exists ? 'exact' : 'new',
    why: exists ? 'This signal was searched before.' : 'Nobody has searched this yet.',
    asked: signal,
  }
}

function measureTopics(fields: Fields, signals: Signals): unknown {
  const { queries, startDate, endDate, windowDays = 28 } = fields
  const items = (queries as SignalQuery[]).map((input): LiteTopic => {
    const query = readWorldQuery({ ...input, startDate, endDate } as SignalQuery) // as the contract's schema of the body
    if (query === null)
      return {
        signalId: null,
        title: input.query_term ?? input.x_term ?? '',
        status: 'bad-query',
        reason: 'The query cannot be read.',
        documents: null,
        momentum: null,
        toneMean: null,
      }
    const signal = signals.measureQuery(query, signals.save(query))
    const { momentum, tone, counts } = signals.report(signal)
    const isSparse = counts.documents < minReportDocuments
    return {
      signalId: signal.signalId,
      title: query.echo.title,
      status: isSparse ? 'data-too-sparse' : 'measured',
      reason: isSparse ? `Fewer than ${minReportDocuments} documents match.` : null,
      documents: counts.documents,
      momentum: isSparse ? null : momentum.ratio,
      toneMean: isSparse ? null : (tone.mean?.value ?? null),
    }
  })
  return { asOf: items.length === 0 ? null : addDays(signals.today, -1), windowDays, items }
}

const maxFound = 10

function searchEverything(query: WorldQuery, signals: Signals, { query: typed, limit }: Fields): unknown {
  const signal = signals.measureQuery(query)
  const count = Math.min(maxFound, typeof limit === 'number' ? limit : maxFound)
  const { contexts } = signals.report(signal)
  const suggest = (kind: 'term' | 'entity') =>
    contexts.items
      .filter((context) => context.kind === kind)
      .slice(0, count)
      .map(({ term, stories, documents }) => ({ term, kind, stories, documents }))
  const hit = { signalId: signal.signalId, title: query.echo.title, documents: signal.documents.length }
  return {
    query: typed,
    signals:
      signals.knownIdOf(query) === null ? [] : [{ ...hit, computedAt: new Date(signal.world.now()).toISOString() }],
    terms: suggest('term'),
    entities: suggest('entity'),
    documents: signal.documents
      .slice(-count)
      .toReversed()
      .map((document) => {
        const { id, title, outlet, url, publishedAt } = presentDocument(document, query)
        return { id, title, outlet, url, publishedAt }
      }),
    documentsTotal: signal.documents.length,
  }
}

/** The points of the report with the documents around them; one of them when a day is named. */
function explainInflections(fields: Fields, signals: Signals): InflectionPointSummary | null {
  const signal = signals.measure(String(fields['id']))
  if (signal === null) return null
  const { basis, found, reason, method, points } = signals.report(signal).inflections
  const wanted = points.filter(({ day }) => fields['day'] === undefined || day === fields['day'])
  const explained = wanted.slice(0, 12).map((point): InflectionPoint => {
    const to = point.endDay ?? addDays(point.day, 6)
    const [beforeFrom, beforeTo] = [addDays(point.day, -7), addDays(point.day, -1)]
    const within = (from: string, last: string) => signal.documents.filter(({ day }) => day >= from && day <= last)
    const [after, before] = [within(point.day, to), within(beforeFrom, beforeTo)]
    return {
      ...point,
      days: {
        from: point.day,
        to,
        documents: after.length,
        read: Math.min(1000, after.length),
        beforeFrom,
        beforeTo,
        documentsBefore: before.length,
        readBefore: Math.min(1000, before.length),
      },
      statements: [],
      claims: [],
      stories: largestStories(after),
      terms: [],
      tone: null,
      starters: [],
      summary: [],
    }
  })
  return { signalId: signal.signalId, points: explained, basis, found, reason, method }
}

function largestStories(documents: readonly FoundDocument[]): InflectionPoint['stories'] {
  return storiesOf(documents)
    .toSorted((a, b) => b.length - a.length)
    .slice(0, 5)
    .flatMap((telling) => {
      const [first] = telling
      if (first === undefined) return []
      const outlets = new Set(telling.map(({ outlet }) => outlet)).size
      const { title } = textsOf(first)
      const { storyCluster, publishedAt: firstAt, outlet: firstOutlet, id: documentId } = first
      return { storyCluster, title, documents: telling.length, outlets, firstAt, firstOutlet, documentId }
    })
}

/** The documents of a signal, newest first. Which of them a page shows follows from the contract; what is chosen here does not. */
export function listDocuments(id: string, fields: Fields, signals: Signals): PublishedDocument[] | null {
  const query = signals.queryOf(id)
  if (query === null) return null
  const signal = listPart(query, fields, signals)
  const { group, fold } = fields
  const listed = signal.documents
    .filter(
      ({ kind }) => (group !== 'documents' && group !== 'chatter') || chatterKinds.has(kind) === (group === 'chatter'),
    )
    .toReversed()
  return fold === 'stories'
    ? foldStories(listed, signal.query)
    : listed.map((each) => presentDocument(each, signal.query))
}

/** The signal within the days of the request. Where they lie outside the signal's own days, it has no documents. */
function listPart(query: WorldQuery, fields: Fields, signals: Signals): MeasuredSignal {
  const part = partOf(fields)
  const { startDate, endDate } = query.echo
  const isOutside =
    (part.from ?? '') > (part.to ?? '9999') ||
    signals.isBefore(query, part.to) ||
    (startDate !== null && (part.to ?? startDate) < startDate) ||
    (endDate !== null && (part.from ?? endDate) > endDate)
  const signal = signals.measureQuery(isOutside ? query : narrowQuery(query, part))
  return isOutside ? { ...signal, documents: [] } : signal
}

/** The newest document of each story, with the number of its copies. */
function foldStories(documents: readonly FoundDocument[], query: WorldQuery): PublishedDocument[] {
  return storiesOf(documents).flatMap((telling) => {
    const [newest] = telling
    const outlets = new Set(telling.map(({ outlet }) => outlet)).size
    return newest === undefined
      ? []
      : [{ ...presentDocument(newest, query), copies: { documents: telling.length, outlets } }]
  })
}

function storiesOf(documents: readonly FoundDocument[]): FoundDocument[][] {
  return [...groupDocuments(documents, ({ storyCluster }) => storyCluster).values()]
}
