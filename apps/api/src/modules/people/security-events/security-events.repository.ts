import ipaddr from 'ipaddr.js'
import { type ExpressionBuilder, type Generated, type Selectable, sql } from 'kysely'
import { isIP } from 'node:net'
import type { Database } from '../../../adapters/database/database.port.ts'
import { pageOffset, type PageRequest } from '../../../kernel/page.ts'
import { type SecurityEvent, type SecurityFacts, severities, type Severity } from '../../../kernel/security-event.ts'
import { findAccountOwners, findSubject } from '../people.repository.ts'

/** The table of this module. A type, because kysely needs an index signature. */
type SecurityTables = {
  security_event: {
    id: string
    position: Generated<string>
    at: Date
    name: string
    severity: Severity
    user_id: string | null
    account_id: string | null
    organization_id: string | null
    client_id: string | null
    address: string | null
    operation: string | null
    request_id: string | null
    occurrences: number
    facts: Record<string, string>
  }
}

export interface StoredSecurityEvent extends Selectable<SecurityTables['security_event']> {
  /** The owner of the account; null when no person has it. */
  accountUserId: string | null
}

/** Which events to list; null for any. */
export interface SecurityEventFilter {
  name: string | null
  userId: string | null
  address: string | null
  /** At or after. */
  from: Date | null
  /** Before. */
  to: Date | null
}

export type SecurityEventsRepository = ReturnType<typeof createSecurityEventsRepository>

/** All SQL of the security log. */
export function createSecurityEventsRepository(database: Database) {
  const kysely = database.kysely.withTables<SecurityTables>()
  /** The condition of a filter. A person's events include those of their account, which signs in before this product knows the person. */
  async function toCondition(filter: SecurityEventFilter) {
    const accountId = filter.userId === null ? null : await findSubject(database, filter.userId)
    return matching({ ...filter, accountId })
  }
  async function withOwners(rows: readonly Selectable<SecurityTables['security_event']>[]) {
    const accounts = rows.flatMap(({ account_id: accountId }) => accountId ?? [])
    const owners = await findAccountOwners(database, accounts)
    return rows.map((row) => ({ ...row, accountUserId: owners.get(row.account_id ?? '') ?? null }))
  }

  return {
    /** Stores events in their order; ignores those already stored. */
    async insert(batch: readonly SecurityEventRow[]): Promise<void> {
      if (batch.length === 0) return
      await kysely
        .insertInto('security_event')
        .values(batch.map(toColumns))
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute()
    },

    /** One page, newest first: a numbered one, or what was stored before a position. */
    async list(filter: SecurityEventFilter, page: PageRequest, before: string | null): Promise<StoredSecurityEvent[]> {
      const newest = kysely
        .selectFrom('security_event')
        .selectAll()
        .where(await toCondition(filter))
        .orderBy('position', 'desc')
        .limit(page.perPage)
      return withOwners(
        before === null
          ? await newest.offset(pageOffset(page)).execute()
          : await newest.where('position', '<', before).execute(),
      )
    },

    async count(filter: SecurityEventFilter): Promise<number> {
      const { total } = await kysely
        .selectFrom('security_event')
        .select((row) => row.fn.countAll().as('total'))
        .where(await toCondition(filter))
        .executeTakeFirstOrThrow()
      return Number(total)
    },

    /** Deletes at most `limit` events from before an instant; returns how many. */
    async deleteBefore(instant: Date, limit: number): Promise<number> {
      const expired = kysely.selectFrom('security_event').select('id').where('at', '<', instant).limit(limit)
      const { numDeletedRows } = await kysely
        .deleteFrom('security_event')
        .where('id', 'in', expired)
        .executeTakeFirstOrThrow()
      return Number(numDeletedRows)
    },

    /** Deletes at most `limit` events of a name that are not among its newest; returns how many. */
    async deleteBeyond({ name, newest, limit }: { name: string; newest: number; limit: number }): Promise<number> {
      const beyond = kysely
        .selectFrom('security_event')
        .select('id')
        .where('name', '=', name)
        .orderBy('position', 'desc')
        .offset(newest)
        .limit(limit)
      const { numDeletedRows } = await kysely
        .deleteFrom('security_event')
        .where('id', 'in', beyond)
        .executeTakeFirstOrThrow()
      return Number(numDeletedRows)
    },
  }
}

function matching({ name, userId, accountId, address, from, to }: SecurityEventFilter & { accountId: string | null }) {
  return (row: ExpressionBuilder<SecurityTables, 'security_event'>) =>
    row.and([
      ...(name === null ? [] : [row('name', '=', name)]),
      ...(userId === null
        ? []
        : [row.or([row('user_id', '=', userId), ...(accountId === null ? [] : [row('account_id', '=', accountId)])])]),
      ...(address === null ? [] : [row('address', '=', address)]),
      ...(from === null ? [] : [row('at', '>=', from)]),
      ...(to === null ? [] : [row('at', '<', to)]),
    ])
}

function toColumns({ userId, accountId, organizationId, clientId, requestId, facts, ...rest }: SecurityEventRow) {
  return {
    ...rest,
    user_id: userId,
    account_id: accountId,
    organization_id: organizationId,
    client_id: clientId,
    request_id: requestId,
    facts: sql<Record<string, string>>`${JSON.stringify(facts)}::jsonb`,
  }
}

/** An event as stored and logged. */
export interface SecurityEventRow {
  id: string
  at: Date
  name: string
  severity: Severity
  userId: string | null
  accountId: string | null
  organizationId: string | null
  clientId: string | null
  address: string | null
  operation: string | null
  requestId: string | null
  occurrences: number
  facts: Record<string, string>
}

const maxTextLength = 200
const maxFacts = 20

/** Builds the row of an event with its number of occurrences. Removes characters that are unsafe for a database or a terminal. */
export function toRow(
  event: SecurityEvent,
  { id, at, occurrences }: { id: string; at: Date; occurrences: number },
): SecurityEventRow {
  return {
    id,
    at,
    name: event.name,
    severity: severities[event.name],
    userId: clean(event.userId),
    accountId: clean(event.accountId),
    organizationId: clean(event.organizationId),
    clientId: clean(event.clientId),
    address: readAddress(event.address),
    operation: clean(event.operation),
    requestId: clean(event.requestId),
    occurrences,
    facts: cleanFacts(event.facts ?? {}),
  }
}

/** Normalizes an address: a caller may arrive as 192.0.2.1 or as ::ffff:192.0.2.1. Null when invalid. */
export function readAddress(address: string | null | undefined): string | null {
  const [bare = ''] = (address ?? '').split('%') // a link-local address is followed by the network interface
  return isIP(bare) === 0 ? null : ipaddr.process(bare).toString()
}

function cleanFacts(facts: SecurityFacts): Record<string, string> {
  const cleanedFacts = Object.entries(facts).flatMap(([name, value]): [string, string][] => {
    const text = clean(typeof value === 'object' ? value?.join(' ') : value?.toString())
    return text === null ? [] : [[name, text]]
  })
  return Object.fromEntries(cleanedFacts.slice(0, maxFacts))
}

/** PostgreSQL stores neither U+0000 nor unpaired surrogates, and control characters can forge lines on a terminal. */
function clean(text: string | null | undefined): string | null {
  if (text == null) return null
  return text
    .slice(0, maxTextLength)
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, '�')
}
