import type { NewAccount, Organization } from '../accounts/account.ts'
import { hasAccounts } from '../accounts/accounts.repository.ts'
import type { ServiceClientCredentials } from '../clients/clients.repository.ts'
import { serviceScopes } from '../provider/scopes.ts'
import type { IdentityProvider } from '../provider/create-identity-provider.ts'
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
  database: Database
  idp: Pick<IdentityProvider, 'seedAccounts' | 'saveServiceClient'>
  generatePassword: () => string
}

/**
 * Fills a new installation with one account of each kind and one service client. Returns null and changes nothing if any account
 * exists, or if another process is creating them at the same time, in which case its passwords are the valid ones.
 */
export async function createFirstRun({ database, idp, generatePassword }: FirstRunOptions): Promise<FirstRun | null> {
  if (await hasAccounts(database)) return null
  const accounts = people.map((person) => ({ ...person, password: generatePassword() }))
  const createdIds = await idp.seedAccounts(accounts)
  if (createdIds.length < accounts.length) return null
  const serviceClient = await idp.saveServiceClient({
    clientId: importerClientId,
    name: 'Auspex importer',
    organization: firstOrganization,
    roles: ['importer'],
    scopes: [...serviceScopes],
  })
  const users = accounts.map(({ role, email, password, organization }) => ({ role, email, password, organization }))
  return { users, serviceClient }
}
