import { refusal } from '@auspex/contract/refusals'
import { createHash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type {
  CreatePersonalAccessTokenInput,
  IssuedAccessToken,
  NewPersonalAccessToken,
  PersonalAccessToken,
  PersonalAccessTokenList,
} from '@auspex/sdk/types'
import type { Database } from '../../../adapters/database/database.port.ts'
import { RefusedTokenError } from '../../../adapters/identity/token-verifier.port.ts'
import type { Input, RequestContext } from '../../../http/handlers.ts'
import { type Actor, hasRole } from '../../../kernel/actor.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { CodedError } from '../../../kernel/errors.ts'
import type { CreateId } from '../../../kernel/ids.ts'
import { runForTenant } from '../../../kernel/work.ts'
import { type AdministrationDependencies, type ChangeScope, changeWithAudit } from '../administration/change.ts'
import { readPage, toFilter } from '../administration/list-request.ts'
import type { ProviderAccounts } from '../delete-me.ts'
import {
  createAccessTokensRepository,
  type OwnedAccessToken,
  type StoredAccessToken,
} from './access-tokens.repository.ts'

/** Unique to this product, so that a scanner of source code and logs recognizes a token that leaked. */
const prefix = 'auspex_pat_'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** 238 bits, too many to guess. */
const secretLength = 40
/** Six digits of base 62 hold the 32 bits of a checksum. */
const checksumLength = 6

/** Per person. */
const maxTokens = 50
const defaultDays = 90
const dayMs = 86_400_000

/** How old the stored time of last use may become, so that a busy script does not write at every request. */
const useIntervalMs = 60_000

export interface AccessTokenDependencies {
  database: Database
  clock: Clock
  createId: CreateId
  providerAccounts: ProviderAccounts
}

/** A new token: prefix, secret, checksum. The checksum lets a scanner, and us, tell a token from text that only looks like one, without the database. */
function createToken(): string {
  const secret = Array.from({ length: secretLength }, () => alphabet.charAt(randomInt(alphabet.length))).join('')
  return `${prefix}${secret}${checksumOf(secret)}`
}

function checksumOf(secret: string): string {
  let rest = crc32(secret)
  let digits = ''
  for (let place = 0; place < checksumLength; place++) {
    digits = alphabet.charAt(rest % alphabet.length) + digits
    rest = Math.floor(rest / alphabet.length)
  }
  return digits
}

function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Whether a bearer token is one of ours rather than one of the identity provider. */
export function isPersonalToken(token: string): boolean {
  return token.startsWith(prefix)
}

/**
 * The owner of a personal access token, limited to its scopes. Throws `identity.invalid_token` when it is unknown, revoked or expired, or its owner's
 * account is disabled at the embedded provider, and `access_tokens.forbidden` when their organization does not allow such tokens. Whether the
 * product's administrators disabled the person is checked for every caller later.
 */
export async function findTokenOwner(token: string, deps: AccessTokenDependencies): Promise<Actor> {
  const secretEnd = prefix.length + secretLength
  const isWellFormed = checksumOf(token.slice(prefix.length, secretEnd)) === token.slice(secretEnd)
  const repository = createAccessTokensRepository(deps.database.kysely)
  // nobody is known yet: the token itself proves who asks
  const storedToken = isWellFormed ? await runForTenant(null, () => repository.findByHash(hashToken(token))) : null
  if (storedToken === null) throw tokenRefused('unknown', null)
  const now = deps.clock.now()
  if (storedToken.expiresAt <= now) throw tokenRefused('expired', storedToken.subject)
  if (!storedToken.isAllowed) throw tokensForbidden()
  if (await deps.providerAccounts.isSuspended(storedToken)) throw tokenRefused('account-disabled', storedToken.subject)
  if (storedToken.lastUsedAt === null || now.getTime() - storedToken.lastUsedAt.getTime() >= useIntervalMs)
    await runForTenant(null, () => repository.noteUse(storedToken.id, now))
  const { id, userId, subject, organizationId, roles, scopes } = storedToken
  // `scopes` are those of OAuth, which only services have
  return { userId, subject, organizationId, roles, scopes: [], kind: 'person', accessScopes: scopes, credentialId: id }
}

/** Whether a token may still act for its owner: it is neither revoked nor expired, and their organization allows tokens. */
export async function isTokenValid(
  id: string,
  { database, clock }: { database: Database; clock: Clock },
): Promise<boolean> {
  const token = await createAccessTokensRepository(database.kysely).find(id)
  return token !== null && token.expiresAt > clock.now() && token.isAllowed
}

/** Whether an id is that of a personal access token. */
export function isTokenId(id: string): boolean {
  return id.startsWith('pat_')
}

export async function listAccessTokens(
  { userId, organizationId }: Actor,
  { database }: AccessTokenDependencies,
): Promise<PersonalAccessTokenList> {
  const repository = createAccessTokensRepository(database.kysely)
  const items = (await repository.listOf(userId)).map(presentToken)
  return { items, isAllowed: await repository.areAllowed(organizationId) }
}

/** Creates a token. Only this response contains its secret. */
export async function createAccessToken(
  { name, scopes, expiresInDays = defaultDays }: CreatePersonalAccessTokenInput,
  { actor, recordSecurityEvent }: RequestContext,
  { database, clock, createId }: AccessTokenDependencies,
): Promise<NewPersonalAccessToken> {
  if (scopes.includes('administer') && !hasRole(actor, 'godmode')) throw scopeNotYours()
  if (!(await createAccessTokensRepository(database.kysely).areAllowed(actor.organizationId))) throw tokensForbidden()
  const token = createToken()
  const createdAt = clock.now()
  const newToken: StoredAccessToken = {
    id: createId('pat'),
    userId: actor.userId,
    name: name.trim(),
    scopes: [...scopes],
    createdAt,
    expiresAt: new Date(createdAt.getTime() + expiresInDays * dayMs),
    lastUsedAt: null,
  }
  const isStored = await database.kysely
    .transaction()
    .execute((trx) => createAccessTokensRepository(trx).insert({ ...newToken, hash: hashToken(token) }, maxTokens))
  if (!isStored) throw tooManyTokens()
  recordSecurityEvent('personal-token.created', { tokenId: newToken.id, scopes, days: expiresInDays })
  return { ...presentToken(newToken), lastUsedAt: null, token }
}

/** Throws `access_tokens.not_found`. */
export async function revokeAccessToken(
  id: string,
  { actor, recordSecurityEvent }: RequestContext,
  { database }: AccessTokenDependencies,
): Promise<void> {
  if (!(await createAccessTokensRepository(database.kysely).remove(id, actor.userId))) throw tokenNotFound()
  recordSecurityEvent('personal-token.revoked', { tokenId: id })
}

/** Everybody's tokens, for administrators. */
export async function listIssuedAccessTokens(
  query: Input<'listIssuedAccessTokens'>['query'],
  { database }: AccessTokenDependencies,
) {
  const repository = createAccessTokensRepository(database.kysely)
  const filter = {
    organizationId: toFilter(query.organizationId),
    userId: toFilter(query.userId),
    searchTerm: query.searchTerm ?? null,
  }
  const { items, page } = await readPage(query, {
    items: (pageRequest) => repository.list(filter, pageRequest),
    count: () => repository.count(filter),
  })
  return { items: items.map(presentIssued), page }
}

/** Ends anybody's token, with an entry in the audit trail. Throws `access_tokens.not_found`. */
export async function revokeIssuedAccessToken(
  id: string,
  context: RequestContext,
  deps: AdministrationDependencies,
): Promise<void> {
  const revoke = async ({ transaction, note }: ChangeScope) => {
    const repository = createAccessTokensRepository(transaction)
    const token = await repository.find(id)
    if (token === null || !(await repository.remove(id, null))) throw tokenNotFound()
    await note({
      operation: 'revokeIssuedAccessToken',
      targetKind: 'token',
      targetId: id,
      targetName: token.name,
      organizationId: token.organizationId,
      changes: [{ field: 'revoked', before: token.ownerName ?? token.email ?? token.userId, after: null }],
    })
    return token.userId
  }
  const ofUser = await changeWithAudit(revoke, context, deps)
  context.recordSecurityEvent('personal-token.revoked', { tokenId: id, ofUser })
}

function presentToken({ id, name, scopes, createdAt, expiresAt, lastUsedAt }: StoredAccessToken): PersonalAccessToken {
  return {
    id,
    name,
    scopes,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }
}

function presentIssued(token: OwnedAccessToken): IssuedAccessToken {
  const { userId, email, ownerName, organizationId } = token
  return { ...presentToken(token), owner: { id: userId, email, name: ownerName }, organizationId }
}

function tokenRefused(reason: 'unknown' | 'expired' | 'account-disabled', subject: string | null): CodedError {
  return new CodedError({
    kind: 'unauthenticated',
    code: 'identity.invalid_token',
    title: 'Sign in to continue',
    detail: reason === 'expired' ? 'The access token has expired.' : 'The access token is not valid here.',
    cause: new RefusedTokenError(reason, subject),
  })
}

function tokensForbidden(): CodedError {
  return new CodedError({
    kind: 'forbidden',
    code: 'access_tokens.forbidden',
    title: 'Your organization does not allow personal access tokens',
    detail: 'Ask an administrator to allow them, or to set up a service for your script.',
  })
}

function tooManyTokens(): CodedError {
  return new CodedError({
    kind: 'conflict',
    code: 'access_tokens.too_many',
    title: `You have ${maxTokens} personal access tokens`,
    detail: 'Revoke one that you no longer need.',
  })
}

function scopeNotYours(): CodedError {
  return new CodedError({
    kind: 'invalid',
    code: 'access_tokens.scope_not_yours',
    title: 'Your account does not have the role godmode',
    detail: 'Leave out the scope administer.',
    fields: [{ in: 'body', pointer: '/scopes', message: 'administer is for administrators only' }],
  })
}

function tokenNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    ...refusal('access_tokens.not_found'),
  })
}
