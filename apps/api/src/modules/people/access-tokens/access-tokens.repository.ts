import type { AccessScope } from '@auspex/contract'
import { type Kysely, sql } from 'kysely'
import { type PageRequest, pageOffset } from '../../../kernel/page.ts'
import { containing } from '../administration/list-request.ts'

export interface StoredAccessToken {
  id: string
  userId: string
  name: string
  scopes: AccessScope[]
  createdAt: Date
  expiresAt: Date
  lastUsedAt: Date | null
}

/** A stored token with its owner, as of their last sign-in. */
export interface OwnedAccessToken extends StoredAccessToken {
  issuer: string
  subject: string
  email: string | null
  ownerName: string | null
  organizationId: string | null
  roles: string[]
  /** Whether the owner's organization allows personal access tokens. */
  isAllowed: boolean
}

/** Which tokens to list; null for any. */
export interface AccessTokenFilter {
  organizationId: string | null
  userId: string | null
  searchTerm: string | null
}

const columns = sql`token.id, token.user_id as "userId", token.name, token.scopes, token.created_at as "createdAt",
  token.expires_at as "expiresAt", token.last_used_at as "lastUsedAt"`

const tokensWithOwners = sql`(
  select token.*, lower(token.name) as folded, owner.issuer, owner.subject, owner.email, owner.name as owner_name, owner.roles,
    owner.organization_id, coalesce(organization.allows_access_tokens, true) as is_allowed
  from personal_access_token as token
    join app_user as owner on owner.id = token.user_id and owner.kind = 'person'
    left join organization on organization.id = owner.organization_id
) as token`

const ownerColumns = sql`token.issuer, token.subject, token.email, token.owner_name as "ownerName",
  token.organization_id as "organizationId", token.roles, token.is_allowed as "isAllowed"`

/** All SQL of personal access tokens. Their secrets are passed in as hashes and never returned. Also takes a transaction. */
export function createAccessTokensRepository(kysely: Kysely<object>) {
  const matchesFilter = ({ organizationId, userId, searchTerm }: AccessTokenFilter) => sql`
    (${organizationId}::text is null or token.organization_id = ${organizationId})
    and (${userId}::text is null or token.user_id = ${userId})
    and ${containing('token.folded', searchTerm)}`

  return {
    /** Stores a token unless its owner has `max` already; returns whether it did. */
    async insert(token: StoredAccessToken & { hash: Buffer }, max: number): Promise<boolean> {
      // serializes what one person creates, so that each token counts the others
      await sql`select from app_user where id = ${token.userId} for update`.execute(kysely)
      const { numAffectedRows } = await sql`
        insert into personal_access_token (id, user_id, name, token_hash, scopes, created_at, expires_at)
        select ${token.id}, ${token.userId}, ${token.name}, ${token.hash}, ${[...token.scopes]}::text[],
          ${token.createdAt}::timestamptz, ${token.expiresAt}::timestamptz
        where ${max}::int > (select count(*) from personal_access_token where user_id = ${token.userId})`.execute(
        kysely,
      )
      return numAffectedRows === 1n
    },

    async listOf(userId: string): Promise<StoredAccessToken[]> {
      const { rows } = await sql<StoredAccessToken>`
        select ${columns} from personal_access_token as token
        where user_id = ${userId} order by created_at desc, id`.execute(kysely)
      return rows
    },

    async findByHash(hash: Buffer): Promise<OwnedAccessToken | null> {
      const { rows } = await sql<OwnedAccessToken>`
        select ${columns}, ${ownerColumns} from ${tokensWithOwners} where token.token_hash = ${hash}`.execute(kysely)
      return rows[0] ?? null
    },

    async find(id: string): Promise<OwnedAccessToken | null> {
      const { rows } = await sql<OwnedAccessToken>`
        select ${columns}, ${ownerColumns} from ${tokensWithOwners} where token.id = ${id}`.execute(kysely)
      return rows[0] ?? null
    },

    /** One page of everybody's tokens, newest first. */
    async list(filter: AccessTokenFilter, page: PageRequest): Promise<OwnedAccessToken[]> {
      const { rows } = await sql<OwnedAccessToken>`
        select ${columns}, ${ownerColumns} from ${tokensWithOwners} where ${matchesFilter(filter)}
        order by token.created_at desc, token.id limit ${page.perPage} offset ${pageOffset(page)}`.execute(kysely)
      return rows
    },

    async count(filter: AccessTokenFilter): Promise<number> {
      const { rows } = await sql<{ total: number }>`
        select count(*)::int as total from ${tokensWithOwners} where ${matchesFilter(filter)}`.execute(kysely)
      return rows[0]?.total ?? 0
    },

    async noteUse(id: string, now: Date): Promise<void> {
      await sql`update personal_access_token set last_used_at = ${now} where id = ${id}`.execute(kysely)
    },

    /** Deletes a token, of the given owner if one is named; returns whether it existed. */
    async remove(id: string, userId: string | null): Promise<boolean> {
      const { numAffectedRows } = await sql`
        delete from personal_access_token
        where id = ${id} and (${userId}::text is null or user_id = ${userId})`.execute(kysely)
      return numAffectedRows === 1n
    },

    /** Whether the person's organization allows tokens; people without one may have them. */
    async areAllowed(organizationId: string | null): Promise<boolean> {
      const { rows } = await sql<{ isAllowed: boolean }>`
        select allows_access_tokens as "isAllowed" from organization where id = ${organizationId}`.execute(kysely)
      return rows[0]?.isAllowed ?? true
    },
  }
}
