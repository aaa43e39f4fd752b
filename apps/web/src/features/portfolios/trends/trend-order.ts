/** Sorts things by a list of ids; things without a place come first, as for one that was just saved. */
export const applyOrder = <Thing extends { readonly id: string }>(
  things: readonly Thing[],
  ids: readonly string[],
): Thing[] => {
  const places = new Map(ids.map((id, place) => [id, place]))
  return things.toSorted((a, b) => (places.get(a.id) ?? -1) - (places.get(b.id) ?? -1))
}

/** Adapts an order to what is stored now: new trends come first, removed ones are omitted. Null if somebody else reordered the same trends. */
export const adoptOrder = (
  ids: readonly string[],
  { before, now }: { readonly before: readonly string[]; readonly now: readonly string[] },
): string[] | null => {
  const stayed = before.filter((id) => now.includes(id))
  const theirs = now.filter((id) => before.includes(id))
  if (stayed.some((id, place) => theirs[place] !== id)) return null
  return [...now.filter((id) => !before.includes(id)), ...ids.filter((id) => now.includes(id))]
}

/** The ids with one moved from a position to another; unchanged if a position does not exist. */
export const moveId = (ids: readonly string[], from: number, to: number): readonly string[] => {
  const id = ids[from]
  if (id === undefined || to < 0 || to >= ids.length || to === from) return ids
  return ids.toSpliced(from, 1).toSpliced(to, 0, id)
}
