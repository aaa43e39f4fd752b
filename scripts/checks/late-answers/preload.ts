/** Loaded into each Node process of a run of `checks/late-answers`: delays its database statements at random. */
import { createRequire } from 'node:module'
import { setTimeout as wait } from 'node:timers/promises'

type Query = (this: object, ...args: unknown[]) => unknown

// the copy that the API uses, because another copy would be a different class
const { Client } = createRequire(new URL('../../../apps/api/package.json', import.meta.url))('pg') as {
  Client: { prototype: { query: Query } }
}
const send = Client.prototype.query
const lastOf = new WeakMap<object, Promise<void>>()

/** Usually no delay, sometimes a few milliseconds, occasionally longer than an entire request takes. */
async function pause(): Promise<void> {
  const share = Math.random()
  if (share >= 0.7) await wait(share < 0.95 ? 1 + Math.random() * 6 : 15 + Math.random() * 60)
}

/**
 * Delays the statements of each connection without reordering them. Statements read through a cursor are sent at once, because their caller uses the
 * cursor before the first response; `pg` returns a promise unless the last argument is a callback.
 */
Client.prototype.query = function sendLater(this: object, ...args: unknown[]): unknown {
  const [first] = args
  if (typeof first === 'object' && first !== null && 'submit' in first) return send.apply(this, args)
  const turn = (lastOf.get(this) ?? Promise.resolve()).then(pause)
  lastOf.set(this, turn)
  const answer = turn.then(() => send.apply(this, args))
  return typeof args.at(-1) === 'function' ? undefined : answer
}
