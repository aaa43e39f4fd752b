import { ConflictError } from '@auspex/sdk'
import { useState } from 'react'

/** Which version wins; `neither` leaves the editor open with what was typed. */
type Choice = 'yours' | 'theirs' | 'neither'

export interface Conflict<Thing, Changes> {
  readonly changes: Changes
  readonly theirs: Thing
  readonly settle: (choice: Choice) => void
}

/** The stored version, if a change was refused because somebody else saved first; null for any other failure. */
export const storedVersion = (error: unknown): unknown =>
  error instanceof ConflictError ? (error.problem?.current ?? null) : null

interface RevisedChange<Thing, Changes> {
  readonly changes: Changes
  /** The version that the person started from. */
  readonly base: Thing
  readonly send: (changes: Changes & { readonly revision: number }) => Promise<Thing>
}

/** The field that a change affects, where its name differs. */
const fieldOf: Readonly<Record<string, string>> = { file: 'image', imageRemoved: 'image' }

/** Whether somebody else changed a field that this change touches; changes to other fields do not conflict. */
const hasConflict = (changes: object, base: object, theirs: object): boolean =>
  Object.keys(changes).some((key) => {
    const field = fieldOf[key] ?? key
    return JSON.stringify(Reflect.get(base, field)) !== JSON.stringify(Reflect.get(theirs, field))
  })

/** Saves a change to the version that was read, and asks which version wins if somebody else changed the same fields. */
export const useRevisedChange = <Thing extends { readonly revision: number }, Changes extends object>() => {
  const [conflict, setConflict] = useState<Conflict<Thing, Changes> | null>(null)
  const askChoice = (theirs: Thing, changes: Changes) =>
    new Promise<Choice>((resolve) => {
      const settle = (choice: Choice) => {
        setConflict(null)
        resolve(choice)
      }
      setConflict({ changes, theirs, settle })
    })
  const save = async ({ changes, base, send }: RevisedChange<Thing, Changes>): Promise<Thing> => {
    try {
      return await send({ ...changes, revision: base.revision })
    } catch (error) {
      const theirs = storedVersion(error) as Thing | null // the contract guarantees the shape of the operation's response
      if (theirs === null) throw error
      const choice = hasConflict(changes, base, theirs) ? await askChoice(theirs, changes) : 'yours'
      if (choice === 'theirs') return theirs
      if (choice === 'neither') throw error
      return save({ changes, base: theirs, send })
    }
  }
  return { conflict, save }
}
