import { ConflictError, type Story } from '@auspex/sdk'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { dropDraft, storeDraft, readDraft } from '../../../lib/storage/drafts.ts'

/** The progress of saving. */
export type SaveState =
  | { readonly status: 'saved' }
  | { readonly status: 'saving' }
  | { readonly status: 'failed'; readonly error: unknown }

interface Save {
  /** A later save with the same place replaces one that has not started. */
  readonly place: string
  readonly run: () => Promise<unknown>
}

/**
 * Sends changes sequentially, in the order in which they were made: each names the revision that the previous one produced. A
 * failed one stays first and blocks the others, until it is retried or dropped.
 */
export class SaveQueue {
  #waiting: readonly Save[] = []
  #isRunning = false
  #state: SaveState = { status: 'saved' }
  readonly #listeners = new Set<() => void>()

  get state(): SaveState {
    return this.#state
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  add(save: Save): void {
    const [first, ...others] = this.#waiting
    const inFlight = this.#isRunning && first ? [first] : []
    const rest = this.#isRunning ? others : this.#waiting
    this.#waiting = [...inFlight, ...rest.filter(({ place }) => place !== save.place), save]
    void this.#run()
  }

  /** Retries the failed change. */
  retry(): void {
    void this.#run()
  }

  /** Drops the failed change, because the person chose the other version, and continues. */
  drop(place: string): void {
    this.#waiting = this.#waiting.filter((save) => save.place !== place)
    void this.#run()
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return
    this.#isRunning = true
    for (let save = this.#waiting[0]; save !== undefined; save = this.#waiting[0]) {
      this.#tell({ status: 'saving' })
      const error = await failureOf(save)
      const isDropped = this.#waiting[0] !== save
      if (error !== null && !isDropped) {
        this.#isRunning = false
        this.#tell({ status: 'failed', error })
        return
      }
      this.#waiting = this.#waiting.filter((waiting) => waiting !== save)
    }
    this.#isRunning = false
    this.#tell({ status: 'saved' })
  }

  #tell(state: SaveState): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}

const failureOf = async ({ run }: Save): Promise<unknown> => {
  try {
    await run()
    return null
  } catch (error) {
    return error ?? new Error('It failed without a reason')
  }
}

/** Two people changed the same text: neither version is discarded before a person has chosen. */
export class FieldConflictError extends Error {
  override name = 'FieldConflictError'
  readonly place: string
  readonly mine: string
  /** The stored text; null if the card was deleted. */
  readonly theirs: string | null

  constructor(place: string, mine: string, theirs: string | null) {
    super('Someone else changed this in the meantime')
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

interface SavedWords {
  readonly personId: string
  /** A unique key in the app for where the text belongs. */
  readonly place: string
  /** The stored text. */
  readonly stored: string
  readonly save: (words: string, base: string) => void
  /** How the server normalizes the typed text, such as trimming it. */
  readonly normalize?: (words: string) => string
}

const asTyped = (words: string) => words

/** The typing pause, in milliseconds, after which the text is saved. */
const pauseMs = 800

/**
 * Text that is saved automatically. It is stored in this browser until the server has it, so that neither a closed tab nor an
 * expired session loses any.
 */
export const useSavedWords = ({ personId, place, stored, save, normalize = asTyped }: SavedWords) => {
  const [draft] = useState(() => readDraft(personId, place))
  const isRestored = draft !== null && draft.text !== stored
  const [words, setWords] = useState(isRestored ? draft.text : stored)
  const base = useRef(isRestored ? draft.base : stored)
  const lastSent = useRef<string | null>(null)
  const send = (text: string) => {
    lastSent.current = normalize(text)
    save(lastSent.current, base.current)
  }
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const flush = useEffectEvent(() => {
    clearTimeout(timer.current)
    timer.current = undefined
    if (normalize(words) !== stored) send(words)
  })
  const begin = useEffectEvent(() => {
    if (isRestored) send(words)
  })
  useEffect(() => {
    begin()
    return () => {
      // saves what the person was typing when they left
      if (timer.current !== undefined) flush()
    }
  }, [])

  // The stored text now equals this text, or somebody else changed it while nothing was typed here.
  useEffect(() => {
    const isUntouched = base.current === words
    const isStored = normalize(words) === stored
    if (isStored || isUntouched || lastSent.current === stored) base.current = stored
    if (isStored) dropDraft(personId, place)
    else if (isUntouched) setWords(stored)
  }, [personId, place, stored, words, normalize])

  const write = (next: string) => {
    setWords(next)
    storeDraft(personId, place, { text: next, base: base.current })
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      timer.current = undefined
      send(next)
    }, pauseMs)
  }
  /** Saves immediately, as when the field loses focus. */
  const settle = () => {
    if (timer.current === undefined) return
    clearTimeout(timer.current)
    timer.current = undefined
    send(words)
  }
  /** Reverts what was typed. */
  const reset = () => {
    clearTimeout(timer.current)
    timer.current = undefined
    dropDraft(personId, place)
    setWords(stored)
  }
  return { words, write, settle, reset, isRestored }
}
