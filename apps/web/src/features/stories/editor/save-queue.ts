/** How far saving is. */
export type SaveState =
  | { readonly status: 'saved' }
  | { readonly status: 'saving' }
  | { readonly status: 'failed'; readonly error: unknown }

interface Save {
  /** A later save of the same place takes the place of one that has not begun. */
  readonly place: string
  readonly run: () => Promise<unknown>
}

/**
 * Sends changes one after the other, in the order in which they were made: each names the revision that the one before it left
 * behind. One that fails stays first and holds the others, until it is tried again or dropped.
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
    const begun = this.#isRunning && first ? [first] : []
    const rest = this.#isRunning ? others : this.#waiting
    this.#waiting = [...begun, ...rest.filter(({ place }) => place !== save.place), save]
    void this.#run()
  }

  /** Tries again what failed. */
  retry(): void {
    void this.#run()
  }

  /** Forgets what failed, because a person chose the other version, and goes on. */
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
      this.#waiting = this.#waiting.filter((one) => one !== save)
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
