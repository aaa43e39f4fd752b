import type { Portfolio, PortfolioPage, PortfolioTrendList, PortfolioTrendPage, UserProfile } from '@auspex/sdk/types'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toForm } from '../../../testing/form.ts'
import { people } from '../../../testing/people.ts'
import { createTestApi, type TestApi, type TestRequest } from '../../../testing/test-api.ts'

let api: TestApi
let groupId = ''
let picture: Buffer
const signalIds: string[] = []
/** In Mira's group; and a group of the same name in another organization. */
const kai = { ...people.jon, sub: 'kai', name: 'Kai Berg', groups: ['Insights'] }
const eva = { ...people.ana, sub: 'eva', groups: ['Insights'] }
type Who = TestRequest['as']

const send = (path: string, body: unknown, as: Who = 'mira', headers = {}) =>
  api.request({ method: 'POST', path, as, body, headers })
const post = async <T = Portfolio>(path: string, body: unknown, as: Who = 'mira') =>
  (await send(path, body, as)).json<T>()
const sendForm = async (path: string, fields: Record<string, string | Uint8Array>, as: Who = 'mira') =>
  api.request({ method: 'POST', path, as, ...(await toForm(fields)) })
const read = async <T = Portfolio>(path: string, as: Who = 'mira') =>
  (await api.request({ method: 'GET', path, as })).json<T>()
const create = (title = 'Plant milks', more: object = {}) => post('/portfolio/create', { title, ...more })
const withSignals = (count: number, more: object = {}) =>
  post('/portfolio/createWithTrendsBulk', {
    title: 'Plant milks',
    trends: signalIds.slice(0, count).map((signalId) => ({ signalId })),
    ...more,
  })
const statusesOf = (replies: readonly { statusCode: number }[]) =>
  replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)
const countImages = async () =>
  Number((await api.database.pool.query('select count(*) as count from image')).rows[0]?.count ?? 0)

beforeAll(async () => {
  api = await createTestApi()
  for (const term of ['oat milk', 'matcha', 'cold brew', 'chai', 'kombucha', 'kefir', 'yuzu', 'miso'])
    signalIds.push((await post<{ signalId: string }>('/signal/smartRedirect', { trend_name: term })).signalId)
  const { groups } = await read<UserProfile>('/users/me')
  groupId = groups[0]?.id ?? ''
  for (const person of [kai, eva, 'jon', 'ana'] as const) await read('/users/me', person)
  picture = await sharp({ create: { width: 8, height: 4, channels: 3, background: '#7048e8' } })
    .png()
    .toBuffer()
})
afterAll(() => api.close())

describe('a portfolio', () => {
  test('is created empty, and is visible to its creator', async () => {
    const created = await create('Coffee at home')
    expect(created).toMatchObject({ title: 'Coffee at home', image: null, trends: [], trendCount: 0, revision: 1 })
    expect(created.refresh).toMatchObject({ state: 'idle', startedAt: null })
    expect(await read(`/portfolio/${created.id}`)).toEqual(created)
  })

  test('is created with a picture from a form, and the picture is visible to colleagues only', async () => {
    const created = (await sendForm('/portfolio/create', { title: 'With a picture', file: picture })).json<Portfolio>()
    expect(created.image).toMatch(/^\/images\/img_\w+$/)
    const get = (as: Who) => api.request({ method: 'GET', path: created.image ?? '', as })
    const reply = await get('mira')
    expect(reply.statusCode).toBe(200)
    expect(reply.headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
      'cache-control': 'private, no-store',
      vary: expect.stringContaining('Authorization'),
    })
    expect(await sharp(reply.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 8, height: 4 })
    expect((await get('jon')).statusCode).toBe(200)
    expect((await get('ana')).json()).toMatchObject({ status: 404, code: 'images.not_found' })
    expect((await get(undefined)).statusCode).toBe(401)
  })

  test('is renamed, assigned to a group and taken back, with a new revision each time', async () => {
    const { id } = await create()
    const shared = await post('/portfolio/update', { id, title: 'Milks', organizationGroupId: groupId, revision: 1 })
    expect(shared).toMatchObject({ title: 'Milks', organizationGroupId: groupId, revision: 2 })
    const back = await post('/portfolio/update', { id, organizationGroupId: null })
    expect(back).toMatchObject({ title: 'Milks', organizationGroupId: null, revision: 3 })
  })

  test('replaces and removes its picture, and no old one remains', async () => {
    const before = await countImages()
    const { id } = await create()
    const first = (await sendForm(`/portfolio/update/${id}`, { file: picture })).json<Portfolio>()
    const second = (await sendForm(`/portfolio/update/${id}`, { file: picture, title: 'Seen' })).json<Portfolio>()
    expect([second.title, second.image]).toEqual(['Seen', expect.not.stringMatching(first.image ?? '')])
    expect(await countImages()).toBe(before + 1)
    expect((await post('/portfolio/update', { id, imageRemoved: true })).image).toBeNull()
    expect(await countImages()).toBe(before)
  })

  test('is deleted with its trends and pictures, and is no longer found', async () => {
    const before = await countImages()
    const { id } = await withSignals(2)
    await sendForm(`/portfolio/topic/${id}`, { cover: picture })
    await sendForm(`/portfolio/update/${id}`, { file: picture })
    expect(await countImages()).toBe(before + 2)
    expect(await post('/portfolio/remove', { id })).toEqual({ id, deleted: true })
    expect(await countImages()).toBe(before)
    expect((await send('/portfolio/remove', { id })).json()).toMatchObject({
      status: 404,
      code: 'portfolios.not_found',
    })
  })
})

describe('two people who change the same portfolio', () => {
  test('the second is shown the current state, and nothing is lost', async () => {
    const { id } = await create('Milks', { organizationGroupId: groupId })
    await post('/portfolio/update', { id, title: 'Plant milks of Kai', revision: 1 }, kai)
    const outdated = await send('/portfolio/update', { id, title: 'Plant milks of Mira', revision: 1 })
    expect(outdated.statusCode).toBe(409)
    expect(outdated.json()).toMatchObject({
      code: 'portfolios.stale',
      current: { id, title: 'Plant milks of Kai', revision: 2, trends: [] },
    })
    const form = await sendForm(`/portfolio/update/${id}`, { title: 'Mine', revision: '1', file: picture })
    expect(form.json()).toMatchObject({ status: 409, current: { revision: 2, image: null } })
    expect((await read(`/portfolio/${id}`)).title).toBe('Plant milks of Kai')
  })

  test('of twenty concurrent changes to one revision, one is stored and nineteen are refused', async () => {
    const { id } = await create()
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) => send('/portfolio/update', { id, title: `Title ${n}`, revision: 1 })),
    )
    expect(statusesOf(replies)).toEqual([200, ...Array(19).fill(409)])
    expect((await read(`/portfolio/${id}`)).revision).toBe(2)
  })

  test('reordering the trends cannot remove one that a colleague saved in the meantime', async () => {
    const created = await withSignals(2, { organizationGroupId: groupId })
    await post('/portfolio/addTrendsBulk', { id: created.id, trends: [{ signalId: signalIds[3] }] }, kai)
    const trends = created.trends.map(({ id }) => ({ id }))
    const outdatedUpdate = await send('/portfolio/update', { id: created.id, trends, revision: created.revision })
    expect(outdatedUpdate.json()).toMatchObject({ status: 409, current: { trendCount: 3 } })
    const blind = await send('/portfolio/update', { id: created.id, trends })
    expect(blind.json()).toMatchObject({ status: 422, code: 'portfolios.revision_needed' })
  })
})

describe('the signals of a portfolio', () => {
  test('are saved in order, newest first, and each once', async () => {
    const { id } = await withSignals(2)
    const trends = [
      { signalId: signalIds[2] },
      { signalId: signalIds[0] },
      { signalId: signalIds[3], title: 'Tea with spices' },
      { signalId: signalIds[3] },
    ]
    const { items } = await post<PortfolioTrendList>('/portfolio/addTrendsBulk', { id, trends })
    expect(items.map(({ title }) => title)).toEqual(['cold brew', 'oat milk', 'chai'])
    const after = await read(`/portfolio/${id}`)
    expect(after.trends.map(({ title }) => title)).toEqual(['cold brew', 'chai', 'oat milk', 'matcha'])
    expect(after).toMatchObject({ trendCount: 4, refresh: { state: 'running', trends: 4 } })
  })

  test('are reordered and renamed, and omitted ones are removed', async () => {
    const { id, trends, revision } = await withSignals(3)
    const [oat, matcha, brew] = trends.map((trend) => trend.id)
    const changed = await post('/portfolio/update', {
      id,
      revision,
      trends: [{ id: brew }, { id: oat, title: 'Oat' }],
    })
    expect(changed.trends.map(({ title }) => title)).toEqual(['cold brew', 'Oat'])
    expect(changed.refresh.trends).toBe(2)
    const removedTrend = await send('/portfolio/update', { id, revision: changed.revision, trends: [{ id: matcha }] })
    expect(removedTrend.json()).toMatchObject({ status: 404, code: 'portfolios.trend_not_found' })
    const twice = await send('/portfolio/update', { id, revision: 2, trends: [{ id: oat }, { id: oat }] })
    expect(twice.statusCode).toBe(409)
    const same = await send('/portfolio/update', {
      id,
      revision: changed.revision,
      trends: [{ id: oat }, { id: oat }],
    })
    expect(same.json()).toMatchObject({ status: 422, code: 'portfolios.trend_named_twice' })
  })

  test('are removed all or none', async () => {
    const { id, trends } = await withSignals(3)
    const trendIds = trends.map((trend) => trend.id)
    const refused = await send('/portfolio/removeTrendBulk', { id, trendIds: [trendIds[0], 'tr_nobody'] })
    expect(refused.json()).toMatchObject({ status: 404, code: 'portfolios.trend_not_found' })
    expect((await read(`/portfolio/${id}`)).trendCount).toBe(3)
    const { items } = await post<{ items: unknown[] }>('/portfolio/removeTrendBulk', {
      id,
      trendIds: trendIds.slice(0, 2),
    })
    expect(items).toHaveLength(2)
    expect((await read(`/portfolio/${id}`)).trends.map((trend) => trend.id)).toEqual(trendIds.slice(2))
  })

  test('are not saved when one of them is unknown, and no portfolio is created', async () => {
    const before = (await read<PortfolioPage>('/portfolio')).page.total
    const trends = [{ signalId: signalIds[0] }, { signalId: 'sig_nobody' }]
    const refused = await send('/portfolio/createWithTrendsBulk', { title: 'Half', trends })
    expect(refused.json()).toMatchObject({ status: 404, code: 'signals.not_found' })
    expect((await read<PortfolioPage>('/portfolio')).page.total).toBe(before)
  })

  test('get covers: one each, or one for all that have none', async () => {
    const { id, trends } = await withSignals(3)
    const ownCover = (await sendForm(`/portfolio/topic/${id}/${trends[0]?.id}`, { cover: picture })).json()
    expect(ownCover.cover).toMatch(/^\/images\//)
    const all = (await sendForm(`/portfolio/topic/${id}`, { cover: picture })).json<Portfolio>()
    const covers = all.trends.map(({ cover }) => cover)
    expect([covers[0], new Set(covers).size]).toEqual([ownCover.cover, 2])
    // a picture shared by two trends stays for the other one
    await post('/portfolio/removeTrendBulk', { id, trendIds: [trends[1]?.id] })
    expect((await api.request({ method: 'GET', path: covers[2] ?? '', as: 'mira' })).statusCode).toBe(200)
    const unknown = await sendForm(`/portfolio/topic/${id}/tr_nobody`, { cover: picture })
    expect(unknown.json()).toMatchObject({ status: 404, code: 'portfolios.trend_not_found' })
  })

  test('are at most 500, however many are saved concurrently', async () => {
    const { id } = await create('Full')
    await api.database.pool.query(
      `insert into signal (id, echo, created_at)
       select 'sig_full' || n, echo, created_at from signal, generate_series(1, 560) n where id = $1`,
      [signalIds[0]],
    )
    const batch = (n: number) => ({
      id,
      trends: Array.from({ length: 80 }, (_, each) => ({ signalId: `sig_full${n * 80 + each + 1}` })),
    })
    const replies = await Promise.all(Array.from({ length: 7 }, (_, n) => send('/portfolio/addTrendsBulk', batch(n))))
    expect(statusesOf(replies)).toEqual([...Array(6).fill(200), 409])
    expect(replies.find(({ statusCode }) => statusCode === 409)?.json().code).toBe('portfolios.too_many_trends')
    const full = await read(`/portfolio/${id}`)
    expect([full.trendCount, new Set(full.trends.map(({ signalId }) => signalId)).size]).toEqual([480, 480])
    const listed = (await read<PortfolioPage>('/portfolio')).items.find((each) => each.id === id)
    expect([listed?.trendCount, listed?.trends.length]).toEqual([480, 6])
  })
})

describe('a running refresh', () => {
  test('of just saved signals is continued by a refresh of all, which then is the only one', async () => {
    const { id, revision } = await withSignals(2)
    const started = await post('/portfolio/refreshPortfolio', { id })
    expect(started).toMatchObject({ revision, refresh: { state: 'running', trends: 2, done: 0, finishedAt: null } })
    const secondRefresh = await send('/portfolio/refreshPortfolio', { id })
    expect(secondRefresh.json()).toMatchObject({ status: 409, code: 'portfolios.refresh_running' })
    await post('/portfolio/addTrendsBulk', { id, trends: [{ signalId: signalIds[4] }] })
    expect((await read(`/portfolio/${id}`)).refresh).toMatchObject({ state: 'running', trends: 3 })
    await post('/portfolio/removeTrendBulk', { id, trendIds: started.trends.map((trend) => trend.id) })
    expect((await read(`/portfolio/${id}`)).refresh).toMatchObject({ state: 'running', trends: 1 })
  })
})

describe('lists of portfolios', () => {
  test('are sorted by last change, or by title within a group', async () => {
    for (const title of ['beta', 'Alpha', 'gamma']) {
      api.clock.set(new Date(api.clock.now().getTime() + 1000).toISOString())
      await create(title, { organizationGroupId: groupId })
    }
    const { items } = await read<PortfolioPage>('/portfolio?perPage=3')
    expect(items.map(({ title }) => title)).toEqual(['gamma', 'Alpha', 'beta'])
    const byTitle = await read<PortfolioPage>(`/portfolio/getPortfolios?organizationGroupId=${groupId}&perPage=200`)
    const titles = byTitle.items.map(({ title }) => title)
    expect(titles.slice(0, 2)).toEqual(['Alpha', 'beta'])
    expect(new Set(byTitle.items.map(({ organizationGroupId }) => organizationGroupId))).toEqual(new Set([groupId]))
  })

  test('of saved signals cover all portfolios or one', async () => {
    const { id } = await withSignals(2)
    const page = await read<PortfolioTrendPage>(`/portfolio/topic?portfolioId=${id}`)
    expect([page.page.total, page.items.map(({ title }) => title)]).toEqual([2, ['oat milk', 'matcha']])
    expect((await read<PortfolioTrendPage>('/portfolio/topic')).page.total).toBeGreaterThan(2)
    expect(await read('/portfolio/topic?portfolioId=pf_nobody')).toMatchObject({ code: 'portfolios.not_found' })
  })
})

describe('access to a portfolio', () => {
  const requests = (id: string, trendId: string): [string, string, unknown?][] => [
    ['GET', `/portfolio/${id}`],
    ['GET', `/portfolio/topic?portfolioId=${id}`],
    ['POST', '/portfolio/update', { id, title: 'Stolen' }],
    ['POST', '/portfolio/refreshPortfolio', { id }],
    ['POST', '/portfolio/addTrendsBulk', { id, trends: [{ signalId: signalIds[5] }] }],
    ['POST', '/portfolio/removeTrendBulk', { id, trendIds: [trendId] }],
    ['POST', '/portfolio/remove', { id }],
  ]
  const call = async (person: Who, [method, path, body]: [string, string, unknown?]) =>
    api.request({ method: method as 'GET', path, as: person, ...(body === undefined ? {} : { body }) })
  const forms = (id: string, trendId: string, as: Who) =>
    Promise.all([
      sendForm(`/portfolio/update/${id}`, { file: picture }, as),
      sendForm(`/portfolio/topic/${id}`, { cover: picture }, as),
      sendForm(`/portfolio/topic/${id}/${trendId}`, { cover: picture }, as),
    ])

  test('without a group is limited to its creator; for colleagues and strangers it does not exist', async () => {
    const { id, trends } = await withSignals(1)
    const trendId = trends[0]?.id ?? ''
    const images = await countImages()
    for (const person of ['jon', kai, 'ana', eva] as const) {
      const replies = [
        ...(await Promise.all(requests(id, trendId).map((request) => call(person, request)))),
        ...(await forms(id, trendId, person)),
      ]
      expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(404))
      for (const reply of replies) expect(reply.json().code).toBe('portfolios.not_found')
      const lists = [
        await read<PortfolioPage>('/portfolio?perPage=200', person),
        await read<PortfolioTrendPage>('/portfolio/topic?perPage=200', person),
      ]
      expect(JSON.stringify(lists)).not.toContain(id)
    }
    expect(await countImages()).toBe(images)
    expect(await read(`/portfolio/${id}`)).toMatchObject({ title: 'Plant milks', trendCount: 1 })
  })

  test('with a group is for its members, who may change it; members of other groups do not see it', async () => {
    const { id } = await withSignals(1, { organizationGroupId: groupId })
    expect((await post('/portfolio/update', { id, title: 'By Kai' }, kai)).title).toBe('By Kai')
    expect((await read<PortfolioPage>('/portfolio', kai)).items.map((each) => each.id)).toContain(id)
    for (const person of ['jon', 'ana', eva] as const)
      expect((await call(person, ['GET', `/portfolio/${id}`])).statusCode).toBe(404)
    // a person who leaves the group loses access to its portfolios
    await read('/users/me', { ...kai, groups: [] })
    expect((await call({ ...kai, groups: [] }, ['GET', `/portfolio/${id}`])).statusCode).toBe(404)
  })

  test('cannot be given to a group that the person is not a member of', async () => {
    const { id } = await create()
    for (const path of ['/portfolio/create', '/portfolio/update']) {
      const body = { id, title: 'Given away', organizationGroupId: 'grp_nobody' }
      const { id: _, ...without } = body
      const reply = await send(path, path.endsWith('create') ? without : body)
      expect(reply.json()).toMatchObject({ status: 404, code: 'groups.not_found' })
    }
    const foreign = await send('/portfolio/create', { title: 'Mine', organizationGroupId: groupId }, eva)
    expect(foreign.json()).toMatchObject({ status: 404, code: 'groups.not_found' })
    expect(await read('/portfolio/getPortfolios?organizationGroupId=grp_nobody')).toMatchObject({
      code: 'groups.not_found',
    })
  })

  test('ends for people who move to another organization', async () => {
    const lea = { ...people.jon, sub: 'lea' }
    const { id } = await post('/portfolio/create', { title: 'Left behind' }, lea)
    const movedLea = { ...lea, organization: 'org_contoso', organization_name: 'Contoso Energy' }
    expect((await call(movedLea, ['GET', `/portfolio/${id}`])).statusCode).toBe(404)
  })
})

describe('a request with an Idempotency-Key', () => {
  test('sent twenty times at once creates one portfolio, and all responses are equal', async () => {
    const before = (await read<PortfolioPage>('/portfolio')).page.total
    const headers = { 'idempotency-key': 'make-one-portfolio' }
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => send('/portfolio/create', { title: 'Once' }, 'mira', headers)),
    )
    expect(new Set(replies.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
    expect(replies[0]?.statusCode).toBe(200)
    expect((await read<PortfolioPage>('/portfolio')).page.total).toBe(before + 1)
    const other = await send('/portfolio/create', { title: 'Another' }, 'mira', headers)
    expect(other.statusCode).toBe(422)
  })
})
