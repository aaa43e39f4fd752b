import type { SignalReport } from '@auspex/sdk'
import { statementsOf, type TaggedStatement } from './statement-parts.ts'

/** The sentence that heads the chart; null where nothing can be claimed, and the chart says only what it shows. */
export const findingOf = ({ summary }: Pick<SignalReport, 'summary'>): TaggedStatement | null =>
  statementsOf(summary, 'title')[0] ?? null

/** The same as plain words. */
export const findingWords = (report: Pick<SignalReport, 'summary' | 'query'>): string =>
  findingOf(report)?.statement.text ?? `How much is said about ${report.query.title}`
