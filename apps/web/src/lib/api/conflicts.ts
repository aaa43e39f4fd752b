import { ConflictError } from '@auspex/sdk'
import { useRef, useState } from 'react'

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

/** Changes whose name is not that of the field they affect. */
const fieldsByChange: Readonly<Record<string, string>> = { file: 'image', imageRemoved: 'image' }

/** Whether somebody else changed a field that this change touches; changes to other fields do not conflict. */
const hasConflict = (changes: object, base: object, theirs: object): boolean =>
  Object.keys(changes).some((key) => {
    const field = fieldsByChange[key] ?? key
    return JSON.stringify(Reflect.get(base, field)) !== JSON.stringify(Reflect.get(theirs, field))
  })

/** The mutation that sends a change. */
interface Update<Thing, Changes> {
  readonly reset: () => void
  readonly mutateAsync: (changes: Changes & { readonly revision: number }) => Promise<Thing>
  readonly error: Error | null
  readonly isPending: boolean
}

/**
 * Changes a thing from the version that the person saw when they started, and asks which version wins if somebody else changed
 * the same fields.
 */
export const useRevisedChange = <Thing extends { readonly revision: number }, Changes extends object>(
  thing: Thing,
  update: Update<Thing, Changes>,
  onStored: (stored: Thing) => void,
) => {
  // the page keeps refetching the thing while somebody types
  const started = useRef(thing)
  const [conflict, setConflict] = useState<Conflict<Thing, Changes> | null>(null)
  const askChoice = (theirs: Thing, changes: Changes) =>
    new Promise<Choice>((resolve) => {
      const settle = (choice: Choice) => {
        setConflict(null)
        resolve(choice)
      }
      setConflict({ changes, theirs, settle })
    })
  const send = async (changes: Changes, base: Thing): Promise<Thing> => {
    try {
      return await update.mutateAsync({ ...changes, revision: base.revision })
    } catch (error) {
      const theirs = storedVersion(error) as Thing | null // the contract guarantees the shape of the operation's response
      if (theirs === null) throw error
      const choice = hasConflict(changes, base, theirs) ? await askChoice(theirs, changes) : 'yours'
      if (choice === 'theirs') return theirs
      if (choice === 'neither') throw error
      return send(changes, theirs)
    }
  }
  const begin = () => {
    update.reset()
    started.current = thing
  }
  /** `from` is the version that the draft started from, if that was before the page was loaded. */
  const save = async (changes: Changes, from?: Partial<Thing>): Promise<void> => {
    const reply = await send(changes, { ...started.current, ...from })
    started.current = reply
    onStored(reply)
  }
  return { save, begin, conflict, error: conflict === null ? update.error : null, isPending: update.isPending }
}
