import type { Portfolio, Project, ProjectPage, UserProfile } from '@auspex/sdk/types'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toForm } from '../../../testing/form.ts'
import { people } from '../../../testing/people.ts'
import { createTestApi, type TestApi, type TestRequest } from '../../../testing/test-api.ts'

let api: TestApi
let groupId = ''
let picture: Buffer
/** In Mira's group. */
const kai = { ...people.jon, sub: 'kai', name: 'Kai Berg', groups: ['Insights'] }
type Who = TestRequest['as']

const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown, as: Who = 'mira') =>
  api.request({ method, path, as, ...(body === undefined ? {} : { body }) })
const post = async <T = Project>(path: string, body: unknown, as: Who = 'mira') =>
  (await send('POST', path, body, as)).json<T>()
const put = async (body: unknown, as: Who = 'mira') => (await send('PUT', '/project/update', body, as)).json<Project>()
const read = async <T = Project>(path: string, as: Who = 'mira') => (await send('GET', path, undefined, as)).json<T>()
const portfolio = async (title: string, more: object = {}, as: Who = 'mira') =>
  (await post<Portfolio>('/portfolio/create', { title, ...more }, as)).id
const create = (more: object = {}) => post('/project/create', { title: 'Spring launch', ...more })
const idsOf = ({ portfolios }: Project) => portfolios.map(({ id }) => id)
const refs = (...ids: string[]) => ids.map((id) => ({ id }))

beforeAll(async () => {
  api = await createTestApi()
  const { groups } = await read<UserProfile>('/users/me')
  groupId = groups[0]?.id ?? ''
  for (const person of [kai, 'jon', 'ana'] as const) await read('/users/me', person)
  picture = await sharp({ create: { width: 8, height: 4, channels: 3, background: '#7048e8' } })
    .png()
    .toBuffer()
})
afterAll(() => api.close())

describe('a project', () => {
  test('has a trimmed lower-case title, and keeps it as typed for display', async () => {
    const created = await create({ title: ' Spring Launch 2027 ', displayTitle: ' Spring Launch 2027 ' })
    expect(created).toMatchObject({ title: 'spring launch 2027', displayTitle: 'Spring Launch 2027', revision: 1 })
    const renamed = await put({ projectId: created.projectId, title: 'AUTUMN' })
    expect(renamed).toMatchObject({ title: 'autumn', displayTitle: 'autumn', revision: 2 })
    const other = await send('PUT', '/project/update', { projectId: created.projectId, displayTitle: 'Winter' })
    expect(other.json()).toMatchObject({ status: 422, code: 'projects.display_title_differs' })
  })

  test('is created from a form with a picture and portfolios, and can lose the picture', async () => {
    const id = await portfolio('One')
    const fields = { title: 'Form', portfolios: JSON.stringify(refs(id)), image: picture }
    const reply = await api.request({ method: 'POST', path: '/project/create', as: 'mira', ...(await toForm(fields)) })
    const created = reply.json<Project>()
    expect([idsOf(created), created.image]).toEqual([[id], expect.stringMatching(/^\/images\/img_/)])
    const changed = await put({ projectId: created.projectId, imageRemoved: true })
    expect(changed.image).toBeNull()
    expect((await send('GET', created.image ?? '')).statusCode).toBe(404)
  })

  test('contains portfolios in order, each once, which are added and removed all or none', async () => {
    const [first, second, third] = [await portfolio('1'), await portfolio('2'), await portfolio('3')]
    const { projectId } = await create({ portfolios: refs(second, first, second) })
    await post('/project/addPortfolios', { projectId, portfolioIds: [first, third] })
    expect(idsOf(await read(`/project/${projectId}`))).toEqual([second, first, third])
    const half = await send('POST', '/project/addPortfolios', { projectId, portfolioIds: ['pf_nobody'] })
    expect(half.json()).toMatchObject({ status: 404, code: 'projects.portfolio_not_found' })
    const removed = await send('POST', '/project/removePortfolios', {
      projectId,
      portfolioIds: [first, await portfolio('elsewhere')],
    })
    expect(removed.statusCode).toBe(404)
    await post('/project/removePortfolios', { projectId, portfolioIds: [first] })
    expect(idsOf(await put({ projectId, portfolios: refs(third, second) }))).toEqual([third, second])
  })

  test('loses a portfolio that is deleted, and nothing else', async () => {
    const [first, second] = [await portfolio('1'), await portfolio('2')]
    const { projectId } = await create({ portfolios: refs(first, second) })
    await post('/portfolio/remove', { id: first })
    expect(idsOf(await read(`/project/${projectId}`))).toEqual([second])
  })

  test('is deleted without its portfolios', async () => {
    const id = await portfolio('Stays')
    const { projectId } = await create({ portfolios: refs(id) })
    expect((await send('DELETE', `/project/delete/${projectId}`)).json()).toEqual({ id: projectId, deleted: true })
    expect((await send('GET', `/project/${projectId}`)).json()).toMatchObject({ code: 'projects.not_found' })
    expect((await send('GET', `/portfolio/${id}`)).statusCode).toBe(200)
  })

  test('contains at most 100 portfolios, however many are added concurrently', async () => {
    const { projectId } = await create()
    await api.database.pool.query(
      `insert into portfolio (id, organization_id, user_id, title, created_at, updated_at)
       select 'pf_full' || n, organization_id, user_id, 'full', created_at, created_at from project, generate_series(1, 120) n where id = $1`,
      [projectId],
    )
    const batch = (n: number) => Array.from({ length: 30 }, (_, each) => `pf_full${n * 30 + each + 1}`)
    const replies = await Promise.all(
      [0, 1, 2, 3].map((n) => send('POST', '/project/addPortfolios', { projectId, portfolioIds: batch(n) })),
    )
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 409])
    expect((await read(`/project/${projectId}`)).portfolios).toHaveLength(90)
  })

  test('sent twenty times at once with one Idempotency-Key is created once', async () => {
    const before = (await read<ProjectPage>('/project')).page.total
    const request = {
      method: 'POST',
      path: '/project/create',
      as: 'mira',
      headers: { 'idempotency-key': 'one-project' },
      body: { title: 'once' },
    } as const
    const replies = await Promise.all(Array.from({ length: 20 }, () => api.request(request)))
    expect(new Set(replies.map(({ body }) => body)).size).toBe(1)
    expect((await read<ProjectPage>('/project')).page.total).toBe(before + 1)
  })
})

describe('people who share a project', () => {
  test('see only portfolios that they have access to, and their changes keep the others', async () => {
    const [own, shared] = [await portfolio('Own'), await portfolio('Shared', { organizationGroupId: groupId })]
    const { projectId } = await create({ organizationGroupId: groupId, portfolios: refs(own, shared) })
    expect(idsOf(await read(`/project/${projectId}`, kai))).toEqual([shared])
    const ofKai = await portfolio('Of Kai', {}, kai)
    expect(idsOf(await put({ projectId, portfolios: refs(ofKai, shared) }, kai))).toEqual([ofKai, shared])
    expect(idsOf(await read(`/project/${projectId}`))).toEqual([shared, own])
    expect(idsOf(await put({ projectId, portfolios: [] }))).toEqual([])
    expect(idsOf(await read(`/project/${projectId}`, kai))).toEqual([ofKai])
  })

  test('who change an older revision are shown the current state, as far as they may see it', async () => {
    const own = await portfolio('Own')
    const { projectId } = await create({ organizationGroupId: groupId, portfolios: refs(own) })
    await put({ projectId, title: 'By Mira', displayTitle: 'By Mira', revision: 1 })
    const outdated = await send('PUT', '/project/update', { projectId, title: 'by kai', revision: 1 }, kai)
    expect(outdated.json()).toMatchObject({
      status: 409,
      code: 'projects.stale',
      current: { projectId, displayTitle: 'By Mira', revision: 2, portfolios: [] },
    })
    expect((await read(`/project/${projectId}`)).displayTitle).toBe('By Mira')
  })

  test('are members of its group, and can only add portfolios that they may see', async () => {
    const own = await portfolio('Own')
    const { projectId } = await create({ portfolios: refs(own) })
    for (const person of ['jon', kai, 'ana'] as const) {
      const replies = await Promise.all([
        send('GET', `/project/${projectId}`, undefined, person),
        send('GET', `/project/${projectId}/dashboard`, undefined, person),
        send('PUT', '/project/update', { projectId, title: 'stolen' }, person),
        send('POST', '/project/addPortfolios', { projectId, portfolioIds: [own] }, person),
        send('POST', '/project/removePortfolios', { projectId, portfolioIds: [own] }, person),
        send('DELETE', `/project/delete/${projectId}`, undefined, person),
      ])
      for (const reply of replies) expect(reply.json()).toMatchObject({ status: 404, code: 'projects.not_found' })
      const foreign = await send('POST', '/project/create', { title: 'mine', portfolios: refs(own) }, person)
      expect(foreign.json()).toMatchObject({ status: 404, code: 'projects.portfolio_not_found' })
      expect(JSON.stringify(await read<ProjectPage>('/project?perPage=200', person))).not.toContain(projectId)
    }
    const group = await send('POST', '/project/create', { title: 'given', organizationGroupId: groupId }, 'jon')
    expect(group.json()).toMatchObject({ status: 404, code: 'groups.not_found' })
    expect(await read(`/project?organizationGroupId=${groupId}`, 'ana')).toMatchObject({ code: 'groups.not_found' })
  })
})
