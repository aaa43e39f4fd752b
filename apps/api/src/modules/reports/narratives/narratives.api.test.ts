import type { Interests, NarrativesSection, SignalReport } from '@auspex/sdk/types'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSequentialIds } from '../../../kernel/ids.ts'
import { sampleDocument } from '../../../testing/stored-documents.ts'
import { searchToEnd } from '../../../testing/finish-search.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'
import { silentLog } from '../../../testing/test-database.ts'
import { createDocumentsModule } from '../../library/index.ts'
import { readBeginnings } from './narratives.usecases.ts'
import { contrastOf } from './present-narratives.ts'

let api: TestApi
let library: ReturnType<typeof createDocumentsModule>
let signalId: string

const stories = [
  ['harvest', 'drought', 'farmers', 'price', 'fields', 'grain'],
  ['court', 'label', 'judge', 'lawsuit', 'appeal', 'lawyers'],
  ['barista', 'foam', 'championship', 'espresso', 'latte', 'contest'],
]
/** A unique title made of a story's words. */
const titleOf = (words: readonly string[], n: number) =>
  `${words[n % 6]} ${words[(n + 1 + (n % 2)) % 6]} oat milk ${words[(n * 5 + 3) % 6]}`

/** Three stories about oat milk told 25 times each in other words, and 12 copies of one title. */
const storyDocuments = Array.from({ length: 75 }, (_, n) =>
  sampleDocument({
    nativeId: `n${n}`,
    url: `https://example.org/${n}`,
    sourceKey: n % 2 === 0 ? 'hacker_news' : 'imported',
    title: titleOf(stories[n % 3] ?? [], Math.floor(n / 3)),
    outlet: `outlet-${n % 6}.example`,
    author: n % 2 === 0 ? `author ${n % 8}` : null,
    country: n % 5 === 0 ? 'SE' : null,
    countryBasis: n % 5 === 0 ? 'source' : null,
    publishedAt: `2026-${n % 3 === 0 ? '09' : '10'}-${String((n % 25) + 1).padStart(2, '0')}T0${n % 10}:00:00Z`,
  }),
)
const copies = Array.from({ length: 12 }, (_, n) =>
  sampleDocument({
    nativeId: `copy${n}`,
    url: `https://example.org/copy/${n}`,
    title: 'Oat milk maker announces a new factory in Malmo with five hundred jobs',
    outlet: `outlet-${n % 6}.example`,
    publishedAt: `2026-11-0${(n % 6) + 1}T00:00:00Z`,
    datePrecision: 'day',
  }),
)
/** Other documents by the same authors, and documents by everyone else. */
const beyond = Array.from({ length: 260 }, (_, n) =>
  sampleDocument({
    nativeId: `b${n}`,
    url: `https://example.org/b/${n}`,
    title: n < 60 ? `Bitcoin and blockchain news number ${n}` : `Gardening notes number ${n}`,
    body: n < 60 ? 'Satoshi Nakamoto was quoted.' : 'Angela Merkel was quoted.',
    outlet: n < 60 ? `outlet-${n % 6}.example` : 'elsewhere.example',
    author: n < 60 ? `author ${(n % 4) * 2}` : `stranger ${n % 40}`,
    sourceKey: 'hacker_news',
    lang: n % 2 === 0 ? 'en' : 'sv',
  }),
)

beforeAll(async () => {
  api = await createTestApi({ config: { sources: 'live' } })
  const { database, clock } = api
  library = createDocumentsModule({ database, clock, createId: createSequentialIds(), log: silentLog })
  await store([...storyDocuments, ...copies, ...beyond])
  signalId = await search('oat milk')
})
afterAll(async () => api.close())

async function store(batch: Parameters<typeof library.storeDocuments>[0]): Promise<void> {
  await library.storeDocuments(batch)
  while (await library.enrich.step());
  await library.enrich.stop()
}

async function search(term: string): Promise<string> {
  return (await searchToEnd(api, { query_term: term })).signal_id
}

async function get<T>(path: string): Promise<T> {
  const reply = await api.request({ method: 'GET', path, as: 'mira' })
  expect(reply).toMatchObject({ statusCode: 200 })
  return reply.json<T>()
}

const narrativesOf = (id: string) => get<NarrativesSection>(`/signal/json/${id}/narratives`)

describe('narratives', () => {
  test('separate the storylines of a signal, each with label, lifetime, origin and spread', async () => {
    const section = await narrativesOf(signalId)
    expect(section).toMatchObject({ documents: 87, documentsRead: 87, note: null })
    expect(section.items.length).toBeGreaterThanOrEqual(4)
    const storyOf = ({ title }: { title: string }) =>
      stories.findIndex((words) => words.some((word) => title.includes(word)))
    for (const { representative } of section.items) expect(new Set(representative.map(storyOf)).size).toBe(1)
    const assigned = section.items.reduce((sum, item) => sum + item.documents, 0)
    expect(assigned + section.unassigned).toBe(87)
    for (const item of section.items) {
      expect(item.days.reduce((sum, day) => sum + day.documents, 0)).toBe(item.documents)
      expect(item.share.low).toBeLessThan(item.documents / 87)
      const days = [item.firstDay, item.peakDay, item.lastDay]
      expect(days).toEqual(days.toSorted())
      expect(item.origin.publishedAt.slice(0, 10)).toBe(item.firstDay)
      expect(item.documentIds).toContain(item.origin.documentId)
    }
  })

  test('count copies as one story with many documents, and list several first publishers when times are unknown', async () => {
    const { items } = await narrativesOf(signalId)
    const factory = items.find(({ representative }) => representative[0]?.title.includes('Malmo'))
    expect(factory).toMatchObject({ documents: 12, stories: 1, spread: { outlets: 6, countries: null } })
    expect(factory?.origin).toMatchObject({ datePrecision: 'day', contenders: 0 })
    expect(factory?.representative).toHaveLength(1)
  })

  test('link to their documents as evidence', async () => {
    const { items } = await narrativesOf(signalId)
    const ids = items[0]?.documentIds ?? []
    const { page } = await get<{ page: { total: number } }>(`/signals/${signalId}/documents?ids=${ids.join(',')}`)
    expect(page.total).toBe(ids.length)
  })

  test('list exactly the documents that they count, also of chosen days, of an outlet and folded', async () => {
    const documentsOf = async (narrative: string, more = '') =>
      (
        await get<{ page: { total: number }; items: { id: string }[] }>(
          `/signals/${signalId}/documents?narrative=${narrative}&perPage=200${more}`,
        )
      ).page.total
    const all = await narrativesOf(signalId)
    expect(all.items.length).toBeGreaterThan(0)
    for (const { id, documents, carriers } of all.items) {
      expect(await documentsOf(id)).toBe(documents)
      const [outlet] = carriers.outlets
      expect(outlet).toBeDefined()
      expect(await documentsOf(id, `&outlet=${outlet?.name}`)).toBe(outlet?.documents)
    }
    const days = 'from=2026-09-01&to=2026-11-20'
    const { items } = await get<NarrativesSection>(`/signal/json/${signalId}/narratives?${days}`)
    expect(items.length).toBeGreaterThan(0)
    for (const { id, documents } of items) expect(await documentsOf(id, `&${days}`)).toBe(documents)
  })

  test('have their most frequent outlets and authors, and the days between which most of their documents are', async () => {
    const { items } = await narrativesOf(signalId)
    // nobody is named as the author of the copies
    const authors = items.flatMap(({ carriers }) => carriers.authors.map(({ name }) => name.replace(/ \d+$/, '')))
    expect(new Set(authors)).toEqual(new Set(['author']))
    for (const { carriers, firstDay, riseDay, fadeDay, lastDay, documents, changes } of items) {
      const counts = carriers.outlets.map((outlet) => outlet.documents)
      expect(counts).toEqual(counts.toSorted((a, b) => b - a))
      expect(counts.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(documents)
      const days = [firstDay, riseDay, fadeDay, lastDay]
      expect(days).toEqual(days.toSorted())
      expect(changes).toEqual([])
    }
  })

  test('that are gone are refused rather than shown empty', async () => {
    const path = `/signals/${signalId}/documents?narrative=nar_gone`
    const reply = await api.request({ method: 'GET', path, as: 'mira' })
    expect(reply.statusCode).toBe(404)
    expect(reply.json()).toMatchObject({ code: 'signals.narrative_not_found' })
  })

  test('are cached while the library is unchanged, and remeasured when it grows', async () => {
    const before = await narrativesOf(signalId)
    expect(await narrativesOf(signalId)).toEqual(before)
    // an import adds documents every second; for a minute the stored measurement is good enough
    api.clock.set('2026-11-21T08:01:30Z')
    await store([sampleDocument({ nativeId: 'late', url: 'https://example.org/late', title: 'Oat milk, at last' })])
    const after = await narrativesOf(signalId)
    expect(after.documents).toBe(before.documents + 1)
    // the same narratives, and not new ones that resemble them
    expect(after.items.map(({ id }) => id)).toEqual(before.items.map(({ id }) => id))
  })

  test('are measured again once the words of the library were learned', async () => {
    const readMeasured = async () =>
      (await api.database.pool.query<{ at: Date }>('select max(computed_at) as at from signal_narratives')).rows[0]?.at
    await narrativesOf(signalId)
    const before = await readMeasured()
    api.clock.set('2026-11-21T08:20:00Z')
    await narrativesOf(signalId)
    expect(await readMeasured()).toEqual(before)
    await api.database.pool.query(
      "insert into word_vectors (language, trained_at, library_documents, version) values ('und', '2026-11-21T08:15:00Z', 1, 1)",
    )
    await narrativesOf(signalId)
    expect(await readMeasured()).toEqual(new Date('2026-11-21T08:20:00Z'))
  })

  test('are absent for a signal without documents, with the reason', async () => {
    const section = await narrativesOf(await search('quince syrup'))
    expect(section).toMatchObject({ items: [], documents: 0, unassigned: 0, note: expect.stringContaining('too few') })
  })

  test('are not found for an unknown signal', async () => {
    const reply = await api.request({ method: 'GET', path: '/signal/json/sig_nobody/narratives', as: 'mira' })
    expect(reply.statusCode).toBe(404)
  })
})

describe('the document against a narrative', () => {
  const toned = (...tones: (number | null)[]) => tones.map((tone, at) => ({ at, tone }))

  test('is the typical one whose tone is farthest from the others, on the other side of neutral', () => {
    const withTones = toned(-0.4, 0.3, -0.5, 0.7, -0.3, -0.6, -0.2, null, 0.9)
    expect(contrastOf(withTones)).toMatchObject({ document: { at: 3 }, tone: 0.7 })
  })

  test('is unknown where few tones are known, where all agree, and where only a document at the edge differs', () => {
    expect(contrastOf(toned(-0.4, 0.8, null, null, -0.5, null))).toBeNull()
    expect(contrastOf(toned(-0.4, -0.5, -0.1, -0.6, -0.5, 0))).toBeNull()
    expect(contrastOf(toned(-0.4, -0.5, -0.3, -0.6, -0.5, 0.9))).toBeNull()
  })
})

describe('narratives of a topic that changes', () => {
  const subject = (words: readonly string[], prefix: string, at: string, count: number) =>
    Array.from({ length: count }, (_, n) =>
      sampleDocument({
        nativeId: `${prefix}${n}`,
        url: `https://example.org/${prefix}/${n}`,
        title: `${titleOf(words, n).replace('oat milk', 'tidewater')} ${words[(n + 4) % 6]}`,
        outlet: `outlet-${n % 6}.example`,
        publishedAt: `${at}-${String((n % 25) + 1).padStart(2, '0')}T00:00:00Z`,
      }),
    )

  test('say which documents of before they grew out of, and since when', async () => {
    const [first = [], second = [], third = []] = stories
    await store([...subject(first, 'ta', '2026-08', 40), ...subject(second, 'tb', '2026-08', 40)])
    const id = await search('tidewater')
    const before = await narrativesOf(id)
    // as if both subjects had been one before
    const { rows } = await api.database.pool.query<{ body: string }>(
      'select body from signal_narratives where signal_id = $1',
      [id],
    )
    const stored = JSON.parse(rows[0]?.body ?? '{}')
    const [whole] = stored.items
    whole.documentIds = stored.items.flatMap(({ documentIds }: { documentIds: string[] }) => documentIds)
    stored.items = [whole]
    await api.database.pool.query('update signal_narratives set body = $1 where signal_id = $2', [
      JSON.stringify(stored),
      id,
    ])
    await store([...subject(first, 'tc', '2026-09', 40), ...subject(third, 'td', '2026-09', 10)])
    api.clock.set('2026-11-21T09:30:00Z')
    const after = await narrativesOf(id)
    const changes = after.items.flatMap((item) => item.changes.map((change) => ({ id: item.id, ...change })))
    const continuing = after.items.find((item) => item.id === whole.id)
    expect(before.items.length).toBeGreaterThanOrEqual(2)
    expect(continuing).toBeDefined()
    const grown = changes.find(({ kind }) => kind === 'grew-out-of')
    expect(grown?.narrative).toEqual({ id: whole.id, label: whole.label })
    expect(changes).toContainEqual(expect.objectContaining({ id: whole.id, kind: 'split-into' }))
    expect(grown?.day).toMatch(/^2026-(?:09|11)-/)
    // known changes stay when nothing new happens
    api.clock.set('2026-11-21T09:40:00Z')
    await store([...subject(second, 'te', '2026-10', 1)])
    expect((await narrativesOf(id)).items.find((item) => item.id === grown?.id)?.changes).toContainEqual(
      expect.objectContaining({ kind: 'grew-out-of' }),
    )
  })
})

test('long texts of many documents are read a part at a time, and only their beginnings stay', async () => {
  const sizes: number[] = []
  const read = await readBeginnings(
    Array.from({ length: 450 }, (_, n) => n),
    async (ids) => {
      sizes.push(ids.length)
      return ids.map((id) => ({ id, body: id === 7 ? null : 'x'.repeat(200_000) }))
    },
  )
  expect(sizes).toEqual([200, 200, 50])
  expect(read.map(({ id }) => id)).toEqual(Array.from({ length: 450 }, (_, n) => n))
  expect(read[7]?.body).toBeNull()
  expect(Math.max(...read.map(({ body }) => body?.length ?? 0))).toBe(4_000)
})

describe('voices', () => {
  test('break down influence, and report missing values as unknown', async () => {
    const { voices } = await get<SignalReport>(`/signal/json/${signalId}`)
    const [first] = voices.outlets
    expect(first?.factors).toMatchObject({
      reach: null,
      amplification: null,
      commentsPerDocument: null,
      influence: null,
    })
    expect(first?.factors.sharedStories).toBeGreaterThan(0)
    expect(first?.factors.firstMover).toBeGreaterThan(0)
  })
})

describe('interests', () => {
  test("are other subjects of a signal's authors, compared with everybody else", async () => {
    const interests = await get<Interests>(`/signal/narrative/${signalId}/meta/interests`)
    expect(interests).toMatchObject({ basis: 'outlets', split: null, reason: null })
    const names = interests.items.map(({ name }) => name)
    expect(names).toContain('Crypto and digital assets')
    expect(names).toContain('Satoshi Nakamoto')
    const crypto = interests.items.find(({ kind }) => kind === 'category')
    expect(crypto?.index?.low).toBeGreaterThan(2)
  })

  test('can be split by language', async () => {
    const { items, split } = await get<Interests>(`/signal/narrative/${signalId}/meta/interests?split=language`)
    expect(split).toBe('language')
    expect(new Set(items.map(({ part }) => part))).toEqual(new Set(['en', 'sv']))
    for (const part of ['kind', 'tone', 'country'] as const)
      expect((await get<Interests>(`/signal/narrative/${signalId}/meta/interests?split=${part}`)).split).toBe(part)
  })

  test('say why nothing can be reported', async () => {
    const lonely = await get<Interests>(`/signal/narrative/${await search('quince syrup')}/meta/interests`)
    expect(lonely).toMatchObject({ items: [], basis: null, reason: expect.stringContaining('named') })
  })

  test('give the reason when nothing occurs three times or no document has a country', async () => {
    const quiet = (topic: string, n: number) =>
      sampleDocument({
        nativeId: `${topic}${n}`,
        url: `https://example.org/${topic}/${n}`,
        title: `${topic} plok${n} zur${n * 7}`,
        outlet: `quiet-${n % 5}.example`,
        country: null,
        countryBasis: null,
      })
    await store([
      ...Array.from({ length: 10 }, (_, n) => quiet('quandong', n)),
      ...Array.from({ length: 25 }, (_, n) => quiet(`vess${n}`, n)),
    ])
    const path = `/signal/narrative/${await search('quandong')}/meta/interests`
    expect(await get<Interests>(path)).toMatchObject({
      items: [],
      basis: 'outlets',
      documentsRead: 25,
      reason: expect.stringContaining('in 3 of the 25 other documents of these outlets'),
    })
    expect(await get<Interests>(`${path}?split=country`)).toMatchObject({
      items: [],
      documentsRead: 0,
      reason: expect.stringContaining('Told apart by country, only 0 other documents'),
    })
  })

  test('refuse an unknown signal and an unknown split', async () => {
    const path = (id: string, split: string) => `/signal/narrative/${id}/meta/interests?split=${split}`
    expect((await api.request({ method: 'GET', path: path('sig_nobody', 'kind'), as: 'mira' })).statusCode).toBe(404)
    expect((await api.request({ method: 'GET', path: path(signalId, 'mood'), as: 'mira' })).statusCode).toBe(422)
  })
})
