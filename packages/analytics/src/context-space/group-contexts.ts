import { findCommunities } from '../narratives/communities.ts'
import type { ContextPair } from './link-contexts.ts'

/** Groups have these numbers; what is beyond shares the last one. */
const lastGroup = 50

/**
 * Groups contexts by the modularity of their links (`findCommunities`, resolution 1), which settles how many there are.
 * Gives each its group's number: 0 is the largest, equals by their first context; unlinked ones are groups of their own.
 */
export function groupContexts(pairs: readonly ContextPair[], contexts: number): number[] {
  const found = findCommunities({ size: contexts, edges: pairs, resolution: 1 })
  const sizes = new Map<number, number>()
  for (const group of found) sizes.set(group, (sizes.get(group) ?? 0) + 1)
  // a map keeps the order in which groups were first met
  const order = [...sizes].toSorted(([, a], [, b]) => b - a).map(([group]) => group)
  const numbers = new Map(order.map((group, number) => [group, Math.min(lastGroup, number)]))
  return Array.from(found, (group) => numbers.get(group) ?? lastGroup)
}
