import { parseArgs } from 'node:util'
import {
  createAdministered,
  createLogger,
  createRandomId,
  createSecurityLog,
  createWriteAudit,
  type Database,
  describeClientRemoval,
  describeRegistration,
  readNewClient,
  type SecurityEvent,
  systemClock,
  toStatements,
} from '@auspex/api'
import { type ClientAdministration, createClientAdministration } from '@auspex/identity'
import type { RegisterClientInput } from '@auspex/sdk/types'
import { withProviderDatabase } from './users.command.ts'

const usage =
  'Usage: auspex clients list | add --name NAME --kind KIND … | revoke ID   (auspex clients --help says more)'
const kinds = ['web', 'native', 'device', 'service'] as const

/** Administers the apps that are registered at the embedded provider, directly in the database. */
export async function administerClients([action = '', ...args]: readonly string[]): Promise<number> {
  const isRevocation = action === 'revoke' && args.length === 1
  const input = action === 'add' ? readInput(args) : null
  if (!(action === 'list' && args.length === 0) && !isRevocation && input === null) {
    console.error(usage)
    return 2
  }
  return withProviderDatabase('use the page /admin/apps', async (database) => {
    const clients = createClientAdministration({ database: database.pool })
    if (input !== null) return add(input, { clients, database })
    return isRevocation ? revoke(args[0] ?? '', { clients, database }) : list(clients)
  })
}

/** The app that the arguments of `add` describe; null when they make no sense. */
function readInput(args: readonly string[]): RegisterClientInput | null {
  const repeatable = { type: 'string', multiple: true, default: [] as string[] } as const
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        name: { type: 'string' },
        kind: { type: 'string' },
        redirect: repeatable,
        origin: repeatable,
        group: repeatable,
        scopes: { type: 'string', default: '' },
        organization: { type: 'string' },
      },
    })
    const kind = kinds.find((each) => each === values.kind)
    if (!values.name || kind === undefined) return null
    return {
      name: values.name,
      kind,
      redirectUris: values.redirect,
      origins: values.origin,
      groupIds: values.group,
      // checked against the kind before anything is stored
      scopes: values.scopes.split(/[\s,]+/).filter(Boolean) as RegisterClientInput['scopes'],
      organizationId: values.organization ?? null,
    }
  } catch {
    return null
  }
}

async function list(clients: ClientAdministration): Promise<number> {
  const all = await clients.list()
  for (const { clientId, name, kind, scopes, redirectUris, organization } of all) {
    const facts = [kind, scopes.join(' '), organization?.name ?? '', ...redirectUris]
    console.log(`${clientId}  ${name}  ${facts.filter(Boolean).join(', ')}`)
  }
  if (all.length === 0) console.log('No app is registered. auspex clients --help says how one is.')
  return 0
}

interface Stores {
  clients: ClientAdministration
  database: Database
}

/** The administrator of the audit trail: at a command line nobody has signed in. */
const administrator = { userId: 'usr_commandline', userName: 'auspex clients, at the command line' }

/** Runs a change and writes its entry in the audit trail in one transaction. */
function changeWithAudit<Result>(
  database: Database,
  change: (
    clients: ClientAdministration,
  ) => Promise<{ result: Result; entry: ReturnType<typeof describeClientRemoval> }>,
): Promise<Result> {
  const writeAudit = createWriteAudit({ clock: systemClock, createId: createRandomId })
  return database.kysely.transaction().execute(async (transaction) => {
    const { result, entry } = await change(createClientAdministration({ database: toStatements(transaction) }))
    await writeAudit(transaction, { ...entry, ...administrator, requestId: createRandomId('req') })
    return result
  })
}

async function add(input: RegisterClientInput, { database }: Stores): Promise<number> {
  const { kind } = input
  const clientId = createRandomId('app')
  let secret: string | null
  try {
    const settings = await readNewClient(input, createAdministered(database.kysely))
    secret = await changeWithAudit(database, async (clients) => {
      const client = { clientId, kind, ...settings }
      return { result: await clients.create(client), entry: describeRegistration(client) }
    })
  } catch (error) {
    if (!(error instanceof Error && 'fields' in error)) throw error
    // its fields say what does not fit
    const fields = error.fields as { pointer: string; message: string }[]
    console.error(fields.map(({ pointer, message }) => `${pointer.slice(1)} ${message}`).join('\n') || error.message)
    return 1
  }
  await record('client.registered', { ofClient: clientId, kind, scopes: input.scopes }, database)
  console.log(`${input.name} is registered. Its client ID: ${clientId}`)
  if (secret !== null) console.log(`Its secret, which is shown only now: ${secret}`)
  return 0
}

async function revoke(clientId: string, { clients, database }: Stores): Promise<number> {
  const client = await clients.find(clientId)
  if (client === null) {
    console.error(`No app has the client ID ${clientId}. auspex clients list shows all apps.`)
    return 1
  }
  await changeWithAudit(database, async (inTransaction) => ({
    result: await inTransaction.remove(clientId),
    entry: describeClientRemoval(client),
  }))
  await record('client.removed', { ofClient: clientId }, database)
  console.log(`${client.name} is revoked. Its sign-ins and tokens are over.`)
  return 0
}

async function record(name: SecurityEvent['name'], facts: SecurityEvent['facts'], database: Database): Promise<void> {
  const securityLog = createSecurityLog({ database, log: createLogger('warn') })
  securityLog.record({ name, facts: { ...facts, by: 'command-line' } })
  await securityLog.close()
}
