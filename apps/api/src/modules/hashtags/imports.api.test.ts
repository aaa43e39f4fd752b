import type { HashtagCreatorPage, HashtagImport, HashtagTrends, HashtagVideoPage } from '@auspex/sdk/types'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { people } from '../../testing/people.ts'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'

/** Today is 2026-11-21. */
let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api.close())

const foreignImporter = { ...people.ana, roles: ['importer'] }
const importer = { ...people.mira, roles: ['importer'] }
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller states the response type of the contract
const get = async <T>(path: string, as: Parameters<TestApi['request']>[0]['as'] = 'mira') => {
  const reply = await api.request({ method: 'GET', path, as })
  return { status: reply.statusCode, body: reply.json<T>() }
}
let requests = 0
const send = async (body: object, as: Parameters<TestApi['request']>[0]['as'] = importer) => {
  requests += 1
  const headers = { 'idempotency-key': `hashtags-${requests}` }
  const reply = await api.request({ method: 'POST', path: '/demographics/hashtagImports', as, body, headers })
  return { status: reply.statusCode, body: reply.json<HashtagImport & { code?: string }>() }
}
const tags = '/demographics/tiktok/hashtags'

interface Line {
  id: string
  day: string
  hashtags: string[]
  author?: string
  country?: string | null
  plays?: number | null
  likes?: number | null
}
const toLine = ({ id, day, hashtags, author = 'ann', country = 'NO', plays = 1000, likes = 50 }: Line) =>
  JSON.stringify({ id, time: `${day}T12:00:00+01:00`, text: `On ${id}`, hashtags, author, country, plays, likes })

describe('an import', () => {
  const validLine = toLine({ id: 'g1', day: '2026-11-20', hashtags: ['quay'] })

  test('stores valid lines, and reports the error of each invalid one', async () => {
    const wrong = [
      '{',
      '[]',
      '{"time":"2026-11-20T10:00:00Z","text":"","author":"a"}',
      '{"time":"yesterday","text":"","hashtags":["a"],"author":"a"}',
      '{"time":"2027-11-20T10:00:00Z","text":"","hashtags":["a"],"author":"a"}',
      '{"time":"2026-11-20T10:00:00Z","text":"","hashtags":["two words"],"author":"a"}',
      '{"time":"2026-11-20T10:00:00Z","text":"","hashtags":["a"],"author":"a","plays":-1}',
      '{"time":"2026-11-20T10:00:00Z","text":"","hashtags":["a"],"author":"a","url":"javascript:alert(1)"}',
    ]
    const { status, body } = await send({ name: 'quay.jsonl', firstLine: 10, lines: [validLine, '', ...wrong] })
    expect([status, body.read, body.stored, body.refused]).toEqual([200, 9, 1, 8])
    expect(body.refusals.map(({ line, field }) => [line, field])).toEqual([
      [12, null],
      [13, null],
      [14, 'hashtags'],
      [15, 'time'],
      [16, 'time'],
      [17, 'hashtags'],
      [18, 'plays'],
      [19, 'url'],
    ])
    expect(body.refusals[2]?.reason).toBe('is missing')
  })

  test('names an invalid line in the last batch that a file may have', async () => {
    const { status, body } = await send({ name: 'long.jsonl', firstLine: 10_000_000, lines: ['', '{'] })
    expect([status, body.refusals.map(({ line }) => line)]).toEqual([200, [10_000_001]])
  })

  test('that is repeated updates the numbers and duplicates nothing', async () => {
    const updatedLine = toLine({ id: 'g1', day: '2026-11-20', hashtags: ['quay', 'harbour'], plays: 7000 })
    const { body } = await send({ name: 'quay-2.jsonl', firstLine: 1, lines: [updatedLine, updatedLine] })
    expect(body).toMatchObject({ stored: 0, renewed: 2 })
    const { body: page } = await get<HashtagVideoPage>(`${tags}/harbour/videos`)
    expect(page.items).toMatchObject([{ id: 'g1', views: 7000, hashtags: ['quay', 'harbour'] }])
    expect((await get<HashtagVideoPage>(`${tags}/quay/videos`)).body.page.total).toBe(1)
  })

  test('continues under its id, and its counts add up', async () => {
    const first = (
      await send({
        name: 'long.jsonl',
        firstLine: 1,
        lines: [toLine({ id: 'l1', day: '2026-11-19', hashtags: ['pier'] })],
      })
    ).body
    const second = await send({
      importId: first.id,
      name: 'long.jsonl',
      firstLine: 2,
      lines: [toLine({ id: 'l2', day: '2026-11-20', hashtags: ['pier'] }), 'nonsense'],
    })
    expect(second.body).toMatchObject({
      id: first.id,
      read: 3,
      stored: 2,
      refused: 1,
      firstDay: '2026-11-19',
      lastDay: '2026-11-20',
    })
  })

  test('removes characters that no database stores, also within a line', async () => {
    const line = String.raw`{"id":"z\u0000","time":"2026-11-20T10:00:00Z","text":"a\u0000b\ud800","hashtags":["zero"],"author":"z"}`
    expect((await send({ name: 'zero.jsonl', firstLine: 1, lines: [line] })).body.stored).toBe(1)
    expect((await get<HashtagVideoPage>(`${tags}/zero/videos`)).body.items).toMatchObject([
      { id: 'z', description: 'ab\ufffd' },
    ])
  })

  test('belongs to the organization: another one cannot read it, add to it or delete it', async () => {
    const { id: importId } = (await send({ name: 'own.jsonl', firstLine: 1, lines: [validLine] })).body
    expect(await get(`/demographics/hashtagImports/${importId}`, foreignImporter)).toMatchObject({ status: 404 })
    expect(await send({ importId, name: 'x', firstLine: 1, lines: [validLine] }, foreignImporter)).toMatchObject({
      status: 404,
      body: { code: 'hashtags.import_not_found' },
    })
    const path = `/demographics/hashtagImports/${importId}`
    expect((await api.request({ method: 'DELETE', path, as: foreignImporter })).statusCode).toBe(404)
    const foreign = await get<{ items: unknown[] }>('/demographics/hashtagImports', foreignImporter)
    expect(foreign.body.items).toEqual([])
    expect(await get(`/demographics/hashtagImports/${importId}`, 'jon')).toMatchObject({ status: 200 })
  })

  test('needs the role importer', async () => {
    expect((await send({ name: 'x', firstLine: 1, lines: [validLine] }, 'mira')).status).toBe(403)
  })

  test('that is deleted takes its videos with it', async () => {
    const lines = [
      toLine({ id: 'd1', day: '2026-11-20', hashtags: ['dune'] }),
      toLine({ id: 'd2', day: '2026-11-20', hashtags: ['dune'] }),
    ]
    const { id: importId } = (await send({ name: 'dune.jsonl', firstLine: 1, lines })).body
    expect((await get(`${tags}/dune/trends`)).status).toBe(200)
    const reply = await api.request({
      method: 'DELETE',
      path: `/demographics/hashtagImports/${importId}`,
      as: importer,
    })
    expect(reply.json()).toEqual({ id: importId, videos: 2 })
    expect((await get(`${tags}/dune/trends`)).status).toBe(404)
  })
})

describe('the demo', () => {
  test('shows labelled sample videos to organizations without an import, and finds their planted trends', async () => {
    const { body } = await get<HashtagTrends>(`${tags}/matcha/trends?period=120`, 'ana')
    expect(body).toMatchObject({
      origin: 'demo',
      source: { name: 'Demo videos', notice: expect.stringContaining('made up') },
    })
    // 4 times as much at the end as at the beginning: the second half has about twice the first
    expect(body.growth?.low).toBeGreaterThan(1.4)
    expect(body.relatedTags.slice(0, 3).map(({ tag }) => tag)).toContain('matchalatte')
    const { body: star } = await get<HashtagCreatorPage>(`${tags}/pickleball/creators?period=120`, 'ana')
    expect(star.concentration?.verdict).toBe('one_voice')
    expect(star.items[0]?.handle).toBe('court_captain')
  })

  test('is not shown to an organization that has videos of its own', async () => {
    expect(await get(`${tags}/matcha/trends`)).toMatchObject({ status: 404 })
  })
})
