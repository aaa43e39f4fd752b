import { randomBytes } from 'node:crypto'
import { type AuspexClient, createClient } from '@auspex/sdk'
import type { Actor } from '../kernel/actor.ts'
import { CodedError } from '../kernel/errors.ts'
import type { Authenticate } from './authenticate.ts'

/** Calls of the API for a person who is not there: with their rights of now, through the same doors as their own requests. */
export interface PersonSession {
  readonly client: AuspexClient
  /** Calls that were made. */
  calls(): number
  /** No call of it is answered any more. */
  end(): void
}

export interface PersonSessionOptions {
  userId: string
  /**
   * Names the work. Writes take effect once for it: the second time the same work is done, its first write is answered as before, and so
   * on with each that follows.
   */
  key: string
  /** Told before each call; what it throws ends the call. */
  beforeCall?: (calls: number) => void
}

/** Opens a session for a person. */
export type OpenPersonSession = (options: PersonSessionOptions) => PersonSession

export interface PersonCalls {
  open: OpenPersonSession
  /** Knows the sessions of this process; anybody else is asked for a token. */
  authenticate(next: Authenticate): Authenticate
}

const scheme = 'session.'
/** Names no host: the calls never leave the process. */
const origin = 'http://auspex.invalid'

/**
 * Lets jobs ask what people may ask. A session's token is random, known to this process alone and worth nothing after `end`; whether the
 * person is disabled, and which modules they have, is looked up at each call as for everybody (decision 0165).
 */
export function createPersonCalls({
  prefix,
  fetch,
  findPerson,
}: {
  prefix: string
  /** Asks the server of this process. */
  fetch: typeof globalThis.fetch
  /** The person as they were when they last signed in; null for nobody that is known. */
  findPerson: (userId: string) => Promise<Actor | null>
}): PersonCalls {
  const sessions = new Map<string, string>()
  return {
    open({ userId, key, beforeCall }) {
      const token = `${scheme}${randomBytes(32).toString('base64url')}`
      sessions.set(token, userId)
      let calls = 0
      // by the key that the client made: what it sends again keeps its place
      const places = new Map<string, number>()
      const count = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
        const request = new Request(input, init)
        beforeCall?.(calls)
        calls += 1
        const own = request.headers.get('idempotency-key')
        if (own !== null && !places.has(own)) places.set(own, places.size + 1)
        if (own !== null) request.headers.set('idempotency-key', `${key}.${places.get(own)}`)
        return fetch(request)
      }
      return {
        client: createClient({ baseUrl: `${origin}${prefix}`, auth: { getToken: () => token }, fetch: count }),
        calls: () => calls,
        end: () => void sessions.delete(token),
      }
    },

    authenticate: (next) => async (authorization, address) => {
      const token = authorization?.startsWith(`Bearer ${scheme}`) ? authorization.slice('Bearer '.length) : null
      const userId = token === null ? undefined : sessions.get(token)
      if (userId === undefined) return next(authorization, address)
      const actor = await findPerson(userId)
      if (actor !== null) return actor
      throw new CodedError({
        kind: 'unauthenticated',
        code: 'identity.unauthenticated',
        title: 'This account is gone',
        detail: 'Nothing can be done in its name any more.',
      })
    },
  }
}
