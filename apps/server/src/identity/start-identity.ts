import { randomBytes } from 'node:crypto'
import {
  type Config,
  type Database,
  isGroupMember,
  type Logger,
  type RecordSecurityEvent,
  type SecurityEvent,
} from '@auspex/api'
import {
  createFirstRun,
  createIdentityProvider,
  createTerminalClient,
  createWebClient,
  type IdentityProvider,
  type SecurityEvent as IdentityEvent,
} from '@auspex/identity'
import { releaseFirstRun, reserveFirstRun, writeFirstRun } from '../first-run/first-run.ts'

/** First segments of the provider's paths. Any other path is a caller's own text. */
const ownPaths = new Set(['.well-known', 'account', 'auth', 'device', 'interaction', 'jwks', 'me', 'session', 'token'])

const sweepEveryMs = 5 * 60_000

export interface EmbeddedIdentity {
  readonly provider: IdentityProvider
  /** Where the very first start wrote its generated passwords; null on every later start. */
  readonly firstRunPath: string | null
  close(): Promise<void>
}

/** Starts the embedded provider on the product's own database, and creates accounts on the first start. */
export async function startIdentity(
  config: Config,
  database: Database,
  log: Logger,
  record: RecordSecurityEvent,
): Promise<EmbeddedIdentity> {
  const provider = await createIdentityProvider({
    issuer: config.oidc.issuer,
    database: database.pool,
    clients: [createWebClient(config.publicUrl.origin), createTerminalClient()],
    apiAudience: config.oidc.audience,
    trustProxy: config.trustProxy,
    sessionDays: config.sessionDays,
    encryptionKey: config.encryptionKey,
    mayUseClient: ({ id }, groupIds) => isGroupMember(database, { issuer: config.oidc.issuer, subject: id }, groupIds),
    onError: (error) => log.error({ err: error }, 'identity provider failed'),
    onSecurityEvent: (event) => record(describeIdentityEvent(event)),
  })
  reserveFirstRun(config.dataDir)
  const firstRun = await createFirstRun({
    database: database.pool,
    idp: provider,
    generatePassword: () => randomBytes(16).toString('base64url'),
  })
  if (firstRun !== null) {
    for (const { role, organization } of firstRun.users)
      record({ name: 'account.created', organizationId: organization.id, facts: { role } })
    record({ name: 'service-client.created', clientId: firstRun.serviceClient.client_id })
  }
  if (firstRun === null) releaseFirstRun(config.dataDir)
  const sweeping = setInterval(() => {
    provider.sweep().catch((error: unknown) => log.error({ err: error }, 'identity provider could not sweep'))
  }, sweepEveryMs)
  return {
    provider,
    firstRunPath: firstRun && writeFirstRun(config.dataDir, firstRun),
    close: () => {
      clearInterval(sweeping)
      return provider.close()
    },
  }
}

/** An event of the embedded provider in the security log's format. */
export function describeIdentityEvent({
  name,
  at,
  address,
  method,
  path,
  clientId,
  ...fact
}: IdentityEvent): SecurityEvent {
  const { accountId = null, ...facts } = 'accountId' in fact ? fact : { ...fact, accountId: null }
  const [first = ''] = path.split('/').filter(Boolean)
  const operation = `${method} /${ownPaths.has(first) ? first : '…'}`
  return { name, at: new Date(at), address, clientId, accountId, operation, facts }
}
