/**
 * Lets so many through at a time, the others in the order they came. Own code: p-limit cannot take back one that waits, and
 * p-queue lets the next begin as soon as a running one is aborted, before what it began has ended.
 */
export interface ConcurrencyLimit {
  /** Resolves with the function that frees the place; rejects when the signal aborts while waiting. */
  enter(signal: AbortSignal): Promise<() => void>
}

/** A limit of `places` at a time. */
export function createConcurrencyLimit(places: number): ConcurrencyLimit {
  let free = places
  const queue: (() => void)[] = []

  function leave(): void {
    const next = queue.shift()
    if (next === undefined) free++
    else next()
  }

  return {
    async enter(signal) {
      signal.throwIfAborted()
      if (free > 0) {
        free--
      } else {
        await new Promise<void>((resolve, reject) => {
          const go = () => {
            signal.removeEventListener('abort', giveUp)
            resolve()
          }
          const giveUp = () => {
            queue.splice(queue.indexOf(go), 1)
            reject(signal.reason)
          }
          queue.push(go)
          signal.addEventListener('abort', giveUp, { once: true })
        })
      }
      let hasLeft = false
      return () => {
        if (!hasLeft) leave()
        hasLeft = true
      }
    },
  }
}
