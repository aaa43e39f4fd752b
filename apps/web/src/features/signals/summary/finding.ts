import type { SignalReport } from '@auspex/sdk'
import { statementsOf, type TaggedStatement } from './statement-parts.ts'

/** The sentence above the chart; null if nothing can be claimed, and the chart only describes its content. */
export const findingOf = ({ summary }: Pick<SignalReport, 'summary'>): TaggedStatement | null =>
  statementsOf(summary, 'title')[0] ?? null

/** The same as plain text. */
export const findingWords = (report: Pick<SignalReport, 'summary' | 'query'>): string =>
  findingOf(report)?.statement.text ?? `How much is said about ${report.query.subject ?? report.query.title}`
