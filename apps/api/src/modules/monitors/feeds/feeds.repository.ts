import type { FeedKind } from '@auspex/sdk/types'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../adapters/database/database.port.ts'
import { pageOffset, type PageRequest } from '../../../kernel/page.ts'
import { runForTenant } from '../../../kernel/work.ts'
import { maxSubscriptions } from '../monitors.errors.ts'

export interface StoredFeedKey {
  id: string
  userId: string
  kind: FeedKind
  itemId: string | null
  createdAt: Date
}

export type FeedsRepository = ReturnType<typeof createFeedsRepository>

const columns = sql.raw(`id, user_id as "userId", kind, item_id as "itemId", created_at as "createdAt"`)

/** All SQL of feeds. The secret is passed in as its hash and never returned. */
export function createFeedsRepository({ kysely }: Database) {
  const select = async (rest: RawBuilder<unknown>) =>
    (await sql<StoredFeedKey>`select ${columns} from feed_key ${rest}`.execute(kysely)).rows
  return {
    /** Stores it unless the person has reached the maximum; returns whether it was stored. */
    insert: (key: StoredFeedKey, tokenHash: Buffer): Promise<boolean> =>
      kysely.transaction().execute(async (trx) => {
        // serializes concurrent inserts, so that each counts the other
        await sql`select pg_advisory_xact_lock(hashtext(${`feed ${key.userId}`}))`.execute(trx)
        const { numAffectedRows } = await sql`
          insert into feed_key (id, user_id, token_hash, kind, item_id, created_at)
          select ${key.id}, ${key.userId}, ${tokenHash}, ${key.kind}, ${key.itemId}, ${key.createdAt}::timestamptz
          where (select count(*) from feed_key where user_id = ${key.userId}) < ${maxSubscriptions}`.execute(trx)
        return Number(numAffectedRows) === 1
      }),

    async list(userId: string, page: PageRequest): Promise<{ items: StoredFeedKey[]; total: number }> {
      const items = await select(sql`where user_id = ${userId} order by created_at desc, id
        limit ${page.perPage} offset ${pageOffset(page)}`)
      const { rows } = await sql<{ total: number }>`
        select count(*)::int as total from feed_key where user_id = ${userId}`.execute(kysely)
      return { items, total: rows[0]?.total ?? 0 }
    },

    /** False when it is not the person's. */
    async delete(userId: string, id: string): Promise<boolean> {
      const { numAffectedRows } = await sql`
        delete from feed_key where id = ${id} and user_id = ${userId}`.execute(kysely)
      return Number(numAffectedRows) === 1
    },

    /** Undefined for an unknown secret. */
    findByToken: async (tokenHash: Buffer): Promise<StoredFeedKey | undefined> =>
      // anyone who has the secret may read the feed
      (await runForTenant(null, () => select(sql`where token_hash = ${tokenHash}`)))[0],
  }
}
