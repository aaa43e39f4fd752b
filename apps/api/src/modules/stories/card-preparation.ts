import type { CardContent } from '@auspex/sdk/types'
import type { DocumentsModule } from '../documents/index.ts'
import type { Images } from '../images/index.ts'
import { type AccessReader, hasModules, requireModules } from '../users/index.ts'
import { createMeasureCard, type MeasureCard, type MeasureDependencies } from './measure-card.ts'
import { pictureIn } from './present-story.ts'
import { isUnchanged, type SettleDependencies, settleCard, type SettledCard, type WantedCard } from './settle-card.ts'
import { sameCardTwice } from './stories.errors.ts'
import type { StoriesRepository } from './stories.repository.ts'
import type { StoredCard, StoredStory, Viewer } from './stories.types.ts'

/** A card as it is sent within a story; what it says of measured values is not read. */
export interface SentCard {
  id: string
  caption: string | null
  frozen: boolean
  content: CardContent
}

type Person = Pick<Viewer, 'userId' | 'organizationId'>

export interface CardPreparationDependencies extends MeasureDependencies {
  repository: Pick<StoriesRepository, 'findCards'>
  documents: Pick<DocumentsModule, 'getDocuments'>
  isDemo: () => Promise<boolean>
  images: Pick<Images, 'listVisible'>
  access: Pick<AccessReader, 'find'>
}

export type CardPreparation = ReturnType<typeof createCardPreparation>

/** Where cards are prepared before a story is locked: what they name is looked up, what they show is measured. */
export function createCardPreparation({
  repository,
  documents,
  isDemo,
  images,
  access,
  ...measuring
}: CardPreparationDependencies) {
  /** Measures for a person, who must have what is measured. */
  function measure({ userId }: Pick<Person, 'userId'>): MeasureCard {
    const measureCard = createMeasureCard(measuring)
    return async (content) => {
      await requireModules(access, userId, ['signals'])
      return measureCard(content)
    }
  }

  function toDependencies(person: Person): SettleDependencies {
    const hasPicture = async (address: string) => (await images.listVisible([pictureIn(address)], person)).length > 0
    return { measure: measure(person), documents, isDemo, hasPicture }
  }

  return {
    /** Measures cards of one story, each signal once. */
    measure,

    /** Whether the person may read what cards show of signals. */
    mayMeasure: (person: Person) => hasModules(access, person.userId, ['signals']),

    /** Prepares one card. `current` is the card as it is stored; null for a new one. */
    settle: (person: Person, wanted: WantedCard, current: StoredCard | null): Promise<SettledCard> =>
      settleCard({ wanted, known: current === null ? [] : [current], pointer: '/content' }, toDependencies(person)),

    /** Prepares all cards of a story in their order; those that are wanted as they are stored are left alone. */
    async settleAll({
      person,
      stored,
      sent,
    }: {
      person: Person
      stored: StoredStory
      sent: readonly SentCard[]
    }): Promise<StoredCard[]> {
      const current = new Map(stored.cards.map((card) => [card.id, card]))
      const deps = toDependencies(person)
      ensureDistinct(sent)
      const earlier = await repository.findCards(
        stored.id,
        sent.map(({ id }) => id),
      )
      const settled: StoredCard[] = []
      for (const [place, { id, caption, frozen, content }] of sent.entries()) {
        const wanted = { id, caption, frozen, content }
        const now = current.get(id)
        if (now !== undefined && isUnchanged(wanted, now)) {
          settled.push(now)
          continue
        }
        const known = [...(now === undefined ? [] : [now]), ...(earlier.get(id) ?? [])]
        const card = await settleCard({ wanted, known, pointer: `/cards/${place}/content` }, deps)
        settled.push({ ...card, revision: stored.revision + 1 })
      }
      return settled
    },
  }
}

function ensureDistinct(sent: readonly SentCard[]): void {
  const seen = new Set<string>()
  for (const [place, { id }] of sent.entries()) {
    if (seen.has(id)) throw sameCardTwice(`/cards/${place}/id`)
    seen.add(id)
  }
}
