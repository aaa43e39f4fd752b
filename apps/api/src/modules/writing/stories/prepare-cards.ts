import type { Person } from '../../../kernel/actor.ts'
import { sameCardTwice } from '../writing.errors.ts'
import { createMeasurer } from './measure-card.ts'
import { pictureIn } from './present-story.ts'
import { isUnchanged, settleCard, type SettledCard, type SettleDependencies } from './settle-card.ts'
import { createStoriesRepository } from './stories.repository.ts'
import type { RequestedCard, StoredCard, StoredStory, StoryDependencies } from './stories.types.ts'

// cards are prepared before a story is locked: what they name is looked up, and what they show is measured

/** Prepares one card. `current` is the stored card; null for a new one. */
export async function prepareCard(
  { requested, current }: { requested: RequestedCard; current: StoredCard | null },
  person: Person,
  deps: StoryDependencies,
): Promise<SettledCard> {
  const previousCards = current === null ? [] : [current]
  return settleCard({ requested, previousCards, pointer: '/content' }, toSettleDependencies(person, deps))
}

/** Prepares all cards of a story in order; unchanged cards stay as they are. */
export async function prepareCards(
  { stored, requested: cards }: { stored: StoredStory; requested: readonly RequestedCard[] },
  person: Person,
  deps: StoryDependencies,
): Promise<StoredCard[]> {
  const current = new Map(stored.cards.map((card) => [card.id, card]))
  const settling = toSettleDependencies(person, deps)
  ensureDistinct(cards)
  const earlier = await createStoriesRepository(deps.database).findCards(
    stored.id,
    cards.map(({ id }) => id),
  )
  const prepared: StoredCard[] = []
  for (const [index, { id, caption, frozen, content }] of cards.entries()) {
    const requested = { id, caption, frozen, content }
    const now = current.get(id)
    if (now !== undefined && isUnchanged(requested, now)) {
      prepared.push(now)
      continue
    }
    const previousCards = [...(now === undefined ? [] : [now]), ...(earlier.get(id) ?? [])]
    const card = await settleCard({ requested, previousCards, pointer: `/cards/${index}/content` }, settling)
    prepared.push({ ...card, revision: stored.revision + 1 })
  }
  return prepared
}

function toSettleDependencies(person: Person, deps: StoryDependencies): SettleDependencies {
  const { documents, isDemo, images } = deps
  const hasPicture = async (address: string) => (await images.listVisible([pictureIn(address)], person)).length > 0
  return { measure: createMeasurer(person, deps), documents, isDemo, hasPicture }
}

function ensureDistinct(cards: readonly RequestedCard[]): void {
  const seen = new Set<string>()
  for (const [index, { id }] of cards.entries()) {
    if (seen.has(id)) throw sameCardTwice(`/cards/${index}/id`)
    seen.add(id)
  }
}
