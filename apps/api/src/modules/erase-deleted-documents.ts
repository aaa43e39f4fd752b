import { type QuotingColumn, redactColumns } from '../adapters/database/redact-columns.ts'
import type { Database } from '../adapters/database/database.port.ts'
import type { Collections } from './collections/index.ts'
import type { DocumentsModule } from './library/index.ts'
import type { Trends } from './markets/index.ts'
import type { Reports } from './reports/index.ts'
import { eraseFromWriting } from './writing/index.ts'
import { eraseFromThreads } from './zeus/index.ts'

/**
 * Columns that quote documents, by module. Not among them: what is encrypted for its receiver alone (answers that are sent again), and what people
 * wrote themselves (messages, captions, text cards, comments).
 */
const quotingColumns: readonly QuotingColumn[] = [
  // search
  { table: 'search', key: ['id'], column: 'feeds', type: 'json' },
  { table: 'search', key: ['id'], column: 'suggestions', type: 'json' },
  // reports
  { table: 'source_run', key: ['job_id', 'source'], column: 'run', type: 'json' },
  { table: 'context_space', key: ['id'], column: 'body', type: 'json' },
  // collections
  { table: 'trend_reading', key: ['signal_id'], column: 'numbers', type: 'json' },
  // monitors
  { table: 'monitor', key: ['id'], column: 'backtest', type: 'json' },
  { table: 'monitor', key: ['id'], column: 'recent', type: 'json' },
  { table: 'inbox_message', key: ['id'], column: 'title', type: 'text' },
  { table: 'inbox_message', key: ['id'], column: 'message', type: 'text', only: 'sender_id is null' },
  { table: 'inbox_message', key: ['id'], column: 'alert', type: 'json' },
  { table: 'inbox_message', key: ['id'], column: 'digest', type: 'json' },
  { table: 'mail_delivery', key: ['id'], column: 'title', type: 'text' },
  { table: 'mail_delivery', key: ['id'], column: 'message', type: 'text', only: 'sender_id is null' },
  { table: 'mail_delivery', key: ['id'], column: 'alert', type: 'json' },
  { table: 'mail_delivery', key: ['id'], column: 'digest', type: 'json' },
  { table: 'webhook_delivery', key: ['id'], column: 'body', type: 'json' },
  { table: 'destination_delivery', key: ['id'], column: 'message', type: 'json' },
  { table: 'digest', key: ['id'], column: 'state', type: 'json' },
  // news
  { table: 'news_cluster', key: ['id'], column: 'facts', type: 'json' },
  { table: 'news_cluster_event', key: ['id'], column: 'why', type: 'text', isUnmarked: true },
  { table: 'news_brief_change', key: ['id'], column: 'added', type: 'json', isUnmarked: true },
  { table: 'news_brief_change', key: ['id'], column: 'removed', type: 'json', isUnmarked: true },
  // writing
  { table: 'comment', key: ['id'], column: 'title', type: 'text', only: "kind = 'document'", isUnmarked: true },
  // workflows
  { table: 'workflow_run_step', key: ['run_id', 'step_id'], column: 'input', type: 'json-text' },
  { table: 'workflow_run_step', key: ['run_id', 'step_id'], column: 'output', type: 'json-text' },
  { table: 'workflow_run_step', key: ['run_id', 'step_id'], column: 'evidence', type: 'json' },
  { table: 'workflow_run_step', key: ['run_id', 'step_id'], column: 'question', type: 'json' },
]

/** Connects deletions with everything that quotes documents, so that every module removes its quotations, whichever way a document was deleted. */
export function eraseDeletedDocuments({
  database,
  documents,
  reports,
  trends,
  listSignalsOf,
}: {
  database: Database
  documents: DocumentsModule
  reports: Reports
  trends: Trends
  listSignalsOf: Collections['listSignalsOf']
}): void {
  const { signals, narratives } = reports
  documents.deletions.whenDeleted(async (redaction, deletions) => {
    // what can be measured again is not corrected but deleted
    await signals.forgetQuoting(redaction)
    await narratives.forgetQuoting(redaction)
    await trends.forgetQuoting(redaction)
    await redactColumns(database, quotingColumns, redaction)
    const changedThreads = await eraseFromThreads(redaction, database)
    await eraseFromWriting(redaction, deletions, { database, signals, listSignalsOf, changedThreads })
  })
}
