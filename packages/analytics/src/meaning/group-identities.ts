import { compareText } from '../text/compare-text.ts'

/** A group, by its documents. */
interface GroupDocuments {
  id: string
  documentIds: string[]
}

/** How a present group came from earlier ones, by their documents. */
export interface GroupChange {
  /** The present group. */
  id: string
  /** It is a part of a larger one, it lost a part, or it took in another. */
  kind: 'grew-out-of' | 'split-into' | 'merged-with'
  /** The other group: one of before, or of now where this one was split. */
  otherId: string
}

/** Part of a group's documents that must come from or go to another for the two to be kin. */
const kinPart = 0.5

/**
 * What became of the groups of before: one of now without an ancestor of its own that has most of its known documents from a group of before grew out of
 * it; one that took most documents of a group that is gone merged with it.
 */
export function findGroupChanges(
  groups: readonly GroupDocuments[],
  before: ReadonlyMap<string, string | null>,
): GroupChange[] {
  const remaining = new Map<string, number>()
  const shared = groups.map(({ id, documentIds }) => {
    const counts = new Map<string, number>()
    let known = 0
    for (const documentId of documentIds) {
      if (!before.has(documentId)) continue
      known++
      const other = before.get(documentId) ?? null
      if (other !== null) counts.set(other, (counts.get(other) ?? 0) + 1)
    }
    return { id, counts, known }
  })
  const ids = new Set(groups.map(({ id }) => id))
  const old = new Set([...before.values()].filter((id) => id !== null))
  for (const group of before.values()) if (group !== null) remaining.set(group, (remaining.get(group) ?? 0) + 1)
  return shared.flatMap(({ id, counts, known }) =>
    [...counts].flatMap(([other, count]): GroupChange[] => {
      if (other === id) return []
      if (!old.has(id) && count >= kinPart * known) {
        const grown: GroupChange = { id, kind: 'grew-out-of', otherId: other }
        return ids.has(other) ? [grown, { id: other, kind: 'split-into', otherId: id }] : [grown]
      }
      return !ids.has(other) && count >= kinPart * (remaining.get(other) ?? 0)
        ? [{ id, kind: 'merged-with', otherId: other }]
        : []
    }),
  )
}

/** Gives each group the identity of the group of before with which it shares most documents; the largest overlap chooses first. */
export function keepIdentities<Group extends GroupDocuments>(
  groups: readonly Group[],
  before: ReadonlyMap<string, string | null>,
): Group[] {
  const overlaps = groups.flatMap(({ documentIds }, at) => {
    const counts = new Map<string, number>()
    for (const id of documentIds) {
      const group = before.get(id) ?? null
      if (group !== null) counts.set(group, (counts.get(group) ?? 0) + 1)
    }
    return [...counts].map(([group, shared]) => ({ at, group, shared }))
  })
  overlaps.sort((a, b) => b.shared - a.shared || a.at - b.at || compareText(a.group, b.group))
  const identities = new Map<number, string>()
  const used = new Set<string>()
  for (const { at, group } of overlaps) {
    if (identities.has(at) || used.has(group)) continue
    identities.set(at, group)
    used.add(group)
  }
  return groups.map((group, at) => {
    const identity = identities.get(at)
    if (identity !== undefined) return { ...group, id: identity }
    // the document that gave an older group its identity may be the most typical of this one
    return { ...group, id: group.documentIds.find((id) => !used.has(id)) ?? group.id }
  })
}
