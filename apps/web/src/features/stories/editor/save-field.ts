import { FieldConflict } from './stale-field.ts'

interface FieldSave<Version> {
  readonly place: string
  /** What was typed. */
  readonly text: string
  /** What was stored when the typing began. */
  readonly base: string
  /** Whether these stored words were sent from here. */
  readonly isOwn: (words: string) => boolean
  /** The newest version that is known; undefined when it was deleted. */
  readonly known: () => Version | undefined
  readonly read: (version: Version) => string
  /** Sends the words with the revision of this version. */
  readonly send: (version: Version) => Promise<unknown>
  /** Takes over the version that a refusal names; false when the failure is another one. */
  readonly adopt: (error: unknown) => boolean
}

/** Changes that others make in one go while this is sent. */
const mostAttempts = 5

/**
 * Saves one field of something that several people change. A change of others that leaves the field alone is taken over
 * in silence, one of the same field is a conflict.
 *
 * @throws FieldConflict
 */
export const saveField = async <Version>(save: FieldSave<Version>, attempt = 1): Promise<void> => {
  const version = save.known()
  if (version === undefined) throw new FieldConflict(save.place, save.text, null)
  const stored = save.read(version)
  if (stored === save.text) return undefined
  if (stored !== save.base && !save.isOwn(stored)) throw new FieldConflict(save.place, save.text, stored)
  try {
    await save.send(version)
    return undefined
  } catch (error) {
    if (attempt === mostAttempts || !save.adopt(error)) throw error
    return saveField(save, attempt + 1)
  }
}
