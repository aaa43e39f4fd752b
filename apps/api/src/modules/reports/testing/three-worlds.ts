import { addDays } from '@auspex/analytics'
import type { SearchState } from '@auspex/sdk/types'
import type { SourceDocument } from '@auspex/sources'
import { expect } from 'vitest'
import { createSequentialIds } from '../../../kernel/ids.ts'
import type { PersonName } from '../../../testing/people.ts'
import { createTestApi, type TestApi, type TestApiOptions } from '../../../testing/test-api.ts'
import { silentLog } from '../../../testing/test-database.ts'
import { createDocumentsModule } from '../../library/index.ts'
import { sampleArticle } from '../../../testing/stored-documents.ts'

/** The tests' fixed clock is at 2026-11-21T08:00Z. */
export const today = '2026-11-21'
export const yesterday = '2026-11-20'

/** A library about oat milk and green tea, and their signals. */
export interface World {
  api: TestApi
  signalId: string
  teaId: string
}

export type Worlds = Record<'past' | 'today' | 'toCome', World>

const subjects = ['barista', 'harvest', 'factory', 'court', 'price', 'school', 'recipe', 'export']

/** Ninety days of six stories each, three of them about oat milk, up to yesterday. */
const past = Array.from({ length: 540 }, (_, n) => toDocument(n, addDays(yesterday, Math.floor(n / 6) - 89)))
const ofToday = Array.from({ length: 4 }, (_, n) => toDocument(2_000 + n, today))
const ofDaysToCome = Array.from({ length: 8 }, (_, n) => toDocument(4_000 + n, addDays(today, 1 + Math.floor(n / 4))))

/** The same library up to yesterday, with documents of today, and with those of tomorrow and the day after as well. */
export async function createWorlds(options: TestApiOptions = {}): Promise<Worlds> {
  return {
    past: await createWorld(past, options),
    today: await createWorld([...past, ...ofToday], options),
    toCome: await createWorld([...past, ...ofToday, ...ofDaysToCome], options),
  }
}

function toDocument(n: number, day: string): SourceDocument {
  const words = [n * 7, n * 11 + 3, n * 13 + 5].map((at) => `${subjects[at % 8]}${at}`).join(' ')
  return sampleArticle({
    nativeId: `n${n}`,
    url: `https://example.org/${n}`,
    outlet: `outlet-${n % 5}.example`,
    title: n % 2 === 0 ? `Oat milk ${words}` : `Green tea ${words}`,
    body: null,
    publishedAt: `${day}T0${n % 6}:00:00Z`,
  })
}

async function createWorld(documents: readonly SourceDocument[], options: TestApiOptions): Promise<World> {
  const api = await createTestApi({ config: { sources: 'live' }, ...options })
  const { database, clock } = api
  const library = createDocumentsModule({ database, clock, createId: createSequentialIds(), log: silentLog })
  await library.storeDocuments(documents)
  while (await library.enrich.step());
  await library.enrich.stop()
  return { api, signalId: await search({ api }, 'oat milk'), teaId: await search({ api }, 'green tea') }
}

/** Searches for a term and returns its signal id. */
export async function search(world: { api: TestApi }, query_term: string): Promise<string> {
  return (await post<SearchState>(world, '/explore/topicQuery', { query_term })).signal_id
}

export async function get<T>({ api }: { api: TestApi }, path: string): Promise<T> {
  const reply = await api.request({ method: 'GET', path, as: 'mira' })
  expect(reply).toMatchObject({ statusCode: 200 })
  return reply.json<T>()
}

export async function post<T>(
  { api }: { api: TestApi },
  path: string,
  body: object,
  as: PersonName = 'mira',
): Promise<T> {
  const reply = await api.request({ method: 'POST', path, as, body })
  expect([reply.statusCode, reply.statusCode < 300 ? '' : reply.body]).toEqual([expect.toBeOneOf([200, 201, 202]), ''])
  return reply.json<T>()
}

/** All days found under one of these property names, at any depth. */
export function daysNamed(value: unknown, names: readonly string[]): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    typeof inner === 'string' && names.includes(name) ? [inner] : daysNamed(inner, names),
  )
}
