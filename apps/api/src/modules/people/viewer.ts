import type { Person } from '../../kernel/actor.ts'
import type { Groups } from './groups.ts'

/** The person who reads, with their organization groups: sees their own things, and those shared with their groups. */
export interface Viewer extends Person {
  groupIds: readonly string[]
}

export async function findViewer({ userId, organizationId }: Person, { groups }: { groups: Groups }): Promise<Viewer> {
  return { userId, organizationId, groupIds: await groups.ofActor({ userId, organizationId }) }
}
