/** Text that was typed but not saved. Drafts survive a reload and an expired session. */
export interface Draft {
  readonly text: string
  /** The stored text when typing began. */
  readonly base: string
}

const prefix = 'auspex.draft'

/** Drafts are stored by person: the next person who signs in on this computer must not find them. */
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
    // Without storage the text is still on the screen.
  }
}

export const dropDraft = (personId: string, place: string): void => {
  try {
    localStorage.removeItem(keyOf(personId, place))
  } catch {
    // Without storage there is no draft.
  }
}

const isDraft = (value: unknown): value is Draft =>
  typeof value === 'object' &&
  value !== null &&
  'text' in value &&
  typeof value.text === 'string' &&
  'base' in value &&
  typeof value.base === 'string'
