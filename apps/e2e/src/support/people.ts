import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stackDataDir } from './running-stack.ts'

/** The accounts that the first start creates: two organizations, and one person who may administer both. */
export type Role = 'member' | 'second-organization-member' | 'godmode'

export interface Person {
  readonly email: string
  readonly password: string
}

/** The displayed name of each account. */
export const names: Record<Role, string> = {
  member: 'Mia Member',
  'second-organization-member': 'Sam Second',
  godmode: 'Gwen Godmode',
}

/** Reads an account from the file that the first start wrote for the owner of the installation. */
export function findPerson(role: Role, dataDir = stackDataDir()): Person {
  const path = join(dataDir, 'first-run.json')
  // The product writes it; a missing field fails the sign-in that needs it.
  const { users } = JSON.parse(readFileSync(path, 'utf8')) as { users: (Person & { role: Role })[] }
  const person = users.find((user) => user.role === role)
  if (!person) throw new Error(`${path} has no ${role}`)
  return person
}
