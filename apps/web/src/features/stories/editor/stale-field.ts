import { ConflictError, type Story } from '@auspex/sdk'

/** Two people changed the same text: neither version is discarded before a person has chosen. */
export class FieldConflict extends Error {
  override name = 'FieldConflict'
  readonly place: string
  readonly mine: string
  /** The stored text; null if the card was deleted. */
  readonly theirs: string | null

  constructor(place: string, mine: string, theirs: string | null) {
    super('Somebody else changed this meanwhile')
    this.place = place
    this.mine = mine
    this.theirs = theirs
  }
}

/** The stored story from a refusal of a stale revision; null for any other failure. */
export const storedStory = (error: unknown): Story | null => {
  const current = error instanceof ConflictError ? error.problem?.current : undefined
  return current !== undefined && isStory(current) ? current : null
}

/** The contract defines that `current` has the shape of the operation's response. */
const isStory = (value: object): value is Story => 'cards' in value && 'displayTitle' in value
