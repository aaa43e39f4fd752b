import type { Citation } from '@auspex/sdk/types'
import { sql } from 'kysely'
import type { Database } from '../../adapters/database/database.port.ts'
import { redactColumns, toPattern } from '../../adapters/database/redact-columns.ts'
import { describeDeletion, type RedactedText, type Redaction } from '../../kernel/redaction.ts'
import type { MessageRow } from './messages.repository.ts'

const messagesPerStep = 200

/**
 * Removes quotations of deleted documents from answers and what led to them; returns the conversations that had some. What people wrote stays.
 */
export async function eraseFromThreads(redaction: Redaction, database: Database): Promise<string[]> {
  await redactColumns(database, [{ table: 'zeus_approval', key: ['id'], column: 'approval', type: 'json' }], redaction)
  const changed: string[] = []
  let after = ''
  for (;;) {
    const { rows } = await sql<Pick<MessageRow, 'id' | 'thread_id' | 'content' | 'details'>>`
      select id, thread_id, content, details from zeus_message
      where role = 'assistant' and id > ${after} and (content || coalesce(details::text, '')) ~ ${toPattern(redaction.markers)}
      order by id limit ${messagesPerStep}`.execute(database.kysely)
    for (const { id, thread_id: threadId, content, details } of rows) {
      const redacted = redaction.redactText(content)
      const written = eraseFromDetails(details, { redaction, redacted })
      if (redacted.text === content && written === details) continue
      await sql`
        update zeus_message set content = ${redacted.text}, details = ${written === null ? null : JSON.stringify(written)}::jsonb
        where id = ${id}`.execute(database.kysely)
      // an answer that ended is sent again from its events for some minutes: from now on it is read as it is stored
      await sql`
        delete from zeus_run_event where run_id in (select id from zeus_run where message_id = ${id} and ended_at is not null)`.execute(
        database.kysely,
      )
      changed.push(threadId)
    }
    after = rows.at(-1)?.id ?? ''
    if (rows.length < messagesPerStep) return [...new Set(changed)]
  }
}

function eraseFromDetails(
  details: MessageRow['details'],
  { redaction, redacted }: { redaction: Redaction; redacted: RedactedText },
): MessageRow['details'] {
  if (details === null || !('citations' in details)) return details
  const { citations, ...rest } = redaction.redactValue(details)
  return { ...rest, citations: citations.map((citation) => eraseFromCitation(citation, { redaction, redacted })) }
}

/** A citation keeps its number and the place of its claim, which moves with the text. */
function eraseFromCitation(
  citation: Citation,
  { redaction, redacted }: { redaction: Redaction; redacted: RedactedText },
): Citation {
  const [claimStart, claimEnd] = [redacted.move(citation.claimStart), redacted.move(citation.claimEnd)]
  const moved = { ...citation, claimStart, claimEnd }
  if (moved.kind !== 'document') return moved
  const deleted = redaction.documents.find(({ documentId }) => documentId === moved.documentId)
  if (deleted === undefined) return moved
  return { ...moved, quote: describeDeletion(deleted), quoteStart: 0, quoteEnd: 0 }
}
