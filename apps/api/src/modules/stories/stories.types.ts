import type { CardContent, StoryVersion } from '@auspex/sdk/types'
import type { Actor } from '../../kernel/actor.ts'

/** A card as it is stored: what it showed when it was written. */
export interface StoredCard {
  id: string
  /** The revision of the story that wrote it. */
  revision: number
  caption: string | null
  frozen: boolean
  /** The moment of its values; null when it shows nothing that is measured. */
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

/** What is known of a version without its cards. */
export interface StoredVersion extends Pick<StoryVersion, 'storyId' | 'revision' | 'change' | 'restoredFrom'> {
  changedAt: Date
  changedBy: string
  displayTitle: string
  cardCount: number
}

/** Who made a change, and what it was. */
export interface StoryChange extends Pick<StoryVersion, 'change' | 'restoredFrom'> {
  changedBy: string
  changedAt: Date
}

/** Whose stories are asked for: a person's own, and those that the groups share. */
export interface Viewer extends Pick<Actor, 'userId' | 'organizationId'> {
  groupIds: readonly string[]
}

/** A story as somebody writes it: the revision and the time come with the change. */
export type StoryDraft = Pick<StoredStory, 'title' | 'displayTitle' | 'imageId' | 'groupId' | 'cards'>

/** Cards that a story has at most. */
export const mostCards = 200

/** Versions that a story keeps. */
export const keptVersions = 200
