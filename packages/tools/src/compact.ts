import type { Counts, DocumentPage, Estimate, PublishedDocument, SignalReport } from '@auspex/sdk/types'

const round = (value: number): number => Number(value.toPrecision(3))

/** A value with its 95 % interval; null when it is unknown. */
export const toCompactEstimate = (estimate: Estimate | null): { value: number; low: number; high: number } | null =>
  estimate && { value: round(estimate.value), low: round(estimate.low), high: round(estimate.high) }

/** The counts, with an interval only where they are estimates, and the number of responding shards of the library only where one did not respond. */
export const toCompactCounts = (counts: Counts): object => ({
  documents: counts.documents,
  storyClusters: counts.storyClusters,
  outlets: counts.outlets,
  authors: counts.authors,
  ...(counts.sampled && { low: counts.documentsLow, high: counts.documentsHigh, sampled: true }),
  ...(counts.laterDocuments && { laterDocuments: counts.laterDocuments }),
  ...(counts.shards && { shards: counts.shards }),
})

/**
 * A value whose lists are cut to `limit` items, with `…left out` beside each list that was cut. Series of days, weeks and months keep their end,
 * other lists their strongest items at the beginning; highlights of documents are for screens and are left out.
 */
export const trim = (value: unknown, limit: number): unknown => {
  if (Array.isArray(value)) return value.map((item) => trim(item, limit))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== 'highlights')
      .flatMap(([key, field]: [string, unknown]) => {
        if (!Array.isArray(field) || field.length <= limit) return [[key, trim(field, limit)]]
        const shownItems = isSeries(field) ? field.slice(-limit) : field.slice(0, limit)
        return [
          [key, trim(shownItems, limit)],
          [`${key} left out`, field.length - limit],
        ]
      }),
  )
}

/** Days in order, or spans of days each of which begins after the previous one. */
const isSeries = (items: readonly unknown[]): boolean => {
  const [first] = items
  if (typeof first !== 'object' || first === null) return false
  if ('day' in first) return true
  return items.every((item, at) => at === 0 || dayOf(item, 'firstDay') > dayOf(items[at - 1], 'lastDay'))
}

const dayOf = (item: unknown, key: 'firstDay' | 'lastDay'): string =>
  typeof item === 'object' && item !== null && key in item ? String((item as Record<string, unknown>)[key]) : '' // it has the key

export interface CompactDocument {
  readonly id: string
  readonly day: string
  readonly source: string
  readonly outlet: string
  readonly author: string | null
  readonly title: string
  readonly snippet: string | null
  readonly tone: string
  readonly url: string | null
}

/** The fields that a model needs to judge and cite a document. */
export const toCompactDocument = (document: PublishedDocument): CompactDocument => ({
  id: document.id,
  day: document.publishedAt.slice(0, 10),
  source: document.source,
  outlet: document.outlet,
  author: document.author,
  title: document.title,
  snippet: document.snippet,
  tone: document.tone.label,
  url: document.url,
})

export const toCompactPage = ({ items, page }: DocumentPage): object => ({
  total: page.total,
  page: page.page,
  totalPages: page.totalPages,
  documents: items.map(toCompactDocument),
})

/** The measures that two signals can be compared by. */
export const toCompactMeasures = ({
  signalId,
  query,
  counts,
  momentum,
  stage,
  tone,
  ...report
}: SignalReport): object => ({
  signalId,
  title: query.title,
  counted: query.subject ?? query.title,
  from: report.firstDay,
  to: report.lastDay,
  // after it a day without documents is unknown rather than silent
  coveredTo: stage.asOf,
  provenance: report.provenance,
  counts: toCompactCounts(counts),
  momentum: { ratio: toCompactEstimate(momentum.ratio), reason: momentum.reason, windowDays: momentum.windowDays },
  stage: stage.stage,
  tone: { mean: toCompactEstimate(tone.mean), counts: tone.counts },
})

/**
 * A report in a size that fits a model: every measure, the beginning of every list, and the evidence for each
 * statement.
 */
export const toCompactReport = (report: SignalReport): object => ({
  ...toCompactMeasures(report),
  stageReason: report.stage.reason,
  stale: report.stale,
  summary: report.summary.sentences.map(({ text, documentIds }) => ({ text, documentIds })),
  contexts: report.contexts.items.slice(0, 12).map(({ term, kind, lift }) => ({ term, kind, lift })),
  voices: [...report.voices.authors.slice(0, 5), ...report.voices.outlets.slice(0, 5)].map(
    ({ name, kind, group, stories, followers, documents }) => ({ name, kind, group, stories, followers, documents }),
  ),
  countries: report.locations.countries.slice(0, 8).map(({ country, documents }) => ({ country, documents })),
  countryUnknown: report.locations.unknown,
  documents: report.documents.items.slice(0, 8).map(toCompactDocument),
  chatter: report.chatter.items.slice(0, 5).map(toCompactDocument),
  coverage: report.coverage.sources.map(({ source, documents, complete }) => ({ source, documents, complete })),
  failedSources: report.coverage.runs
    .filter(({ status }) => status !== 'ok' && status !== 'empty')
    .map(({ source, status, reason }) => ({ source, status, reason })),
})
