import { ConflictError, type Story, type StoryCard } from '@auspex/sdk'

/** Two people changed the same words: neither is thrown away before a person has chosen. */
export class FieldConflict extends Error {
  override name = 'FieldConflict'
  readonly place: string
  readonly mine: string
  /** What is stored; null when the card was deleted. */
  readonly theirs: string | null

  constructor(place: string, mine: string, theirs: string | null) {
    super('Somebody else changed this meanwhile')
    this.place = place
    this.mine = mine
    this.theirs = theirs
  }
}

/** The version that is stored, out of a refusal of a stale one; null for any other failure. */
export const storedVersion = (error: unknown): Record<string, unknown> | null =>
  error instanceof ConflictError ? (error.problem?.current ?? null) : null

/** The contract says that `current` has the shape in which the operation answers; the check tells the two apart. */
export const isStory = (value: object): value is Story => 'cards' in value && 'displayTitle' in value
export const isCard = (value: object): value is StoryCard => 'content' in value && 'frozen' in value
