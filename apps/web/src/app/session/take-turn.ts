/** How long a turn goes on after its work is done. Far longer than a browser takes to bring a write to all of its tabs. */
const SETTLE_MS = 250

/**
 * Runs work while no other tab of this browser does. A lock alone is not enough: tabs may live in different processes,
 * which hear of a write to localStorage a little later, so the next one would read tokens that were spent already.
 */
export function takeTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const turn = navigator.locks.request(name, async () => {
      await work().then(resolve, reject)
      await new Promise((settled) => setTimeout(settled, SETTLE_MS))
    })
    turn.catch(reject)
  })
}
