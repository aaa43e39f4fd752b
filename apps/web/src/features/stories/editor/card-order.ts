import type { StoryCard } from '@auspex/sdk'

/** The ids with one of them moved to another place. */
export const moveId = (ids: readonly string[], id: string, to: number): readonly string[] => {
  const others = ids.filter((one) => one !== id)
  const place = Math.max(0, Math.min(others.length, to))
  return [...others.slice(0, place), id, ...others.slice(place)]
}

/** The stored cards in an order that a person gave them; those that came meanwhile stay at the end, those that are gone are left out. */
export const applyOrder = (cards: readonly StoryCard[], ids: readonly string[]): readonly StoryCard[] => {
  const place = new Map(ids.map((id, index) => [id, index]))
  return cards.toSorted((a, b) => (place.get(a.id) ?? ids.length) - (place.get(b.id) ?? ids.length))
}

/** Whether somebody else has moved cards: those that both versions have stand in another order. */
export const isReordered = (base: readonly string[], stored: readonly string[]): boolean => {
  const kept = base.filter((id) => stored.includes(id))
  const others = stored.filter((id) => base.includes(id))
  return kept.some((id, index) => others[index] !== id)
}
