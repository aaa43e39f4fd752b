import type { Clock } from '../../../kernel/clock.ts'
import type { CreateId } from '../../../kernel/ids.ts'
import type { AdministrationStore } from './administration-store.ts'
import { emailTaken, groupNotFound, organizationNotFound } from '../people.errors.ts'

export interface Invitation {
  firstName: string
  lastName: string
  email: string
  organizationId: string
  groupIds: readonly string[]
}

/**
 * Creates a person who has not signed in yet, in a transaction. Throws `organizations.not_found`, `groups.not_found` (also for a group of another
 * organization) and `users.email_taken`.
 */
export async function invite(
  { groupIds, ...person }: Invitation,
  { administered, clock, createId }: { administered: AdministrationStore; clock: Clock; createId: CreateId },
): Promise<string> {
  const { organizations, groups, members, people } = administered
  if ((await organizations.find(person.organizationId)) === null) throw organizationNotFound()
  for (const groupId of groupIds)
    if ((await groups.find(groupId))?.organizationId !== person.organizationId) throw groupNotFound()
  await people.holdEmail(person.email)
  if ((await people.findByEmail(person.email)) !== null) throw emailTaken()
  const id = createId('usr')
  await people.invite({ ...person, id, now: clock.now() })
  for (const groupId of groupIds) await members.add(groupId, id)
  return id
}
