import type {
  ClientScope,
  NewRegisteredClient,
  RegisterClientInput,
  RegisteredClient,
  RegisteredClientList,
  RenewedClientSecret,
  UpdateRegisteredClientInput,
} from '@auspex/sdk/types'
import { CompiledQuery, type Kysely } from 'kysely'
import type { Database } from '../../../adapters/database/database.port.ts'
import type { RequestContext } from '../../../http/handlers.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { type AdministrationDependencies, type ChangeScope, changeWithAudit } from '../administration/change.ts'
import type { AuditedChange } from '../audit/audit.repository.ts'
import {
  type ClientField,
  clientNotFound,
  clientsElsewhere,
  noClientSecret,
  refuseClient,
  tooManyClients,
} from '../people.errors.ts'

/** An app as the embedded provider stores it. */
export interface ProviderClient {
  clientId: string
  name: string
  kind: RegisteredClient['kind']
  redirectUris: string[]
  origins: string[]
  scopes: string[]
  groupIds: string[]
  organization: { id: string; name: string } | null
  createdAt: Date
}

/** The settings of an app, which can be changed later. */
export type ProviderClientSettings = Omit<ProviderClient, 'clientId' | 'kind' | 'createdAt'>

/** The apps that are registered at the embedded provider. */
export interface ProviderClients {
  list(): Promise<ProviderClient[]>
  find(clientId: string): Promise<ProviderClient | null>
  /** Returns the secret of a service, which is stored only as a hash; null for every other kind. */
  create(client: Omit<ProviderClient, 'createdAt'>): Promise<string | null>
  /** Also ends what was issued to the app before. */
  update(clientId: string, settings: ProviderClientSettings): Promise<void>
  renewSecret(clientId: string): Promise<string>
  /** Also ends what was issued to the app. */
  remove(clientId: string): Promise<void>
  listOrigins(): Promise<string[]>
}

/** Runs a statement, on the database or in a transaction. */
export interface Statements {
  query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>
}

/** Opens the embedded provider's apps on a transaction, so that the audit trail is written with a change; null with another provider. */
export type OpenProviderClients = ((statements: Statements) => ProviderClients) | null

export interface ClientDependencies extends AdministrationDependencies {
  openProviderClients: OpenProviderClients
}

type ClientStore = Pick<ChangeScope['administered'], 'groups' | 'organizations'>

const maxClients = 200

const scopesOf = { person: ['read', 'write', 'administer'], service: ['search', 'import'] } as const

function openClients(kysely: Kysely<object>, { openProviderClients }: ClientDependencies): ProviderClients {
  if (openProviderClients === null) throw clientsElsewhere()
  return openProviderClients(toStatements(kysely))
}

/** Statements of the embedded provider on our connection, or in our transaction. */
export function toStatements(kysely: Kysely<object>): Statements {
  return {
    query: async (text, values = []) => {
      const { rows } = await kysely.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, values))
      return { rows }
    },
  }
}

export async function listClients(deps: ClientDependencies): Promise<RegisteredClientList> {
  if (deps.openProviderClients === null) return { items: [], isAvailable: false }
  const clients = await openClients(deps.database.kysely, deps).list()
  return { items: clients.map(presentClient), isAvailable: true }
}

/** Whether an app may still act for people. Apps that an administrator did not register here are those of the installation, or of another provider. */
export async function isClientRegistered(clientId: string, deps: ClientDependencies): Promise<boolean> {
  if (deps.openProviderClients === null || !clientId.startsWith('app_')) return true
  return (await openClients(deps.database.kysely, deps).find(clientId)) !== null
}

/** Registers an app. Only this response contains the secret of a service. */
export async function registerClient(
  { kind, ...input }: RegisterClientInput,
  context: RequestContext,
  deps: ClientDependencies,
): Promise<NewRegisteredClient> {
  const clientId = deps.createId('app')
  const register = async (scope: ChangeScope) => {
    const clients = openClients(scope.transaction, deps)
    if ((await clients.list()).length >= maxClients) throw tooManyClients(maxClients)
    const settings = await readNewClient({ kind, ...input }, scope.administered)
    const secret = await clients.create({ clientId, kind, ...settings })
    const client = await clients.find(clientId)
    if (client === null) throw clientNotFound()
    await scope.note(describeRegistration({ clientId, kind, ...settings }))
    return { ...presentClient(client), clientSecret: secret }
  }
  const client = await changeWithAudit(register, context, deps)
  context.recordSecurityEvent('client.registered', { ofClient: clientId, kind, scopes: client.scopes })
  return client
}

/** For the audit trail. */
export function describeRegistration({
  clientId,
  kind,
  ...settings
}: Omit<ProviderClient, 'createdAt'>): AuditedChange {
  const changes = describeChanges({ ...noSettings, name: '' }, settings)
  return {
    operation: 'registerClient',
    targetKind: 'client',
    targetId: clientId,
    targetName: settings.name,
    organizationId: settings.organization?.id ?? null,
    changes: [{ field: 'kind', before: null, after: kind }, ...changes.filter(({ after }) => after !== null)],
  }
}

const noSettings = { redirectUris: [], origins: [], groupIds: [], organization: null, scopes: [] }

/** The settings of a new app, checked against its kind. Throws `clients.invalid`. */
export function readNewClient(
  { kind, ...input }: RegisterClientInput,
  administered: ClientStore,
): Promise<ProviderClientSettings> {
  return readSettings({ kind, name: input.name, ...noSettings }, input, { administered })
}

/** Changes an app. Throws `clients.not_found`. */
export async function updateClient(
  clientId: string,
  { input, context }: { input: UpdateRegisteredClientInput; context: RequestContext },
  deps: ClientDependencies,
): Promise<RegisteredClient> {
  const update = async (scope: ChangeScope) => {
    const clients = openClients(scope.transaction, deps)
    const before = await clients.find(clientId)
    if (before === null) throw clientNotFound()
    const settings = await readSettings(before, input, scope)
    await clients.update(clientId, settings)
    await scope.note({
      operation: 'updateRegisteredClient',
      targetKind: 'client',
      targetId: clientId,
      targetName: settings.name,
      organizationId: settings.organization?.id ?? null,
      changes: describeChanges(before, settings),
    })
    return presentClient({ ...before, ...settings })
  }
  const client = await changeWithAudit(update, context, deps)
  context.recordSecurityEvent('client.changed', { ofClient: clientId, scopes: client.scopes })
  return client
}

/** Removes an app and ends its tokens. Throws `clients.not_found`. */
export async function removeClient(clientId: string, context: RequestContext, deps: ClientDependencies): Promise<void> {
  const remove = async ({ transaction, note }: ChangeScope) => {
    const clients = openClients(transaction, deps)
    const client = await clients.find(clientId)
    if (client === null) throw clientNotFound()
    await clients.remove(clientId)
    await note(describeClientRemoval(client))
  }
  await changeWithAudit(remove, context, deps)
  context.recordSecurityEvent('client.removed', { ofClient: clientId })
}

/** For the audit trail. */
export function describeClientRemoval({
  clientId,
  name,
  kind,
  organization,
}: Omit<ProviderClient, 'createdAt'>): AuditedChange {
  return {
    operation: 'removeRegisteredClient',
    targetKind: 'client',
    targetId: clientId,
    targetName: name,
    organizationId: organization?.id ?? null,
    changes: [{ field: 'kind', before: kind, after: null }],
  }
}

/** Gives a service a new secret. Throws `clients.not_found`, and `clients.no_secret` for every other kind. */
export async function renewClientSecret(
  clientId: string,
  context: RequestContext,
  deps: ClientDependencies,
): Promise<RenewedClientSecret> {
  const renew = async ({ transaction, note }: ChangeScope) => {
    const clients = openClients(transaction, deps)
    const client = await clients.find(clientId)
    if (client === null) throw clientNotFound()
    if (client.kind !== 'service') throw noClientSecret()
    const clientSecret = await clients.renewSecret(clientId)
    await note({
      operation: 'renewClientSecret',
      targetKind: 'client',
      targetId: clientId,
      targetName: client.name,
      organizationId: client.organization?.id ?? null,
      changes: [{ field: 'secret', before: 'old', after: 'new' }],
    })
    return { id: clientId, clientSecret }
  }
  const renewed = await changeWithAudit(renew, context, deps)
  context.recordSecurityEvent('client.secret-renewed', { ofClient: clientId })
  return renewed
}

/** How long a change of the origins takes to reach every process. */
const originsMs = 10_000

/** Tells whether pages of an origin may call the API, because an app of theirs is registered. */
export function createClientOrigins({
  openProviderClients,
  database,
  clock,
}: Pick<ClientDependencies, 'openProviderClients'> & { database: Database; clock: Clock }) {
  const clients = openProviderClients?.({ query: (text, values = []) => database.pool.query(text, values) })
  let origins: Promise<ReadonlySet<string>> | undefined
  let until = 0
  return async (origin: string): Promise<boolean> => {
    if (clients === undefined) return false
    const now = clock.now().getTime()
    if (origins === undefined || now >= until) {
      until = now + originsMs
      origins = clients.listOrigins().then((all) => new Set(all))
      origins.catch(() => (until = 0))
    }
    return (await origins).has(origin)
  }
}

/** The settings of an app after a change. Throws `clients.invalid` when they do not fit its kind. */
async function readSettings(
  before: ProviderClientSettings & { kind: ProviderClient['kind'] },
  input: UpdateRegisteredClientInput,
  { administered: { groups, organizations } }: { administered: ClientStore },
): Promise<ProviderClientSettings> {
  const { kind } = before
  const organizationId = input.organizationId === undefined ? (before.organization?.id ?? null) : input.organizationId
  const organization = organizationId === null ? null : await organizations.find(organizationId)
  if (organizationId !== null && organization === null)
    throw refuseClient('organizationId', 'must be an organization of this installation')
  const settings = {
    name: (input.name ?? before.name).trim(),
    redirectUris: [...(input.redirectUris ?? before.redirectUris)],
    origins: [...(input.origins ?? before.origins)],
    scopes: [...(input.scopes ?? before.scopes)],
    groupIds: [...(input.groupIds ?? before.groupIds)],
    organization: organization && { id: organization.id, name: organization.name },
  }
  for (const { field, index, message } of listFaults(kind, settings)) throw refuseClient(field, message, index)
  for (const [index, id] of settings.groupIds.entries()) {
    const group = await groups.find(id)
    if (group === null || (organization !== null && group.organizationId !== organization.id))
      throw refuseClient('groupIds', organization === null ? 'must exist' : 'must belong to the organization', index)
  }
  return settings
}

interface SettingsFault {
  field: ClientField
  index?: number
  message: string
}

function listFaults(
  kind: ProviderClient['kind'],
  { redirectUris, origins, scopes, groupIds, organization }: ProviderClientSettings,
): SettingsFault[] {
  const returns = kind === 'web' || kind === 'native'
  const allowed: readonly string[] = kind === 'service' ? scopesOf.service : scopesOf.person
  const faults: SettingsFault[] = []
  const refuse = (field: ClientField, message: string, index?: number) =>
    faults.push({ field, message, ...(index !== undefined && { index }) })
  if (returns && redirectUris.length === 0) refuse('redirectUris', 'must say where people return after signing in')
  if (!returns && redirectUris.length > 0) refuse('redirectUris', `must be empty: a ${kind} sends nobody anywhere`)
  if (!returns && origins.length > 0) refuse('origins', `must be empty: a ${kind} has no pages`)
  if (kind === 'service' && organization === null) refuse('organizationId', 'must say for whom the service acts')
  if (kind === 'service' && groupIds.length > 0) refuse('groupIds', 'must be empty: nobody signs in to a service')
  for (const [index, scope] of scopes.entries())
    if (!allowed.includes(scope)) refuse('scopes', `must be one of ${allowed.join(', ')} for this kind`, index)
  for (const [index, uri] of redirectUris.entries())
    if (!isRedirectAddress(uri, kind)) refuse('redirectUris', describeAddresses(kind), index)
  for (const [index, origin] of origins.entries())
    if (!isOrigin(origin)) refuse('origins', 'must be an origin such as https://app.example', index)
  return faults
}

const loopbackHosts = new Set(['127.0.0.1', '[::1]', 'localhost'])

/** Encrypted, or on the person's own computer. */
function isPrivate({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && loopbackHosts.has(hostname))
}

function isRedirectAddress(uri: string, kind: ProviderClient['kind']): boolean {
  const url = URL.parse(uri)
  if (url === null || url.hash !== '' || url.username !== '' || url.password !== '') return false
  if (url.protocol === 'https:' || url.protocol === 'http:') return isPrivate(url)
  // RFC 8252, section 7.1: a scheme of one's own is a domain in reverse, so that no two apps claim the same
  return kind === 'native' && url.protocol.includes('.')
}

function describeAddresses(kind: ProviderClient['kind']): string {
  const base = 'must begin with https://, or http:// on the own computer'
  return kind === 'native' ? `${base}, or a scheme such as com.example.app:` : base
}

function isOrigin(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && url.origin === text && isPrivate(url)
}

/** What a change changed, for the audit trail. */
function describeChanges(before: ProviderClientSettings, after: ProviderClientSettings) {
  const fields = ['redirectUris', 'origins', 'scopes', 'groupIds'] as const
  const join = (values: readonly string[]) => values.join(', ') || null
  return [
    { field: 'name', before: before.name || null, after: after.name },
    ...fields.map((field) => ({ field, before: join(before[field]), after: join(after[field]) })),
    { field: 'organization', before: before.organization?.name ?? null, after: after.organization?.name ?? null },
  ]
}

function presentClient({ clientId, organization, createdAt, scopes, ...client }: ProviderClient): RegisteredClient {
  return {
    ...client,
    id: clientId,
    // checked when they were stored
    scopes: scopes as ClientScope[],
    organizationId: organization?.id ?? null,
    createdAt: createdAt.toISOString(),
  }
}
