import { ConflictError, type Story } from '@auspex/sdk'

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

/** The story that is stored, out of a refusal of a stale revision; null for any other failure. */
export const storedStory = (error: unknown): Story | null => {
  const current = error instanceof ConflictError ? error.problem?.current : undefined
  return current !== undefined && isStory(current) ? current : null
}

/** The contract says that `current` has the shape in which the operation answers. */
const isStory = (value: object): value is Story => 'cards' in value && 'displayTitle' in value
