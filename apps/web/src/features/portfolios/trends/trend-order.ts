/** Things in the order of their ids; what has none comes first, as what was just saved does. */
export const applyOrder = <Thing extends { readonly id: string }>(
  things: readonly Thing[],
  ids: readonly string[],
): Thing[] => {
  const places = new Map(ids.map((id, place) => [id, place]))
  return things.toSorted((a, b) => (places.get(a.id) ?? -1) - (places.get(b.id) ?? -1))
}

/**
 * An order as it is for what is stored now: what came meanwhile goes first, what went is left out. Null when somebody else put the
 * same things into another order.
 */
export const adoptOrder = (
  ids: readonly string[],
  { before, now }: { readonly before: readonly string[]; readonly now: readonly string[] },
): string[] | null => {
  const stayed = before.filter((id) => now.includes(id))
  const theirs = now.filter((id) => before.includes(id))
  if (stayed.some((id, place) => theirs[place] !== id)) return null
  return [...now.filter((id) => !before.includes(id)), ...ids.filter((id) => now.includes(id))]
}

/** The ids with the one at a place moved to another; the same ids when there is no such place. */
export const moveId = (ids: readonly string[], from: number, to: number): readonly string[] => {
  const id = ids[from]
  if (id === undefined || to < 0 || to >= ids.length || to === from) return ids
  return ids.toSpliced(from, 1).toSpliced(to, 0, id)
}
