/** Lets a few through at a time, in the order they came. */
export interface Lane {
  /** Resolves with the function that gives the place back; rejects when the signal aborts while waiting. */
  enter(signal: AbortSignal): Promise<() => void>
}

/** A lane with `places` places. */
export function createLane(places: number): Lane {
  let free = places
  const waiting: (() => void)[] = []

  function leave(): void {
    const next = waiting.shift()
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
            waiting.splice(waiting.indexOf(go), 1)
            reject(signal.reason)
          }
          waiting.push(go)
          signal.addEventListener('abort', giveUp, { once: true })
        })
      }
      let left = false
      return () => {
        if (!left) leave()
        left = true
      }
    },
  }
}
