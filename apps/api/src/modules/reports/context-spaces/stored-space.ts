import type { ContextSpace } from '@auspex/sdk/types'
import type { Actor } from '../../../kernel/actor.ts'
import type { ContextSpaceDependencies } from './context-space-dependencies.ts'
import { changedMeanwhile, spaceNotFound } from '../reports.errors.ts'
import type { SpaceBody, StoredSpace } from './space.types.ts'

/** Finds a space of the person. Throws `context_spaces.not_found`. */
export async function findSpace(
  id: string,
  { userId }: Actor,
  { spaces }: ContextSpaceDependencies,
): Promise<StoredSpace> {
  const space = await spaces.find(userId, id)
  if (space === null) throw spaceNotFound()
  return space
}

/** Writes the next version. Throws `context_spaces.changed_meanwhile` when another one was written. */
export async function updateSpace(
  { space, body }: { space: StoredSpace; body: SpaceBody },
  { userId }: Actor,
  { spaces, clock }: ContextSpaceDependencies,
): Promise<StoredSpace> {
  const next = { ...space, updatedAt: clock.now(), body }
  if (!(await spaces.update(userId, next))) throw changedMeanwhile()
  return { ...next, version: space.version + 1 }
}

const method =
  'Words and names significant by log-likelihood ratio (G², Bonferroni), counted as in the report, linked by the Jaccard index of their stories, grouped by modularity, placed by forces along the links. Narratives by the main directions of the vectors of their documents.'

/** Maps the space to the contract; `unplaced` are the labels that could not be measured. */
export function presentSpace(
  { id, signalId, title, createdAt, updatedAt, body }: StoredSpace,
  unplaced: string[] = [],
): ContextSpace {
  const { documentsRead, links } = body
  // maps from before stories were counted have none
  const contexts = body.contexts.map((point) => ({ ...point, stories: point.stories ?? point.documents }))
  return {
    id,
    signalId,
    title,
    documentsRead,
    method,
    contexts,
    links,
    narratives: body.map?.narratives ?? [],
    documents: body.map?.documents ?? [],
    unplaced,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}
