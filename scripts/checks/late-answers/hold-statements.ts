/** Sends statements over one connection, as `pg` does: one argument list, and a promise unless the last argument is a callback. */
interface Connection {
  query: (...args: never[]) => unknown
}

type Query = (this: object, ...args: unknown[]) => unknown

/** Milliseconds by which a statement is delayed: usually none, sometimes a few, occasionally longer than an entire request takes. */
export function drawDelay(random: () => number): number {
  const share = random()
  if (share < 0.7) return 0
  return share < 0.95 ? 1 + random() * 6 : 15 + random() * 60
}

function isCursor(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'submit' in value
}

/**
 * Makes every connection of a class delay its statements, each for as long as `pause` takes, without reordering those of one connection.
 * Statements read through a cursor are sent at once, because their caller uses the cursor before the first response.
 */
export function holdStatements(connections: Connection, pause: () => Promise<void>): void {
  const send = connections.query as Query
  const lastOf = new WeakMap<object, Promise<void>>()
  connections.query = function holdBack(this: object, ...args: unknown[]): unknown {
    if (isCursor(args[0])) return send.apply(this, args)
    const turn = (lastOf.get(this) ?? Promise.resolve()).then(pause)
    lastOf.set(this, turn)
    const answer = turn.then(() => send.apply(this, args))
    return typeof args.at(-1) === 'function' ? undefined : answer
  }
}
