import type { NewAccount, Organization } from '../accounts/account.ts'
import { hasAccounts, insertAccounts } from '../accounts/accounts.repository.ts'
import { saveServiceClient, type ServiceClientCredentials } from '../clients/clients.repository.ts'
import { serviceScopes } from '../provider/scopes.ts'
import type { Database } from '../storage/database.ts'

export type FirstRunRole = 'member' | 'second-organization-member' | 'godmode'

export interface FirstRunUser {
  role: FirstRunRole
  email: string
  password: string
  organization: Organization
}

/** What the start script prints once; the passwords and the secret cannot be read again. */
export interface FirstRun {
  users: FirstRunUser[]
  serviceClient: ServiceClientCredentials
}

const firstOrganization: Organization = { id: 'org_first', name: 'First Organization' }
const secondOrganization: Organization = { id: 'org_second', name: 'Second Organization' }

/** Nobody can ever register a `.example` name (RFC 2606). */
const people: (Omit<NewAccount, 'password'> & { role: FirstRunRole })[] = [
  {
    role: 'member',
    id: 'usr_member',
    login: 'member',
    email: 'member@auspex.example',
    name: 'Mia Member',
    organization: firstOrganization,
    groups: ['research'],
    roles: [],
  },
  {
    role: 'second-organization-member',
    id: 'usr_second',
    login: 'second',
    email: 'second@auspex.example',
    name: 'Sam Second',
    organization: secondOrganization,
    groups: [],
    roles: [],
  },
  {
    role: 'godmode',
    id: 'usr_godmode',
    login: 'godmode',
    email: 'godmode@auspex.example',
    name: 'Gwen Godmode',
    organization: firstOrganization,
    groups: ['research'],
    roles: ['godmode'],
  },
]

/** The program that imports documents for the first organization. */
export const importerClientId = 'auspex-importer'

export interface FirstRunOptions {
  /** Statements of one transaction: if it is rolled back, nothing of the first run remains. */
  transaction: Database
  generatePassword: () => string
}

/** Held until the transaction ends, by whoever creates the first accounts. Our own number: it must only differ from other locks. */
const firstRunLock = 4_173_001

/**
 * Fills a new installation with one account of each kind and one service client. Returns null and changes nothing if any account exists. A process
 * that starts at the same time waits for the end of the transaction, and then finds the accounts; what creates accounts without the lock makes this
 * throw. Store what is returned before you commit: nobody can read the passwords again.
 */
export async function createFirstRun({ transaction, generatePassword }: FirstRunOptions): Promise<FirstRun | null> {
  await transaction.query('select pg_advisory_xact_lock($1)', [firstRunLock])
  if (await hasAccounts(transaction)) return null
  const accounts = people.map((person) => ({ ...person, password: generatePassword() }))
  const created = await insertAccounts(transaction, accounts)
  if (created.length < accounts.length)
    throw new Error('Another program created accounts during the first start. Start again: the accounts exist now.')
  const serviceClient = await saveServiceClient(transaction, {
    clientId: importerClientId,
    name: 'Auspex importer',
    organization: firstOrganization,
    roles: ['importer'],
    scopes: [...serviceScopes],
  })
  const users = accounts.map(({ role, email, password, organization }) => ({ role, email, password, organization }))
  return { users, serviceClient }
}
