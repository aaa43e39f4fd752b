import type { AddCardInput, StoryCard, UpdateCardInput } from '@auspex/sdk/types'
import type { Clock } from '../../../kernel/clock.ts'
import type { CreateId } from '../../../kernel/ids.ts'
import type { CardPreparation } from './card-preparation.ts'
import { presentCard, withoutMeasure } from './present-story.ts'
import { isUnchanged } from './settle-card.ts'
import { cardNotFound, cardStale, storyBusy, storyNotFound, tooManyCards } from './stories.errors.ts'
import type { StoriesRepository } from './stories.repository.ts'
import { mostCards, type StoredCard, type StoredStory } from './stories.types.ts'
import type { Person, StoriesUsecases } from './stories.usecases.ts'
import { withDraft } from './story-draft.ts'

export interface CardsDependencies {
  repository: StoriesRepository
  stories: StoriesUsecases
  preparation: CardPreparation
  clock: Clock
  createId: CreateId
}

/** Attempts to prepare a card when others change it meanwhile. */
const tries = 8

export type CardsUsecases = ReturnType<typeof createCardsUsecases>

/** Use cases of single cards. Each change applies to the story as stored, so that people who change other cards at the same time lose nothing. */
export function createCardsUsecases({ repository, stories, preparation, clock, createId }: CardsDependencies) {
  /** Changes cards of a story under a lock. `edit` returns the new cards, or null for no change. */
  async function edit(
    {
      person,
      storyId,
      change,
    }: { person: Person; storyId: string; change: 'add-card' | 'update-card' | 'delete-card' },
    write: (stored: StoredStory) => readonly StoredCard[] | null,
  ): Promise<StoredStory> {
    const viewer = await stories.viewerOf(person)
    const changed = await repository.change({ viewer, id: storyId }, async (stored) => {
      const cards = write(stored)
      if (cards === null) return null
      const at = clock.now()
      return {
        story: withDraft(stored, { ...stored, cards }, at),
        change: { change, restoredFrom: null, changedBy: person.userId, changedAt: at },
      }
    })
    if (changed === null) throw storyNotFound()
    return changed
  }

  async function cardPresenterFor(person: Person): Promise<(card: StoredCard) => StoryCard> {
    return (await preparation.mayMeasure(person))
      ? (card) => presentCard(card)
      : (card) => withoutMeasure(presentCard(card))
  }

  return {
    /** Appends a card. Throws `stories.too_many_cards`. */
    async add(person: Person, { storyId, caption = null, frozen = false, content }: AddCardInput): Promise<StoryCard> {
      const { cards } = await stories.find(person, storyId)
      if (cards.length >= mostCards) throw tooManyCards()
      const settled = await preparation.settle(person, { id: createId('cd'), caption, frozen, content }, null)
      let added: StoredCard = { ...settled, revision: 0 }
      await edit({ person, storyId, change: 'add-card' }, (stored) => {
        if (stored.cards.length >= mostCards) throw tooManyCards()
        added = { ...settled, revision: stored.revision + 1 }
        return [...stored.cards, added]
      })
      return (await cardPresenterFor(person))(added)
    },

    /** Throws `cards.not_found`, and `cards.stale` when the card has changed since the given revision. */
    async update(person: Person, { storyId, cardId, revision, ...patch }: UpdateCardInput): Promise<StoryCard> {
      let story = await stories.find(person, storyId)
      const show = await cardPresenterFor(person)
      for (let attempt = 0; attempt < tries; attempt += 1) {
        const before = requireCard(story, cardId)
        if (revision !== undefined && revision !== before.revision)
          throw cardStale((await stories.presenterFor(person))(story))
        const { caption = before.caption, frozen = before.frozen, content = before.content } = patch
        const wanted = { id: cardId, caption, frozen, content }
        if (isUnchanged(wanted, before)) return show(before)
        const settled = await preparation.settle(person, wanted, before)
        const outcome = { isMoved: false }
        story = await edit({ person, storyId, change: 'update-card' }, (stored) => {
          outcome.isMoved = requireCard(stored, cardId).revision !== before.revision
          if (outcome.isMoved) return null
          const card = { ...settled, revision: stored.revision + 1 }
          return stored.cards.map((one) => (one.id === cardId ? card : one))
        })
        if (!outcome.isMoved) return show(requireCard(story, cardId))
      }
      throw storyBusy()
    },

    async remove(person: Person, { storyId, cardId }: { storyId: string; cardId: string }): Promise<void> {
      await edit({ person, storyId, change: 'delete-card' }, (stored) => {
        requireCard(stored, cardId)
        return stored.cards.filter(({ id }) => id !== cardId)
      })
    },
  }
}

function requireCard({ cards }: StoredStory, cardId: string): StoredCard {
  const card = cards.find(({ id }) => id === cardId)
  if (card === undefined) throw cardNotFound()
  return card
}
