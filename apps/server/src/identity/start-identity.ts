import { randomBytes } from 'node:crypto'
import {
  type Config,
  type Database,
  isGroupMember,
  type Logger,
  type RecordSecurityEvent,
  type SecurityEvent,
  toStatements,
} from '@auspex/api'
import {
  createFirstRun,
  createIdentityProvider,
  createTerminalClient,
  createWebClient,
  type FirstRun,
  hasAccounts,
  type IdentityProvider,
  type SecurityEvent as IdentityEvent,
} from '@auspex/identity'
import { firstRunPath, writeFirstRun } from '../first-run/first-run.ts'

/** First segments of the provider's paths. Any other path may hold whatever its caller typed, secrets too, and stays out of the log. */
const ownPaths = new Set(['.well-known', 'account', 'auth', 'device', 'interaction', 'jwks', 'me', 'session', 'token'])

/** How often expired sessions, codes and tokens are deleted. */
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
  recordSecurityEvent: RecordSecurityEvent,
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
    onSecurityEvent: (event) => recordSecurityEvent(describeIdentityEvent(event)),
  })
  const passwordsPath = await createFirstAccounts(config, database, recordSecurityEvent).catch(
    async (error: unknown) => {
      await provider.close()
      throw error
    },
  )
  const sweeping = setInterval(() => {
    provider.sweep().catch((error: unknown) => log.error({ err: error }, 'identity provider could not sweep'))
  }, sweepEveryMs)
  return {
    provider,
    firstRunPath: passwordsPath,
    close: () => {
      clearInterval(sweeping)
      return provider.close()
    },
  }
}

/** Creates the accounts of a new installation, and returns where their passwords are; null if it has accounts already. */
async function createFirstAccounts(
  config: Config,
  database: Database,
  recordSecurityEvent: RecordSecurityEvent,
): Promise<string | null> {
  const firstRun = (await hasAccounts(database.pool)) ? null : await storeFirstRun(config, database)
  if (firstRun === null) return null
  for (const { role, organization } of firstRun.users)
    recordSecurityEvent({ name: 'account.created', organizationId: organization.id, facts: { role } })
  recordSecurityEvent({ name: 'service-client.created', clientId: firstRun.serviceClient.client_id })
  return firstRunPath(config.dataDir)
}

/**
 * Writes the file within the transaction: a failure or a crash in between leaves no account whose password nobody knows. It can leave a file without
 * its accounts, which the next start in this folder replaces, unless a process with another folder has created the accounts by then.
 */
async function storeFirstRun({ dataDir }: Config, database: Database): Promise<FirstRun | null> {
  return database.kysely.transaction().execute(async (trx) => {
    const firstRun = await createFirstRun({
      transaction: toStatements(trx),
      generatePassword: () => randomBytes(16).toString('base64url'),
    })
    if (firstRun !== null) writeFirstRun(dataDir, firstRun)
    return firstRun
  })
}

/** An event of the embedded provider in the security log's format. */
export function describeIdentityEvent({
  name,
  at,
  address,
  method,
  path,
  clientId,
  ...rest
}: IdentityEvent): SecurityEvent {
  // not every event has an account
  const { accountId = null, ...facts }: typeof rest & { accountId?: string | null } = rest
  const [first = ''] = path.split('/').filter(Boolean)
  const operation = `${method} /${ownPaths.has(first) ? first : '…'}`
  return { name, at: new Date(at), address, clientId, accountId, operation, facts }
}
