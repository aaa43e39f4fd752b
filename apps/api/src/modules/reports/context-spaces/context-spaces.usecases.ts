import type { ContextSpace, ContextSpaceList } from '@auspex/sdk/types'
import type { Actor } from '../../../kernel/actor.ts'
import { type PageRequest, toPageInfo } from '../../../kernel/page.ts'
import { spaceNotFound } from './context-spaces.errors.ts'
import type { ContextSpaceDependencies } from './context-space-dependencies.ts'
import { maxContexts } from './space.types.ts'
import { findSpace, presentSpace, updateSpace } from './stored-space.ts'

/** Throws `context_spaces.not_found` for another person's map. */
export async function getContextSpace(id: string, actor: Actor, deps: ContextSpaceDependencies): Promise<ContextSpace> {
  return presentSpace(await findSpace(id, actor, deps))
}

/** The newest first, of one signal or of all. */
export async function listContextSpaces(
  { signalId, page }: { signalId: string | null; page: PageRequest },
  { userId }: Actor,
  { spaces }: ContextSpaceDependencies,
): Promise<ContextSpaceList> {
  const [rows, total] = await Promise.all([spaces.list({ userId, signalId, page }), spaces.count(userId, signalId)])
  return {
    items: rows.map(({ id, signal_id, title, contexts, created_at, updated_at }) => ({
      id,
      signalId: signal_id,
      title,
      contexts,
      createdAt: created_at.toISOString(),
      updatedAt: updated_at.toISOString(),
    })),
    page: toPageInfo(page, total),
  }
}

/** Removes a context from a map, but stores its place. */
export async function removeContext(
  { id, contextId }: { id: string; contextId: string },
  actor: Actor,
  deps: ContextSpaceDependencies,
): Promise<ContextSpace> {
  const space = await findSpace(id, actor, deps)
  const { contexts, links, removed } = space.body
  const removedContext = contexts.find((context) => context.id === contextId)
  if (removedContext === undefined) return presentSpace(space)
  const body = {
    ...space.body,
    contexts: contexts.filter((context) => context !== removedContext),
    links: links.filter(({ source, target }) => source !== contextId && target !== contextId),
    removed: [removedContext, ...removed].slice(0, maxContexts),
  }
  const next = await updateSpace({ space, body }, actor, deps)
  return presentSpace(next)
}

/** Throws `context_spaces.not_found`. */
export async function deleteContextSpace(
  id: string,
  { userId }: Actor,
  { spaces }: ContextSpaceDependencies,
): Promise<{ id: string; deleted: true }> {
  if (!(await spaces.remove(userId, id))) throw spaceNotFound()
  return { id, deleted: true }
}
