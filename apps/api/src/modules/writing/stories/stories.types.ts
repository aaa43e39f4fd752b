import type { CardContent, StoryVersion } from '@auspex/sdk/types'
import type { Actor } from '../../../kernel/actor.ts'

/** A card as stored, with the content shown when it was written. */
export interface StoredCard {
  id: string
  /** The revision of the story that wrote it. */
  revision: number
  caption: string | null
  frozen: boolean
  /** When its values were measured; null when it shows nothing measured. */
  asOf: Date | null
  content: CardContent
}

/** A story with the cards of one of its versions. */
export interface StoredStory {
  id: string
  organizationId: string | null
  ownerId: string
  groupId: string | null
  revision: number
  title: string
  displayTitle: string
  imageId: string | null
  cards: readonly StoredCard[]
  createdAt: Date
  updatedAt: Date
}

/** A version without its cards. */
export interface StoredVersion extends Pick<StoryVersion, 'storyId' | 'revision' | 'change' | 'restoredFrom'> {
  changedAt: Date
  changedBy: string
  displayTitle: string
  cardCount: number
}

/** The kind of change and its author. */
export interface StoryChange extends Pick<StoryVersion, 'change' | 'restoredFrom'> {
  changedBy: string
  changedAt: Date
}

/** The person who reads: sees their own stories, and those shared with their groups. */
export interface Viewer extends Pick<Actor, 'userId' | 'organizationId'> {
  groupIds: readonly string[]
}

/** The part of a story that a person writes: revision and time come with the change. */
export type StoryDraft = Pick<StoredStory, 'title' | 'displayTitle' | 'imageId' | 'groupId' | 'cards'>

/** Maximum number of cards in a story. */
export const mostCards = 200

/** Number of versions retained per story. */
export const keptVersions = 200
