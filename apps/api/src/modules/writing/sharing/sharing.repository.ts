import type { ShareAccess, SharedKind } from '@auspex/sdk/types'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../adapters/database/database.port.ts'
import type { Person } from '../../../kernel/actor.ts'
import { type PageRequest, pageOffset } from '../../../kernel/page.ts'
import { runForTenant } from '../../../kernel/work.ts'
import { maxLinks, type StoredShareLink } from './sharing.types.ts'

interface ShareLinkRow {
  id: string
  access: ShareAccess
  kind: SharedKind
  item_id: string
  maker_id: string
  organization_id: string | null
  created_at: Date
  expires_at: Date | null
}

const columns = sql`id, access, kind, item_id, maker_id, organization_id, created_at, expires_at`

export type SharingRepository = ReturnType<typeof createSharingRepository>

/** The links of a person: those they created, and those to items that they may change. */
export interface LinkOwner extends Person {
  itemIds: readonly string[]
}

function belongsTo({ userId, organizationId, itemIds }: LinkOwner): RawBuilder<boolean> {
  return sql`organization_id is not distinct from ${organizationId}::text
    and (maker_id = ${userId} or item_id = any(${[...itemIds]}::text[]))`
}

/** All SQL of share links. The secret is passed in as its hash and never returned. */
export function createSharingRepository({ kysely }: Database) {
  return {
    /** Stores a link unless the item already has the maximum number of active ones; returns whether it did. */
    insert: (link: StoredShareLink, tokenHash: Buffer): Promise<boolean> =>
      kysely.transaction().execute(async (trx) => {
        // serializes concurrent links to one item, so that each counts the other
        await sql`select pg_advisory_xact_lock(hashtextextended(${`share_link:${link.itemId}`}, 0))`.execute(trx)
        const { numAffectedRows } = await sql`
          insert into share_link (id, token_hash, access, kind, item_id, maker_id, organization_id, created_at, expires_at)
          select ${link.id}, ${tokenHash}, ${link.access}, ${link.kind}, ${link.itemId}, ${link.makerId}, ${link.organizationId},
            ${link.createdAt}::timestamptz, ${link.expiresAt}::timestamptz
          where ${maxLinks}::int > (select count(*) from share_link where item_id = ${link.itemId}
            and (expires_at is null or expires_at > ${link.createdAt}::timestamptz))`.execute(trx)
        return numAffectedRows === 1n
      }),

    /** The active link with this secret; null when there is none or it has expired. */
    async findActive(tokenHash: Buffer, now: Date): Promise<StoredShareLink | null> {
      // anyone who has the secret may read the link
      const { rows } = await runForTenant(null, () =>
        sql<ShareLinkRow>`
          select ${columns} from share_link
          where token_hash = ${tokenHash} and (expires_at is null or expires_at > ${now}::timestamptz)`.execute(kysely),
      )
      return rows[0] === undefined ? null : toLink(rows[0])
    },

    /** Things that others in the person's organization share. */
    async listItems({ userId, organizationId }: Person): Promise<{ kind: SharedKind; itemId: string }[]> {
      const { rows } = await sql<{ kind: SharedKind; itemId: string }>`
        select distinct kind, item_id as "itemId" from share_link
        where organization_id = ${organizationId} and maker_id <> ${userId}`.execute(kysely)
      return rows
    },

    /** One page, newest first. */
    async list({
      owner,
      kind,
      itemId,
      page,
    }: {
      owner: LinkOwner
      kind: SharedKind | null
      itemId: string | null
      page: PageRequest
    }): Promise<{ items: StoredShareLink[]; total: number }> {
      const matching = sql`from share_link where ${belongsTo(owner)}
        and (${kind}::text is null or kind = ${kind}) and (${itemId}::text is null or item_id = ${itemId})`
      const { rows } = await sql<ShareLinkRow>`
        select ${columns} ${matching} order by created_at desc, id limit ${page.perPage} offset ${pageOffset(page)}`.execute(
        kysely,
      )
      const countResult = await sql<{ total: string }>`select count(*) as total ${matching}`.execute(kysely)
      return { items: rows.map(toLink), total: Number(countResult.rows[0]?.total ?? 0) }
    },

    /** Revokes a link; returns it, or null when it is not the person's. */
    async remove(owner: LinkOwner, id: string): Promise<StoredShareLink | null> {
      const { rows } = await sql<ShareLinkRow>`
        delete from share_link where id = ${id} and ${belongsTo(owner)} returning ${columns}`.execute(kysely)
      return rows[0] === undefined ? null : toLink(rows[0])
    },

    /** Revokes every link to a deleted item. */
    async removeOf(itemId: string): Promise<void> {
      await sql`delete from share_link where item_id = ${itemId}`.execute(kysely)
    },
  }
}

function toLink(row: ShareLinkRow): StoredShareLink {
  return {
    id: row.id,
    access: row.access,
    kind: row.kind,
    itemId: row.item_id,
    makerId: row.maker_id,
    organizationId: row.organization_id,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }
}
