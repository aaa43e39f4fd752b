const LIMIT = 10
const WINDOW_MS = 30_000

/** Refuses the tenth renewal within 30 seconds, so that a token that expires at once cannot flood the provider. */
export class RenewThrottle {
  readonly #now: () => number
  #attempts: number[] = []

  /** @param now milliseconds, like `Date.now` */
  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  /** Counts an attempt, refused ones too; true when it is one too many. */
  hit(): boolean {
    const now = this.#now()
    this.#attempts = [...this.#attempts, now].filter((attempt) => now - attempt < WINDOW_MS)
    return this.#attempts.length >= LIMIT
  }
}
