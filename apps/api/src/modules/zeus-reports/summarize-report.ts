import { summarizeText } from '@auspex/analytics'
import type { ZeusReportSummary } from '@auspex/sdk/types'
import type { Clock } from '../../kernel/clock.ts'
import { proseOf } from './prose.ts'
import type { StoredReport } from './zeus-reports.types.ts'

const mostSentences = 4
const mostCharacters = 4_000

/**
 * A report in its own sentences. It has no citations: what a report says stands on what its person wrote, and their marks stay in the
 * sentences as they are.
 */
export function summarizeReport({ id, revision, contents }: StoredReport, clock: Clock): ZeusReportSummary {
  const summary = summarizeText(proseOf(contents), mostSentences)
  // a sentence is told whole or not at all
  while (summary.join(' ').length > mostCharacters) summary.pop()
  return {
    reportId: id,
    revision,
    summary: summary.join(' '),
    citations: [],
    method: 'extractive',
    writtenAt: clock.now().toISOString(),
  }
}
