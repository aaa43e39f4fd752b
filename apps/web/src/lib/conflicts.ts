import { ConflictError } from '@auspex/sdk'
import { useState } from 'react'

/** Which version stays; neither leaves the editor open with what was typed. */
type Choice = 'yours' | 'theirs' | 'neither'

export interface Conflict<Thing, Changes> {
  readonly changes: Changes
  readonly theirs: Thing
  readonly settle: (choice: Choice) => void
}

/** What is stored now, where a change was refused because somebody else was faster; null for any other failure. */
export const storedVersion = (error: unknown): unknown =>
  error instanceof ConflictError ? (error.problem?.current ?? null) : null

interface RevisedChange<Thing, Changes> {
  readonly changes: Changes
  /** What the person saw when they began. */
  readonly base: Thing
  readonly send: (changes: Changes & { readonly revision: number }) => Promise<Thing>
}

/** Which field of a thing a change is about, where they differ in name. */
const fieldOf: Readonly<Record<string, string>> = { file: 'image', imageRemoved: 'image' }

/** Whether somebody else changed what this change is about; changes of other fields do not meet. */
const meets = (changes: object, base: object, theirs: object): boolean =>
  Object.keys(changes).some((key) => {
    const field = fieldOf[key] ?? key
    return JSON.stringify(Reflect.get(base, field)) !== JSON.stringify(Reflect.get(theirs, field))
  })

/** Saves a change to what was read, and asks which version stays where somebody else changed the same. */
export const useRevisedChange = <Thing extends { readonly revision: number }, Changes extends object>() => {
  const [conflict, setConflict] = useState<Conflict<Thing, Changes> | null>(null)
  const ask = (theirs: Thing, changes: Changes) =>
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
      const theirs = storedVersion(error) as Thing | null // of the shape that the operation answers with, as the contract says
      if (theirs === null) throw error
      const choice = meets(changes, base, theirs) ? await ask(theirs, changes) : 'yours'
      if (choice === 'theirs') return theirs
      if (choice === 'neither') throw error
      return save({ changes, base: theirs, send })
    }
  }
  return { conflict, save }
}
