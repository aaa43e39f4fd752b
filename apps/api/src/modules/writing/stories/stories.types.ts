import type { CardContent, StoryVersion } from '@auspex/sdk/types'
import type { Database } from '../../../adapters/database/database.port.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { CreateId } from '../../../kernel/ids.ts'
import type { DocumentsModule } from '../../library/index.ts'
import type { AccessReader, Groups, Images, People } from '../../people/index.ts'
import type { MeasureDependencies } from './measure-card.ts'

/** What the use cases of stories, their cards and their versions need. */
export interface StoryDependencies extends MeasureDependencies {
  database: Database
  documents: DocumentsModule
  images: Images
  people: People
  groups: Groups
  access: AccessReader
  /** Whether documents are demo documents. */
  isDemo: () => Promise<boolean>
  /** Deletes what belongs to a deleted story. */
  whenDeleted: (storyId: string) => Promise<void>
  clock: Clock
  createId: CreateId
}

/** A card as requested; the measured values it contains are ignored. */
export interface RequestedCard {
  id: string
  caption: string | null
  frozen: boolean
  content: CardContent
}

/** Deleted documents that a card quotes or counted. */
export interface CardDeletion {
  documentIds: string[]
  /** How the last of them was deleted, and when. */
  way: 'source' | 'operator'
  at: string
}

/** A card as stored, with the content shown when it was written. */
export interface StoredCard extends RequestedCard {
  /** The revision of the story that wrote it. */
  revision: number
  /** When its values were measured; null when it shows nothing measured. */
  asOf: Date | null
  /** Null while all its documents exist. */
  deletion: CardDeletion | null
}

export interface StoryTitles {
  /** In lower case. */
  title: string
  displayTitle: string
}

/** The part of a story that a person writes: revision and time come with the change. */
export interface StoryDraft extends StoryTitles {
  groupId: string | null
  imageId: string | null
  cards: readonly StoredCard[]
}

/** A story with the cards of one of its versions. */
export interface StoredStory extends StoryDraft {
  id: string
  organizationId: string | null
  ownerId: string
  revision: number
  createdAt: Date
  updatedAt: Date
}

/** The kind of change and its author. */
export interface StoryChange {
  change: StoryVersion['change']
  restoredFrom: StoryVersion['restoredFrom']
  changedBy: string
  changedAt: Date
}

/** A version without its cards. */
export interface StoredVersion extends StoryChange {
  storyId: string
  revision: number
  displayTitle: string
  cardCount: number
}

/** Maximum number of cards in a story. */
export const maxCards = 200

/** Number of versions retained per story. */
export const maxVersions = 200
