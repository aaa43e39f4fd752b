import type { SignalReport } from '@auspex/sdk/types'
import { toCompactDocument } from './document.ts'
import { toCompactCounts, toCompactEstimate } from './numbers.ts'

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
