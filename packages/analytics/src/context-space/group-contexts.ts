import { findCommunities } from '../narratives/communities.ts'
import type { ContextPair } from './link-contexts.ts'

/** Group numbers end here; all further groups share the last one. */
const lastGroup = 50

/**
 * Groups contexts by the modularity of their links (`findCommunities`, resolution 1), which determines how many groups
 * there are. Returns the group number of each: 0 is the largest, ties are ordered by their first context; unlinked ones
 * are groups of their own.
 */
export function groupContexts(pairs: readonly ContextPair[], contexts: number): number[] {
  const found = findCommunities({ size: contexts, edges: pairs, resolution: 1 })
  const sizes = new Map<number, number>()
  for (const group of found) sizes.set(group, (sizes.get(group) ?? 0) + 1)
  // a Map preserves the order in which groups were first seen
  const order = [...sizes].toSorted(([, a], [, b]) => b - a).map(([group]) => group)
  const numbers = new Map(order.map((group, number) => [group, Math.min(lastGroup, number)]))
  return Array.from(found, (group) => numbers.get(group) ?? lastGroup)
}
