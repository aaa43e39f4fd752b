import type { CardContent } from '@auspex/sdk/types'
import type { DocumentsModule } from '../../library/index.ts'
import type { Images } from '../../people/index.ts'
import { type AccessReader, hasModules, requireModules } from '../../people/index.ts'
import { createMeasureCard, type MeasureCard, type MeasureDependencies } from './measure-card.ts'
import { pictureIn } from './present-story.ts'
import { isUnchanged, type SettleDependencies, settleCard, type SettledCard, type WantedCard } from './settle-card.ts'
import { sameCardTwice } from './stories.errors.ts'
import type { StoriesRepository } from './stories.repository.ts'
import type { StoredCard, StoredStory, Viewer } from './stories.types.ts'

/** A card as sent within a story; the measured values it contains are ignored. */
export interface SentCard {
  id: string
  caption: string | null
  frozen: boolean
  content: CardContent
}

type Person = Pick<Viewer, 'userId' | 'organizationId'>

export interface CardPreparationDependencies extends MeasureDependencies {
  repository: StoriesRepository
  documents: DocumentsModule
  isDemo: () => Promise<boolean>
  images: Images
  access: AccessReader
}

export type CardPreparation = ReturnType<typeof createCardPreparation>

/** Prepares cards before a story is locked: looks up what they name and measures what they show. */
export function createCardPreparation({
  repository,
  documents,
  isDemo,
  images,
  access,
  ...measuring
}: CardPreparationDependencies) {
  /** Measures on behalf of a person, who must have the signals module. */
  function measure({ userId }: Person): MeasureCard {
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

    /** Prepares one card. `current` is the stored card; null for a new one. */
    settle: (person: Person, wanted: WantedCard, current: StoredCard | null): Promise<SettledCard> =>
      settleCard({ wanted, known: current === null ? [] : [current], pointer: '/content' }, toDependencies(person)),

    /** Prepares all cards of a story in order; unchanged cards are left alone. */
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
        const storedCards = [...(now === undefined ? [] : [now]), ...(earlier.get(id) ?? [])]
        const card = await settleCard({ wanted, known: storedCards, pointer: `/cards/${place}/content` }, deps)
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
