import { sql } from 'kysely'
import type { Database } from '../../../adapters/database/database.port.ts'
import { type PageRequest, pageOffset } from '../../../kernel/page.ts'
import type { SpaceBody, StoredSpace } from './draw-space.ts'

type SpaceTables = {
  context_space: {
    id: string
    user_id: string
    signal_id: string
    title: string
    contexts: number
    version: number
    created_at: Date
    updated_at: Date
    body: SpaceBody
  }
}

export type ContextSpacesRepository = ReturnType<typeof createContextSpacesRepository>

function json(body: SpaceBody) {
  return sql<SpaceBody>`${JSON.stringify(body)}::jsonb`
}

/** All SQL of stored context spaces. Every access is limited to the person who created them. */
export function createContextSpacesRepository(database: Database) {
  const kysely = database.kysely.withTables<SpaceTables>()
  return {
    async insert(userId: string, { id, signalId, title, version, createdAt, updatedAt, body }: StoredSpace) {
      await kysely
        .insertInto('context_space')
        .values({
          id,
          user_id: userId,
          signal_id: signalId,
          title,
          contexts: body.contexts.length,
          version,
          created_at: createdAt,
          updated_at: updatedAt,
          body: json(body),
        })
        .execute()
    },

    async find(userId: string, id: string): Promise<StoredSpace | null> {
      const row = await kysely
        .selectFrom('context_space')
        .selectAll()
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .executeTakeFirst()
      if (row === undefined) return null
      const { signal_id, title, version, created_at, updated_at, body } = row
      return { id, signalId: signal_id, title, version, createdAt: created_at, updatedAt: updated_at, body }
    },

    /** Writes the next version; false when another one was written since this was read. */
    async update(userId: string, { id, version, updatedAt, body }: StoredSpace): Promise<boolean> {
      const { numUpdatedRows } = await kysely
        .updateTable('context_space')
        .set({ version: version + 1, updated_at: updatedAt, contexts: body.contexts.length, body: json(body) })
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .where('version', '=', version)
        .executeTakeFirstOrThrow()
      return Number(numUpdatedRows) === 1
    },

    async remove(userId: string, id: string): Promise<boolean> {
      const { numDeletedRows } = await kysely
        .deleteFrom('context_space')
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow()
      return Number(numDeletedRows) === 1
    },

    async count(userId: string, signalId: string | null): Promise<number> {
      const { n } = await kysely
        .selectFrom('context_space')
        .select((row) => row.fn.countAll().as('n'))
        .where('user_id', '=', userId)
        .$if(signalId !== null, (query) => query.where('signal_id', '=', signalId ?? ''))
        .executeTakeFirstOrThrow()
      return Number(n)
    },

    /** One page of a person's spaces, the last changed first. */
    async list({ userId, signalId, page }: { userId: string; signalId: string | null; page: PageRequest }) {
      return kysely
        .selectFrom('context_space')
        .select(['id', 'signal_id', 'title', 'contexts', 'created_at', 'updated_at'])
        .where('user_id', '=', userId)
        .$if(signalId !== null, (query) => query.where('signal_id', '=', signalId ?? ''))
        .orderBy('updated_at', 'desc')
        .orderBy('id')
        .limit(page.perPage)
        .offset(pageOffset(page))
        .execute()
    },
  }
}
