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
