import type { QueryNode } from '@auspex/analytics'
import type { DocumentLabel } from '@auspex/sdk/types'
import { sql } from 'kysely'
import type { Database } from '../../../adapters/database/database.port.ts'

/** A sampled part: the documents that its query matches and no part before it does. */
export interface SampledPart {
  node: QueryNode
  /** How many of them the query of the signal matches, and how many it does not. */
  matches: number
  others: number
}

export interface SampledDocument {
  documentId: string
  /** Index of its part. */
  part: number
  isMatch: boolean
  label: DocumentLabel | null
}

export interface StoredCheck {
  signalId: string
  drawnFor: string
  /** Sources, days and country of the query as text. */
  bounds: string
  drawnAt: Date
  parts: SampledPart[]
  widerTerms: string[]
  /** In the order in which they are labelled. */
  documents: SampledDocument[]
}

export interface CheckSummary {
  signalId: string
  drawnFor: string
  drawnAt: Date
  labels: number
}

type CheckTables = {
  query_check: {
    user_id: string
    signal_id: string
    drawn_for: string
    bounds: string
    drawn_at: Date
    parts: SampledPart[]
    wider_terms: string[]
  }
  query_check_document: {
    user_id: string
    signal_id: string
    document_id: string
    part: number
    position: number
    is_match: boolean
    label: DocumentLabel | null
  }
}

export type QueryChecksRepository = ReturnType<typeof createQueryChecksRepository>

/** All SQL of query checks. Every access is limited to the person who labels. */
export function createQueryChecksRepository(database: Database) {
  const kysely = database.kysely.withTables<CheckTables>()
  return {
    async find(userId: string, signalId: string): Promise<StoredCheck | null> {
      const row = await kysely
        .selectFrom('query_check')
        .selectAll()
        .where('user_id', '=', userId)
        .where('signal_id', '=', signalId)
        .executeTakeFirst()
      if (row === undefined) return null
      const documents = await kysely
        .selectFrom('query_check_document')
        .select(['document_id as documentId', 'part', 'is_match as isMatch', 'label'])
        .where('user_id', '=', userId)
        .where('signal_id', '=', signalId)
        .orderBy('position')
        .execute()
      const { drawn_for: drawnFor, bounds, drawn_at: drawnAt, parts, wider_terms: widerTerms } = row
      return { signalId, drawnFor, bounds, drawnAt, parts, widerTerms, documents }
    },

    /** Stores a check in place of an earlier one of the same signal. */
    async save(userId: string, { signalId, drawnFor, bounds, drawnAt, parts, widerTerms, documents }: StoredCheck) {
      await kysely.transaction().execute(async (trx) => {
        await trx.deleteFrom('query_check').where('user_id', '=', userId).where('signal_id', '=', signalId).execute()
        await trx
          .insertInto('query_check')
          .values({
            user_id: userId,
            signal_id: signalId,
            drawn_for: drawnFor,
            bounds,
            drawn_at: drawnAt,
            parts: sql<SampledPart[]>`${JSON.stringify(parts)}::jsonb`,
            wider_terms: sql<string[]>`${widerTerms}::text[]`,
          })
          .execute()
        await trx
          .insertInto('query_check_document')
          .values(
            documents.map(({ documentId, part, isMatch, label }, position) => ({
              user_id: userId,
              signal_id: signalId,
              document_id: documentId,
              part,
              position,
              is_match: isMatch,
              label,
            })),
          )
          .execute()
      })
    },

    async label(userId: string, signalId: string, documentId: string, label: DocumentLabel | null): Promise<void> {
      await kysely
        .updateTable('query_check_document')
        .set({ label })
        .where('user_id', '=', userId)
        .where('signal_id', '=', signalId)
        .where('document_id', '=', documentId)
        .execute()
    },

    /** The person's other checks with labels and the same bounds, newest first. */
    async listOthers(userId: string, { signalId, bounds }: { signalId: string; bounds: string }) {
      const { rows } = await sql<CheckSummary>`
        select c.signal_id as "signalId", c.drawn_for as "drawnFor", c.drawn_at as "drawnAt", count(d.label)::int as labels
        from query_check c join query_check_document d on d.user_id = c.user_id and d.signal_id = c.signal_id
        where c.user_id = ${userId} and c.bounds = ${bounds} and c.signal_id <> ${signalId}
        group by c.user_id, c.signal_id having count(d.label) > 0
        order by c.drawn_at desc, c.signal_id limit 5`.execute(kysely)
      return rows
    },
  }
}
