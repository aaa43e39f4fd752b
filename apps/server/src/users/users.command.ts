import { createLogger, createSecurityLog, type Database, openDatabase, readConfig } from '@auspex/api'
import type { SecurityEvent } from '@auspex/api'
import { type AccountAdministration, createAccountAdministration, prepareIdentityTables } from '@auspex/identity'

type Action = 'list' | 'disable' | 'enable' | 'reset-second-factor'

interface Change {
  run: (accounts: AccountAdministration, login: string) => Promise<string | null>
  event: SecurityEvent['name']
  /** The message printed afterwards. */
  outcome: string
}

const changes: Record<Exclude<Action, 'list'>, Change> = {
  disable: {
    run: (accounts, login) => accounts.disable(login),
    event: 'account.disabled',
    outcome: 'is disabled. Every session of it is over.',
  },
  enable: {
    run: (accounts, login) => accounts.enable(login),
    event: 'account.enabled',
    outcome: 'can sign in again.',
  },
  'reset-second-factor': {
    run: (accounts, login) => accounts.resetSecondFactor(login),
    event: 'second-factor.disabled',
    outcome: 'signs in with the password alone, until a second factor is set up again. Every session is over.',
  },
}

const usage = 'Usage: auspex users list | disable EMAIL | enable EMAIL | reset-second-factor EMAIL'

/** Administers the embedded provider's accounts, directly in the database. */
export async function administerUsers([action = '', login, ...extraArgs]: readonly string[]): Promise<number> {
  const isList = action === 'list' && login === undefined
  const change = Object.hasOwn(changes, action) ? changes[action as keyof typeof changes] : undefined
  if (!isList && (change === undefined || login === undefined || extraArgs.length > 0)) {
    console.error(usage)
    return 2
  }
  return withProviderDatabase('disable the person under /admin', async (database) => {
    const accounts = createAccountAdministration({ database: database.pool })
    if (change === undefined || login === undefined) return list(accounts)
    return apply(change, { accounts, login, database })
  })
}

/** Runs a command on the database of the embedded provider, and resolves with its exit code: 1 when there is no such provider, or a server uses it. */
export async function withProviderDatabase(
  alternative: string,
  run: (database: Database) => Promise<number>,
): Promise<number> {
  const config = readConfig()
  if (config.oidc.isExternal) {
    console.error('OIDC_ISSUER names a provider of your own: its accounts and apps are administered there.')
    return 1
  }
  let database: Database
  try {
    database = await openDatabase({
      databaseUrl: config.databaseUrl,
      dataDir: config.dataDir,
      log: createLogger('warn'),
    })
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'DataFolderInUseError') throw error
    console.error(
      `${error.message}\nThe embedded database has one owner at a time: stop the server, or ${alternative}.`,
    )
    return 1
  }
  try {
    await prepareIdentityTables(database.pool)
    return await run(database)
  } finally {
    await database.close()
  }
}

async function list(accounts: AccountAdministration): Promise<number> {
  for (const { email, login, organizationName, roles, disabledAt, hasSecondFactor } of await accounts.list()) {
    const facts = [login, organizationName, ...roles, ...(hasSecondFactor ? ['second factor'] : [])]
    console.log(`${email}  ${facts.join(', ')}${disabledAt === null ? '' : `  DISABLED ${disabledAt.toISOString()}`}`)
  }
  return 0
}

async function apply(
  { run, event, outcome }: Change,
  { accounts, login, database }: { accounts: AccountAdministration; login: string; database: Database },
): Promise<number> {
  const accountId = await run(accounts, login)
  if (accountId === null) {
    console.error(`No account has the e-mail address or username ${login}. auspex users list shows all accounts.`)
    return 1
  }
  const securityLog = createSecurityLog({ database, log: createLogger('warn') })
  securityLog.record({ name: event, accountId, facts: { by: 'command-line' } })
  await securityLog.close()
  console.log(`${login} ${outcome}`)
  return 0
}
