/** Words that were typed and not stored yet. They outlive a reload and an expired session. */
export interface Draft {
  readonly text: string
  /** What was stored when the typing began. */
  readonly base: string
}

const prefix = 'auspex.draft'

/** Kept for each person: whoever signs in on this computer next must not find them. */
const keyOf = (personId: string, place: string) => `${prefix}.${personId}.${place}`

export const readDraft = (personId: string, place: string): Draft | null => {
  try {
    const stored = localStorage.getItem(keyOf(personId, place))
    const draft: unknown = stored === null ? null : JSON.parse(stored)
    return isDraft(draft) ? draft : null
  } catch {
    return null
  }
}

export const keepDraft = (personId: string, place: string, draft: Draft): void => {
  try {
    localStorage.setItem(keyOf(personId, place), JSON.stringify(draft))
  } catch {
    // A browser that keeps nothing still has the words on the screen.
  }
}

export const dropDraft = (personId: string, place: string): void => {
  try {
    localStorage.removeItem(keyOf(personId, place))
  } catch {
    // There is none where nothing can be kept.
  }
}

const isDraft = (value: unknown): value is Draft =>
  typeof value === 'object' &&
  value !== null &&
  'text' in value &&
  typeof value.text === 'string' &&
  'base' in value &&
  typeof value.base === 'string'
