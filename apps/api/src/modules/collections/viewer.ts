import type { Person } from '../../kernel/actor.ts'
import type { Groups } from '../people/index.ts'

/** The person who reads, with their organization groups. */
export interface Viewer extends Person {
  groupIds: readonly string[]
}

export async function findViewer({ userId, organizationId }: Person, { groups }: { groups: Groups }): Promise<Viewer> {
  return { userId, organizationId, groupIds: await groups.ofActor({ userId, organizationId }) }
}
