import type { AddCardInput, StoryCard, UpdateCardInput } from '@auspex/sdk/types'
import type { Person } from '../../../kernel/actor.ts'
import { findViewer } from '../../people/index.ts'
import { mayMeasure } from './measure-card.ts'
import { prepareCard } from './prepare-cards.ts'
import { presentCard, withoutMeasure } from './present-story.ts'
import { isUnchanged } from './settle-card.ts'
import { cardNotFound, cardStale, storyBusy, storyNotFound, tooManyCards } from '../writing.errors.ts'
import { createStoriesRepository } from './stories.repository.ts'
import { maxCards, type StoredCard, type StoredStory, type StoryDependencies } from './stories.types.ts'
import { createStoryPresenter, findStory, withDraft } from './stories.usecases.ts'

/** Attempts to prepare a card while others keep changing it. */
const maxAttempts = 8

/** Appends a card. Throws `stories.too_many_cards`. */
export async function addCard(
  { storyId, caption = null, frozen = false, content }: AddCardInput,
  person: Person,
  deps: StoryDependencies,
): Promise<StoryCard> {
  const { cards } = await findStory(storyId, person, deps)
  if (cards.length >= maxCards) throw tooManyCards()
  const request = { id: deps.createId('cd'), caption, frozen, content }
  const prepared = await prepareCard({ requested: request, current: null }, person, deps)
  let added: StoredCard = { ...prepared, revision: 0 }
  const append = (stored: StoredStory) => {
    if (stored.cards.length >= maxCards) throw tooManyCards()
    added = { ...prepared, revision: stored.revision + 1 }
    return [...stored.cards, added]
  }
  await changeCards({ storyId, change: 'add-card', write: append }, person, deps)
  return (await createCardPresenter(person, deps))(added)
}

/** Throws `cards.not_found`, and `cards.stale` when the card has changed since the given revision. */
export async function updateCard(
  { storyId, cardId, revision, ...patch }: UpdateCardInput,
  person: Person,
  deps: StoryDependencies,
): Promise<StoryCard> {
  let story = await findStory(storyId, person, deps)
  const present = await createCardPresenter(person, deps)
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const before = requireCard(story, cardId)
    if (revision !== undefined && revision !== before.revision)
      throw cardStale((await createStoryPresenter(person, deps))(story))
    const { caption = before.caption, frozen = before.frozen, content = before.content } = patch
    const request = { id: cardId, caption, frozen, content }
    if (isUnchanged(request, before)) return present(before)
    const prepared = await prepareCard({ requested: request, current: before }, person, deps)
    const outcome = { isMoved: false }
    const replace = (stored: StoredStory) => {
      outcome.isMoved = requireCard(stored, cardId).revision !== before.revision
      if (outcome.isMoved) return null
      const card = { ...prepared, revision: stored.revision + 1 }
      return stored.cards.map((each) => (each.id === cardId ? card : each))
    }
    story = await changeCards({ storyId, change: 'update-card', write: replace }, person, deps)
    if (!outcome.isMoved) return present(requireCard(story, cardId))
  }
  throw storyBusy()
}

/** Throws `cards.not_found`. */
export async function deleteCard(
  { storyId, cardId }: { storyId: string; cardId: string },
  person: Person,
  deps: StoryDependencies,
): Promise<void> {
  const remove = (stored: StoredStory) => {
    requireCard(stored, cardId)
    return stored.cards.filter(({ id }) => id !== cardId)
  }
  await changeCards({ storyId, change: 'delete-card', write: remove }, person, deps)
}

/**
 * Changes cards of a story under a lock: `write` returns the new cards, or null for no change. It gets the story as stored, so that people who change
 * other cards at the same time lose nothing.
 */
async function changeCards(
  {
    storyId,
    change,
    write,
  }: {
    storyId: string
    change: 'add-card' | 'update-card' | 'delete-card'
    write: (stored: StoredStory) => readonly StoredCard[] | null
  },
  person: Person,
  deps: StoryDependencies,
): Promise<StoredStory> {
  const viewer = await findViewer(person, deps)
  const changed = await createStoriesRepository(deps.database).change({ viewer, id: storyId }, async (stored) => {
    const cards = write(stored)
    if (cards === null) return null
    const at = deps.clock.now()
    return {
      story: withDraft(stored, { ...stored, cards }, at),
      change: { change, restoredFrom: null, changedBy: person.userId, changedAt: at },
    }
  })
  if (changed === null) throw storyNotFound()
  return changed
}

async function createCardPresenter(person: Person, deps: StoryDependencies): Promise<(card: StoredCard) => StoryCard> {
  return (await mayMeasure(person, deps)) ? (card) => presentCard(card) : (card) => withoutMeasure(presentCard(card))
}

function requireCard({ cards }: StoredStory, cardId: string): StoredCard {
  const card = cards.find(({ id }) => id === cardId)
  if (card === undefined) throw cardNotFound()
  return card
}
