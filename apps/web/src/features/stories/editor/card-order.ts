import type { StoryCard } from '@auspex/sdk'

/** The ids with one of them moved to another position. */
export const moveId = (ids: readonly string[], id: string, to: number): readonly string[] => {
  const others = ids.filter((otherId) => otherId !== id)
  const position = Math.max(0, Math.min(others.length, to))
  return [...others.slice(0, position), id, ...others.slice(position)]
}

/** The stored cards in the person's order; cards that others added stay at the end, removed ones are omitted. */
export const applyOrder = (cards: readonly StoryCard[], ids: readonly string[]): readonly StoryCard[] => {
  const positions = new Map(ids.map((id, index) => [id, index]))
  return cards.toSorted((a, b) => (positions.get(a.id) ?? ids.length) - (positions.get(b.id) ?? ids.length))
}

/** Whether somebody else has moved cards: the cards in both versions are in a different order. */
export const isReordered = (base: readonly string[], stored: readonly string[]): boolean => {
  const sharedIds = base.filter((id) => stored.includes(id))
  const others = stored.filter((id) => base.includes(id))
  return sharedIds.some((id, index) => others[index] !== id)
}
