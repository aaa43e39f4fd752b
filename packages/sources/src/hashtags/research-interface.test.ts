import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { writtenTexts } from '../source.contract.ts'
import {
  answer,
  type Behaviour,
  cutOff,
  type FaultServer,
  silence,
  startFaultServer,
  testHttp,
  testNow,
} from '../testing/fault-server.ts'
import { parseResearchAnswer } from './research-interface.parse.ts'
import { createResearchInterface } from './research-interface.source.ts'

const sample = readFileSync(join(import.meta.dirname, 'samples/research-videos.json'), 'utf8')
const token = '{"access_token":"clt.ticket","expires_in":7200,"token_type":"Bearer"}'
const day = (iso: string) => Date.parse(`${iso}T12:00:00Z`) / 1000
const page = (ids: readonly number[], { hasMore = false, at = day('2026-05-31') } = {}) =>
  JSON.stringify({
    data: {
      videos: ids.map((id) => ({ id: String(id), create_time: at, username: 'a', hashtag_names: ['oatmilk'] })),
      cursor: 100,
      search_id: '77',
      has_more: hasMore,
    },
    error: { code: 'ok', message: '' },
  })

describe('a response of the research interface', () => {
  test.each(writtenTexts)('a video says %j as it was written', (text) => {
    const videos = [{ id: '1', create_time: day('2026-05-31'), username: 'u', video_description: text }]
    expect(parseResearchAnswer(JSON.stringify({ data: { videos }, error: { code: 'ok' } }))).toMatchObject({
      page: { videos: [{ text }] },
    })
  })

  test('keeps ids beyond exact numbers, and unknown numbers as unknown', () => {
    expect(parseResearchAnswer(sample)).toEqual({
      page: {
        next: null,
        videos: [
          {
            nativeId: '7431200000000000001',
            publishedAt: '2026-05-25T09:06:40Z',
            text: 'Does oat milk foam? #OatMilk #coffee',
            hashtags: ['oatmilk', 'coffee'],
            creator: 'brewlab',
            creatorName: null,
            followers: null,
            country: 'NO',
            url: 'https://www.tiktok.com/@brewlab/video/7431200000000000001',
            durationSeconds: 42,
            views: 120_400,
            likes: 8800,
            comments: 310,
            shares: 45,
          },
          expect.objectContaining({
            hashtags: ['oatmilk'],
            country: null,
            views: null,
            likes: null,
            url: 'https://www.tiktok.com/@quiet%20one/video/7431200000000000003',
          }),
        ],
      },
    })
  })

  test.each(['', '[]', '{}', '{"data":{"videos":[{"x":1}]},"error":{"code":"ok"}}', '{"error":{"code":"ok"}}'])(
    '%j is an unexpected response',
    (body) => expect(parseResearchAnswer(body)).toBeNull(),
  )
})

describe('the research interface', () => {
  let server: FaultServer
  const received: { path: string; authorization: string | undefined; body: Record<string, unknown> }[] = []
  beforeAll(async () => {
    server = await startFaultServer()
  })
  beforeEach(() => (received.length = 0))
  afterAll(() => server.close())

  const read = (days = { from: '2026-05-03', to: '2026-06-01' }, geo: string | null = null) =>
    createResearchInterface({
      http: testHttp({ timeoutMs: 400 }),
      clock: () => testNow,
      credentials: 'key:secret',
      baseUrl: server.url,
    }).read({ tag: 'oatmilk', geo, days, signal: AbortSignal.timeout(5000) })

  /** Accepts every sign-in, records the requests, and answers them. */
  const serve = (reply: (body: Record<string, unknown>, number: number) => Behaviour) =>
    server.behave((request, response) => {
      void bodyOf(request).then((text) => {
        if (request.url?.startsWith('/v2/oauth/token') === true) return answer({ body: token })(request, response)
        const body = JSON.parse(text) as Record<string, unknown>
        received.push({ path: request.url ?? '', authorization: request.headers.authorization, body })
        return reply(body, received.length)(request, response)
      })
    })

  test('sends the documented request in the name of the project, and reads page after page', async () => {
    serve((body) => answer({ body: body['cursor'] === undefined ? page([1, 2], { hasMore: true }) : page([3]) }))
    const result = await read(undefined, 'NO')
    expect(result).toMatchObject({ ok: true, reading: { isComplete: true, firstCountedDay: '2026-05-03' } })
    expect(result.ok && result.reading.videos.map(({ nativeId }) => nativeId)).toEqual(['1', '2', '3'])
    expect(received[0]).toMatchObject({
      authorization: 'Bearer clt.ticket',
      body: {
        query: {
          and: [
            { operation: 'EQ', field_name: 'hashtag_name', field_values: ['oatmilk'] },
            { operation: 'IN', field_name: 'region_code', field_values: ['NO'] },
          ],
        },
        start_date: '20260503',
        end_date: '20260601',
        max_count: 100,
      },
    })
    expect(received[1]?.body).toMatchObject({ cursor: 100, search_id: '77' })
  })

  test('splits four months into parts of thirty days, newest first, without overlap', async () => {
    serve((_, number) => answer({ body: page([number]) }))
    await read({ from: '2026-02-02', to: '2026-06-01' })
    expect(received.map(({ body }) => [body['start_date'], body['end_date']])).toEqual([
      ['20260503', '20260601'],
      ['20260403', '20260502'],
      ['20260304', '20260402'],
      ['20260202', '20260303'],
    ])
  })

  test('reports what it skipped and where its limit stopped, and does not count partially read days', async () => {
    serve((_, number) => answer({ body: page([number], { hasMore: number > 1 }) }))
    const result = await read({ from: '2026-04-03', to: '2026-06-01' })
    expect(result).toMatchObject({ ok: true, reading: { isComplete: false, firstCountedDay: '2026-05-03' } })
    expect(result.ok && result.reading.notices.join(' ')).toMatch(/Canada.*Only the first 1200 videos/)
    expect(received).toHaveLength(12)
  })

  test('keeps earlier pages when a later one fails', async () => {
    serve((_, number) =>
      number === 1 ? answer({ body: page([1], { hasMore: true }) }) : answer({ status: 500, body: '{}' }),
    )
    const result = await read()
    expect(result).toMatchObject({ ok: true, reading: { isComplete: false, firstCountedDay: null } })
    expect(result.ok && result.reading.videos).toHaveLength(1)
  })

  test('skips videos without the requested hashtag', async () => {
    const other = page([1]).replace('"oatmilk"', '"oatmilky"')
    serve(() => answer({ body: other }))
    const result = await read()
    expect(result.ok && result.reading.videos).toEqual([])
  })

  const saying = (code: string) => JSON.stringify({ data: {}, error: { code, message: 'Said by the interface.' } })
  test.each([
    ['a quota that is used up', answer({ status: 429, body: saying('daily_quota_limit_exceeded') }), 'rate_limited'],
    ['a limit with a good status', answer({ body: saying('rate_limit_exceeded') }), 'rate_limited'],
    ['a project without the scope', answer({ body: saying('scope_not_authorized') }), 'auth'],
    ['a question that it refuses', answer({ status: 400, body: saying('invalid_params') }), 'bad_query'],
    ['a fault of its own', answer({ status: 500, body: saying('internal_error') }), 'upstream_down'],
    ['another shape', answer({ body: '{"videos":[]}' }), 'schema_changed'],
    ['a web page', answer({ type: 'text/html', body: '<!doctype html><title>hello</title>' }), 'schema_changed'],
    ['half an answer', cutOff(sample), 'upstream_down'],
    ['silence', silence, 'upstream_down'],
  ] as const)('names %s', async (_, behaviour, status) => {
    serve(() => behaviour)
    const result = await read()
    expect(result).toMatchObject({ ok: false, status })
    expect(JSON.stringify(result)).not.toMatch(/secret|clt\.ticket/)
  })

  test('reports that TikTok refused the project', async () => {
    server.behave(
      answer({ status: 400, body: '{"error":"invalid_client","error_description":"Client key is wrong."}' }),
    )
    expect(await read()).toMatchObject({ ok: false, status: 'auth' })
  })
})

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer) // a request yields buffers
  return Buffer.concat(parts).toString('utf8')
}
