import type { SearchState, SignalQuery } from '@auspex/sdk/types'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, vi } from 'vitest'
import type { PersonName } from './people.ts'
import type { TestApi } from './test-api.ts'

/**
 * Polls as a client does, until the search has ended. Waits by time and not by count: a running search is answered from memory, so two thousand polls
 * without a pause are over before a busy database has committed once.
 */
export async function finishSearch(
  { request }: TestApi,
  { request_id: id }: { request_id: string },
  as: PersonName = 'mira',
): Promise<SearchState> {
  return vi.waitFor(
    async () => {
      const reply = await request({ method: 'POST', path: '/explore/getQueryStatus', as, body: { request_id: id } })
      expect(reply).toMatchObject({ statusCode: 200 })
      const state = reply.json<SearchState>()
      expect(state.finishedAt, 'the search does not end').not.toBeNull()
      return state
    },
    { timeout: 60_000, interval: 10 },
  )
}

const maxWaitMs = 60_000

/**
 * Reads again until what was begun has ended, with a pause in between: reading without one took the processor and the database from the work itself.
 */
export async function readUntil<T>(read: () => Promise<T>, hasEnded: (value: T) => boolean): Promise<T> {
  // what fails, fails at once: only what has not ended is read again
  for (const deadline = Date.now() + maxWaitMs; Date.now() < deadline; await pause(10)) {
    const value = await read()
    if (hasEnded(value)) return value
  }
  throw new Error('it does not end')
}

/** Searches as a person does, and resolves when the search has ended. */
export async function searchToEnd(api: TestApi, body: SignalQuery, as: PersonName = 'mira'): Promise<SearchState> {
  const reply = await api.request({ method: 'POST', path: '/explore/topicQuery', as, body })
  expect(reply).toMatchObject({ statusCode: 200 })
  return finishSearch(api, reply.json<SearchState>(), as)
}
