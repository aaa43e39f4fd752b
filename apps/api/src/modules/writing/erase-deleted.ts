import type { CardContent } from '@auspex/sdk/types'
import { sql } from 'kysely'
import type { Database } from '../../adapters/database/database.port.ts'
import { redactColumns, toPattern } from '../../adapters/database/redact-columns.ts'
import { describeDeletion, type Redaction } from '../../kernel/redaction.ts'
import type { PendingDeletion } from '../library/index.ts'
import type { Signals } from '../reports/index.ts'
import type { CardDeletion } from './stories/stories.types.ts'

export interface ErasureDependencies {
  database: Database
  signals: Pick<Signals, 'listMatching'>
  /** The signals of portfolios and projects. */
  listSignalsOf: (itemIds: readonly string[]) => Promise<ReadonlyMap<string, readonly string[]>>
  /** Conversations from which quotations were removed before: their files have them, too. */
  changedThreads: readonly string[]
}

interface CardRow {
  story_id: string
  card_id: string
  revision: number
  frozen: boolean
  as_of: Date | null
  content: CardContent
  deletion: CardDeletion | null
}

const cardsPerStep = 200

/**
 * Removes deleted documents from stories, saved reports and finished files. Text cards and captions are a person's own writing and stay; what a frozen
 * card measured stays, with the number of documents that it counted and that are gone.
 */
export async function eraseFromWriting(
  redaction: Redaction,
  deletions: readonly PendingDeletion[],
  deps: ErasureDependencies,
): Promise<void> {
  const stories = await eraseFromCards(redaction, deletions, deps)
  const reports = await redactColumns(
    deps.database,
    ['zeus_report', 'zeus_report_version'].flatMap((table) => {
      const key = table === 'zeus_report' ? ['id'] : ['report_id', 'revision']
      return [
        // passages of an answer are copied here without the document that they are from
        { table, key, column: 'contents', type: 'text' as const, isUnmarked: true },
        { table, key, column: 'title', type: 'text' as const, isUnmarked: true },
        { table, key, column: 'selected_messages', type: 'json' as const, isUnmarked: true },
      ]
    }),
    redaction,
  )
  await withdrawFiles(redaction, deletions, {
    ...deps,
    changedItems: new Set([...stories, ...reports, ...deps.changedThreads]),
  })
}

/** Returns the stories whose cards changed. */
async function eraseFromCards(
  redaction: Redaction,
  deletions: readonly PendingDeletion[],
  { database, signals }: ErasureDependencies,
): Promise<string[]> {
  const changed: string[] = []
  let after = ''
  for (;;) {
    const { rows } = await sql<CardRow & { key: string }>`
      select story_id, card_id, revision, frozen, as_of, content, deletion, story_id || ' ' || card_id || ' ' || revision as key
      from story_card
      where content ->> 'kind' not in ('text', 'image') and story_id || ' ' || card_id || ' ' || revision > ${after}
        and (content::text ~ ${toPattern(redaction.markers)} or (frozen and content ? 'signalId'))
      order by story_id || ' ' || card_id || ' ' || revision limit ${cardsPerStep}`.execute(database.kysely)
    const signalIds = rows.flatMap(({ content, frozen }) => (frozen && 'signalId' in content ? [content.signalId] : []))
    const matches = await matchesOf(signalIds, deletions, signals)
    for (const row of rows) {
      const redactedCard = eraseFromCard(row, { redaction, deletions, matches })
      if (redactedCard === null) continue
      await sql`
        update story_card set content = ${JSON.stringify(redactedCard.content)}::jsonb, deletion = ${JSON.stringify(redactedCard.deletion)}::jsonb
        where story_id = ${row.story_id} and card_id = ${row.card_id} and revision = ${row.revision}`.execute(
        database.kysely,
      )
      changed.push(row.story_id)
    }
    after = rows.at(-1)?.key ?? ''
    if (rows.length < cardsPerStep) return changed
  }
}

/** The deleted documents that each signal found, by signal. */
async function matchesOf(
  signalIds: readonly string[],
  deletions: readonly PendingDeletion[],
  signals: ErasureDependencies['signals'],
): Promise<ReadonlyMap<string, readonly PendingDeletion[]>> {
  const matches = new Map<string, PendingDeletion[]>()
  if (signalIds.length === 0) return matches
  for (const deletion of deletions)
    for (const signalId of await signals.listMatching([...new Set(signalIds)], deletion.document))
      matches.set(signalId, [...(matches.get(signalId) ?? []), deletion])
  return matches
}

function eraseFromCard(
  { content, frozen, as_of: asOf, deletion }: CardRow,
  facts: {
    redaction: Redaction
    deletions: readonly PendingDeletion[]
    matches: ReadonlyMap<string, readonly PendingDeletion[]>
  },
): { content: CardContent; deletion: CardDeletion } | null {
  const named = 'documentId' in content ? content.documentId : null
  const own = facts.deletions.filter(({ document }) => document.documentId === named)
  const counted =
    !frozen || asOf === null || !('signalId' in content)
      ? []
      : (facts.matches.get(content.signalId) ?? []).filter(({ document }) => new Date(document.publishedAt) <= asOf)
  const redacted = facts.redaction.redactValue(content)
  const ids = [...own, ...counted].map(({ document }) => document.documentId)
  const deletedIds = new Set(deletion?.documentIds)
  if (redacted === content && ids.every((id) => deletedIds.has(id))) return null
  const last = [...own, ...counted].at(-1) ?? facts.deletions.at(-1)
  if (last === undefined) return null
  return {
    content: redacted,
    deletion: {
      documentIds: [...new Set([...deletedIds, ...ids])],
      way: last.way,
      at: new Date(last.at).toISOString(),
    },
  }
}

/** Finished files cannot be changed: those that may contain a deleted document are deleted, and say so. */
async function withdrawFiles(
  redaction: Redaction,
  deletions: readonly PendingDeletion[],
  { database, signals, listSignalsOf, changedItems }: ErasureDependencies & { changedItems: ReadonlySet<string> },
): Promise<void> {
  const { rows } = await sql<{ id: string; kind: string; itemId: string }>`
    select id, kind, item_id as "itemId" from export where status = 'complete'`.execute(database.kysely)
  const collections = rows.filter(({ kind }) => kind === 'portfolio' || kind === 'project')
  const signalsOf = await listSignalsOf([...new Set(collections.map(({ itemId }) => itemId))])
  const signalsIn = ({ kind, itemId }: (typeof rows)[number]) =>
    kind === 'signal' || kind === 'comparison' ? itemId.split(',') : (signalsOf.get(itemId) ?? [])
  const matches = await matchesOf(rows.flatMap(signalsIn), deletions, signals)
  const withdrawn = rows.filter(
    (file) => changedItems.has(file.itemId) || signalsIn(file).some((signalId) => matches.has(signalId)),
  )
  const [last] = redaction.documents.slice(-1)
  if (withdrawn.length === 0 || last === undefined) return
  const ids = withdrawn.map(({ id }) => id)
  const reason = `${describeDeletion(last).replace('quoted here', 'in this file')} Export it again to get a file without it.`
  await database.kysely.transaction().execute(async (trx) => {
    await sql`update export set status = 'failed', bytes = null, reason = ${reason} where id = any(${ids}::text[])`.execute(
      trx,
    )
    await sql`delete from export_chunk where export_id = any(${ids}::text[])`.execute(trx)
  })
}
