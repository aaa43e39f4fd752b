/** What sends statements over one connection, as `pg` does: one argument list, and a promise unless the last argument is a callback. */
interface Connection {
  query: (...args: never[]) => unknown
}

type Query = (this: object, ...args: unknown[]) => unknown

/** Milliseconds that a statement is held back: mostly none, sometimes a few, now and then longer than a whole request takes. */
export function drawDelay(random: () => number): number {
  const share = random()
  if (share < 0.7) return 0
  return share < 0.95 ? 1 + random() * 6 : 15 + random() * 60
}

function isCursor(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'submit' in value
}

/**
 * Makes every connection of a class send its statements later, each as long as `pause` takes, and those of one connection in the order in which they
 * were given. What reads by a cursor is sent at once: its caller uses it before it is answered.
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
