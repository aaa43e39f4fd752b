import type { OperationObject } from '@auspex/contract'
import { findRefusal, refusal } from '@auspex/contract/refusals'
import { questionMatrix, writtenCountries } from '@auspex/analytics/question-matrix'
import { describe, expect, test } from 'vitest'
import { createMock } from '../create-mock.ts'
import { call, type Call } from '../testing/call.ts'
import { contractUnderTest } from '../testing/contract-under-test.ts'

const mock = createMock({ document: contractUnderTest() })
const send = (wanted: Call) => call(mock.fetch, 'http://mock.example', wanted)
const post = (path: string, json: unknown): Call => ({ method: 'POST', path, json })

describe('a request that its schema allows', () => {
  test.each<[why: string, wanted: Call, status: number, code: string]>([
    ['blank words', post('/explore/topicQuery', { query_term: '  ' }), 422, 'signals.query_unreadable'],
    ['a quote that never closes', post('/explore/topicQuery', { query_term: '"oat' }), 422, 'signals.query_unreadable'],
    ['half a pair', post('/explore/topicQuery', { y_term: 'oat' }), 422, 'signals.query_invalid'],
    [
      'days that run backwards',
      post('/explore/topicQuery', { query_term: 'oat', startDate: '2026-02-01', endDate: '2026-01-01' }),
      422,
      'signals.query_invalid',
    ],
    ['a cursor of nobody', { path: '/users/inbox-list?cursor=msg_1' }, 422, 'inbox.cursor_invalid'],
    [
      'a cursor of nobody among the news',
      post('/newsfeed', { feedId: 'all', cursor: 'msg_1' }),
      422,
      'newsfeed.cursor_invalid',
    ],
    ...Object.entries({
      signal: ['sig_none', 'signals.not_found'],
      story: ['st_none', 'stories.not_found'],
      portfolio: ['pf_none', 'portfolios.not_found'],
      project: ['pj_none', 'projects.not_found'],
      report: ['rp_none', 'zeus.report_not_found'],
      thread: ['th_none', 'zeus.thread_not_found'],
    }).map(([kind, [itemId, code = '']]): [string, Call, number, string] => [
      `a link to a ${kind} of nobody`,
      post('/shareLinks', { kind, itemId }),
      404,
      code,
    ]),
    ['a group of nobody', { path: '/stories?organizationGroupId=grp_none' }, 404, 'groups.not_found'],
    [
      'an old revision',
      post('/portfolio/update', { id: 'pf_p1a2m3', title: 'Mine', revision: 1 }),
      409,
      'portfolios.stale',
    ],
    ['a signal nobody searched', post('/newsfeed', { signalIds: ['sig_none'] }), 404, 'signals.not_found'],
    ['one signal to compare', { path: '/signals/compare?ids=sig_k2m4p6q8' }, 422, 'comparisons.too_few_signals'],
    ['an address that is none', { path: '/godmode/securityEvents?address=1.2.3' }, 422, 'security.address_invalid'],
    [
      'an id of another kind',
      post('/shareLinks', { kind: 'story', itemId: 'pf_p1a2m3', expiresAt: null }),
      422,
      'sharing.id_does_not_fit',
    ],
    ['a picture nobody sent', { path: '/images/img_none' }, 404, 'images.not_found'],
  ])('is refused for %s', async (_why, wanted, status, code) => {
    mock.reset()
    const reply = await send(wanted)
    expect({ status: reply.status, code: reply.body.code }).toEqual({ status, code })
  })

  test.each([
    ['/portfolio/update', { id: 'pf_p1a2m3', title: 'Mine', revision: 1 }, 'portfolios.stale'],
    ['/shareLinks', { kind: 'story', itemId: 'st_none' }, 'stories.not_found'],
  ] as const)('is refused at %s in the words of the server', async (path, body, code) => {
    mock.reset()
    expect((await send(post(path, body))).body).toMatchObject(refusal(code))
  })

  test('is refused for a time that ends as it begins, in the words of the server', async () => {
    const at = '2026-11-21T08:00:00Z'
    const reply = await send({ path: `/godmode/audit?from=${at}&to=${at}` })
    expect(reply.body).toMatchObject({
      code: 'audit.period_invalid',
      errors: [{ pointer: '/to', message: 'must be later than from' }],
    })
  })

  test('is refused in words for people: each code that the contract names has them, unless they are about the request', () => {
    const operations = Object.values(contractUnderTest().paths).flatMap((path) => Object.values(path))
    const codes = (operations as OperationObject[]).flatMap((operation) => [
      ...(operation['x-refusals'] ?? []).map(({ code }) => code),
      ...[operation['x-not-found'] ?? []].flat(),
    ])
    const ofRequest = ['signals.query_invalid', 'signals.query_unreadable', 'imports.lines_do_not_fit']
    const wordless = new Set(codes.filter((code) => findRefusal(code) === undefined))
    expect([...wordless].filter((code) => !ofRequest.includes(code))).toEqual([])
    expect(codes.length).toBeGreaterThan(100)
  })

  test('is never refused in words about the contract', async () => {
    mock.reset()
    const { body } = await send(post('/explore/topicQuery', { query_term: '"oat' }))
    expect(body.title).toBe('This quotation mark is never closed.')
    expect(body.detail).toContain('Add a closing "')
    expect(JSON.stringify(body)).not.toContain('x-refusals')
  })

  test('is refused a second time when an item may exist only once', async () => {
    mock.reset()
    const feed = post('/newsfeed/feeds', { kind: 'outlet', subject: 'once.example' })
    expect((await send(feed)).status).toBe(200)
    expect((await send(feed)).body.code).toBe('newsfeed.feed_exists')
    const section = (name: string) =>
      post('/newsfeed/feeds', { kind: 'outlet', subject: 'once.example', feedUrl: `https://once.example/${name}` })
    expect((await send(section('world'))).status).toBe(200)
    expect((await send(section('sport'))).status).toBe(200)
    expect((await send(section('sport'))).body.code).toBe('newsfeed.feed_exists')
    const inside = post('/newsfeed/feeds', { kind: 'outlet', subject: 'in', feedUrl: 'http://192.168.1.1/feed' })
    expect((await send(inside)).body.code).toBe('newsfeed.feed_url_refused')
  })

  test('continues from a cursor that a list returned', async () => {
    mock.reset()
    mock.seed({ collection: 'inboxMessages', items: 5 })
    const { body: first } = await send({ path: '/users/inbox-list?perPage=2' })
    const { body: next } = await send({ path: `/users/inbox-list?perPage=2&cursor=${first.page.nextCursor}` })
    expect(next.items).toHaveLength(2)
    expect(next.items[0].id).not.toBe(first.items[0].id)
  })
})

test('restores a deleted report', async () => {
  mock.reset()
  const { body: report } = await send(post('/zeus/saveZeusReport', { title: 'Oat milk', contents: 'It rises.' }))
  await send(post('/zeus/deleteZeusReport', { reportId: report.id }))
  expect((await send(post('/zeus/getZeusReportSummary', { reportId: report.id }))).status).toBe(404)
  expect((await send(post('/zeus/restoreZeusReport', { reportId: report.id }))).body).toMatchObject({
    title: 'Oat milk',
  })
  expect((await send(post('/zeus/restoreZeusReport', { reportId: 'rp_none' }))).body.code).toBe(
    'zeus_reports.not_found',
  )
})

/** The fields in the mock's error; none when it accepts the query. */
async function refusedFields(path: string, body: unknown): Promise<string[]> {
  mock.reset()
  const reply = await send(post(path, body))
  if (reply.status === 200) return []
  expect(reply.status).toBe(422)
  return reply.body.errors.map(({ pointer }: { pointer: string }) => pointer.slice(1))
}

// the server is tested with the same cases (apps/api/src/modules/search/question-fields.api.test.ts)
describe.each(['/explore/topicQuery', '/explore/signalBySources', '/explore/saveRecentSearch'])('%s', (path) => {
  test.each(questionMatrix)('$name: $refused', async ({ body, refused }) => {
    expect(await refusedFields(path, body)).toEqual(refused)
  })

  test.each(writtenCountries)('%s becomes %s', async (written, code) => {
    expect(await refusedFields(path, { query_term: 'tea', geo: written })).toEqual(code === null ? ['geo'] : [])
  })
})

test('a search for the UK is one for Great Britain', async () => {
  expect((await send(post('/explore/topicQuery', { query_term: 'tea', geo: 'UK' }))).body.query.geo).toBe('GB')
})

test('the error for a monitor points to its query', async () => {
  const rule = { kind: 'momentum-above', ratio: 1.5, windowDays: 28 }
  const query = { query_term: 'oat milk', x_term: 'tea' }
  expect(await refusedFields('/monitorPreviews', { query, rule })).toEqual(['query/query_term', 'query/x_term'])
})
