import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { people } from '../../../testing/people.ts'
import { createTestApi, type TestApi, type TestRequest } from '../../../testing/test-api.ts'

let api: TestApi
const me = async (as: TestRequest['as']) =>
  (await api.request({ method: 'GET', path: '/users/me', as: as ?? 'mira' })).json()
beforeAll(async () => {
  api = await createTestApi()
  for (const person of ['root', 'mira', 'jon', 'ana'] as const) await me(person)
})
afterAll(() => api.close())

const call = async (method: TestRequest['method'], path: string, body?: unknown, headers?: Record<string, string>) =>
  api.request({ method, path, as: 'root', ...(body === undefined ? {} : { body }), ...(headers && { headers }) })
const read = async (path: string) => (await call('GET', path)).json()
const names = (list: { items: { name: string }[] }) => list.items.map(({ name }) => name)
const lastEntry = async () => (await read('/godmode/audit?perPage=1')).items[0]

/** A form with fields and an optional picture. */
async function form(fields: Record<string, string>, picture?: Buffer) {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.append(name, value)
  if (picture !== undefined)
    data.append('image', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'logo.png')
  const request = new Request('http://form.example', { method: 'POST', body: data })
  return [
    Buffer.from(await request.arrayBuffer()),
    { 'content-type': request.headers.get('content-type') ?? '' },
  ] as const
}
const logo = () =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: '#7048e8' } })
    .png()
    .toBuffer()

describe('organizations', () => {
  test('known from tokens are listed with their people and groups', async () => {
    expect((await read('/godmode/organizations')).items).toMatchObject([
      { id: 'org_contoso', name: 'Contoso Energy', userCount: 1, groupCount: 0, image: null },
      { id: 'org_northwind', name: 'Northwind Foods', userCount: 3, groupCount: 1 },
    ])
  })

  test('are found by a part of their name, by a person, and all of them by a dash', async () => {
    const mira = (await me('mira')).profile.id
    expect(names(await read('/godmode/filtered-organizations?searchTerm=FOOD'))).toEqual(['Northwind Foods'])
    expect(names(await read(`/godmode/filtered-organizations?userId=${mira}`))).toEqual(['Northwind Foods'])
    expect(names(await read('/godmode/filtered-organizations?organizationId=-&userId=-'))).toHaveLength(2)
    expect(names(await read('/godmode/organizations?sort=users'))).toEqual(['Northwind Foods', 'Contoso Energy'])
  })

  test('are created with a picture, and have unique names, ignoring case', async () => {
    const created = (
      await call('POST', '/godmode/organization', ...(await form({ name: 'Fabrikam' }, await logo())))
    ).json()
    expect(created).toMatchObject({ name: 'Fabrikam', userCount: 0, image: expect.stringMatching(/^\/images\/img_/) })
    expect((await call('GET', created.image)).headers['content-type']).toBe('image/webp')
    expect((await call('POST', '/godmode/organization', { name: 'fabriKAM' })).json().code).toBe(
      'organizations.name_taken',
    )
    const removed = await call('PATCH', `/godmode/organization/${created.id}`, { imageRemoved: true })
    expect(removed.json()).toMatchObject({ name: 'Fabrikam', image: null })
    expect((await call('GET', created.image)).statusCode).toBe(404)
    expect(await lastEntry()).toMatchObject({
      operation: 'updateOrganization',
      changes: [{ field: 'image', after: null }],
    })
  })

  test('with one name are created once, even concurrently', async () => {
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => call('POST', '/godmode/organization', { name: 'Tailspin' })),
    )
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 409, 409, 409, 409, 409,
    ])
  })

  test('keep the name that an administrator chose, whatever tokens say', async () => {
    const renamed = await call('PATCH', '/godmode/organization/org_contoso', { name: 'Contoso' })
    expect(renamed.json().name).toBe('Contoso')
    expect((await me({ ...people.ana, organization_name: 'Contoso Energy Ltd' })).organization.name).toBe('Contoso')
    expect(await lastEntry()).toMatchObject({
      target: { kind: 'organization', id: 'org_contoso', name: 'Contoso' },
      changes: [{ field: 'name', before: 'Contoso Energy', after: 'Contoso' }],
    })
  })

  test('that do not exist, and invalid pictures, are refused and leave no audit entry', async () => {
    const { total } = (await read('/godmode/audit')).page
    expect((await call('PATCH', '/godmode/organization/org_nowhere', { name: 'X' })).json().code).toBe(
      'organizations.not_found',
    )
    const script = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    expect((await call('POST', '/godmode/organization', ...(await form({ name: 'Svg' }, script)))).statusCode).toBe(422)
    expect((await read('/godmode/audit')).page.total).toBe(total)
  })
})

describe('groups of an organization', () => {
  const create = async (name: string, organizationId = 'org_northwind') =>
    call('POST', '/godmode/organization-groups', { name, organizationId })
  const groupsOf = async (as: TestRequest['as']) => names({ items: (await me(as)).groups })
  const add = (groupId: string, email: string) =>
    call('POST', `/godmode/organization-groups/${groupId}/users`, { firstName: 'Jon', lastName: 'Aker', email })

  test('are created, renamed and listed with their people', async () => {
    const group = (await create('Brand')).json()
    expect(group).toMatchObject({ name: 'Brand', organizationId: 'org_northwind', users: [] })
    expect((await create('brand')).json().code).toBe('groups.name_taken')
    expect((await create('Brand', 'org_nowhere')).json().code).toBe('organizations.not_found')
    expect((await call('PATCH', `/godmode/organization-groups/${group.id}`, { name: 'Brands' })).json().name).toBe(
      'Brands',
    )
    expect((await call('PATCH', '/godmode/organization-groups/grp_none', { name: 'X' })).json().code).toBe(
      'groups.not_found',
    )
    expect(names(await read('/godmode/organization-groups?organizationId=org_northwind'))).toEqual([
      'Brands',
      'Insights',
    ])
  })

  test('keep who an administrator put in, whatever tokens say, and show them', async () => {
    const { id } = (await create('Tasting')).json()
    expect((await add(id, 'JON@northwind.example')).json()).toMatchObject({
      firstName: 'Jon',
      email: 'jon@northwind.example',
    })
    expect(await groupsOf({ ...people.jon, groups: ['Insights'] })).toEqual(['Insights', 'Tasting'])
    expect(await groupsOf({ ...people.jon, groups: [] })).toEqual(['Tasting'])
    expect((await add(id, 'jon@northwind.example')).json().code).toBe('groups.member_already')
    expect((await add(id, 'ana@contoso.example')).json().code).toBe('groups.member_of_other_organization')
    expect((await read(`/godmode/organization-groups/${id}/users`)).items).toMatchObject([
      { email: 'jon@northwind.example' },
    ])
  })

  test('accept a new person, who is created first', async () => {
    const { id } = (await create('Newcomers')).json()
    const added = (await add(id, 'new@northwind.example')).json()
    expect((await read('/godmode/users?searchTerm=new@')).items).toMatchObject([
      { id: added.id, lastSeenAt: null, groupIds: [id] },
    ])
  })

  test('exclude people whom an administrator removed, even if the token names the group', async () => {
    const mira = (await me('mira')).profile.id
    const { id } = (await read('/godmode/organization-groups?searchTerm=Insights')).items[0]
    const path = `/godmode/organization-groups/${id}/users/${mira}`
    expect((await call('DELETE', path)).json()).toEqual({ id: mira, deleted: true })
    expect(await groupsOf({ ...people.mira, name: 'Mira S.' })).toEqual([])
    expect((await call('DELETE', path)).json().code).toBe('groups.member_not_found')
    await add(id, 'mira@northwind.example')
    expect(await groupsOf('mira')).toEqual(['Insights'])
  })

  test('lose people who move to another organization', async () => {
    const moved = { ...people.jon, organization: 'org_contoso', groups: [] }
    expect(await groupsOf(moved)).toEqual([])
    expect(await groupsOf('jon')).toEqual([])
  })
})

describe('the audit trail', () => {
  test('is filtered by who, what, where and when', async () => {
    const total = async (query: string) => (await read(`/godmode/audit?${query}`)).page.total
    const all = await total('')
    expect(all).toBeGreaterThan(8)
    expect(await total('searchTerm=tailspin')).toBe(1)
    expect(await total('organizationId=org_contoso')).toBe(1)
    expect(await total(`userId=${(await me('root')).profile.id}`)).toBe(all)
    expect(await total(`userId=${(await me('mira')).profile.id}`)).toBe(0)
    expect(await total('from=2026-11-22T00:00:00Z')).toBe(0)
    expect((await read('/godmode/audit?from=2026-11-22T00:00:00Z&to=2026-11-21T00:00:00Z')).code).toBe(
      'audit.period_invalid',
    )
  })

  test('is exported as it is listed, one entry a line', async () => {
    const listed = (await read('/godmode/audit?perPage=200')).items
    const reply = await call('GET', '/godmode/audit/file')
    expect(listed[0]).toMatchObject({ operation: 'addOrganizationGroupUser' })
    expect(listed.at(-1)).toMatchObject({ operation: 'createOrganization', target: { name: 'Fabrikam' } })
    expect(reply.headers['content-type']).toBe('application/x-ndjson')
    expect(reply.headers['content-disposition']).toBe('attachment; filename="audit-2026-11-21.ndjson"')
    expect(
      reply.body
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(listed)
  })

  test('is paged by its cursor', async () => {
    const first = await read('/godmode/audit?perPage=3')
    const second = await read(`/godmode/audit?perPage=3&cursor=${first.page.nextCursor}`)
    const firstSix = await read('/godmode/audit?perPage=6')
    expect([...first.items, ...second.items]).toEqual(firstSix.items)
    expect((await read('/godmode/audit?cursor=nonsense')).code).toBe('audit.cursor_invalid')
  })

  test.each([
    ['changed', "update audit_entry set user_name = 'Nobody'"],
    ['deleted', 'delete from audit_entry'],
    ['emptied', 'truncate audit_entry'],
  ])('cannot be %s, even with access to the database', async (_case, statement) => {
    await expect(api.database.pool.query(statement)).rejects.toThrow('neither changed nor deleted')
  })
})

describe('stored reports', () => {
  test('of an organization are those that its people searched, and its update runs once', async () => {
    expect(await read('/godmode/cache/org_contoso')).toMatchObject({
      state: 'idle',
      signals: 0,
      startedAt: null,
      oldestReportAt: null,
    })
    expect((await read('/godmode/cache/org_nowhere')).code).toBe('organizations.not_found')
    expect((await call('POST', '/godmode/cache/portfolio/pf_none')).json().code).toBe('portfolios.not_found')
    const update = () => call('POST', '/godmode/cache/-?wait=0')
    expect((await update()).json()).toMatchObject({ x: '-', state: 'running', total: 0 })
    expect((await update()).json().code).toBe('cache.update_running')
    expect(await lastEntry()).toMatchObject({ operation: 'updateCache', target: { kind: 'cache', id: '-' } })
  })
})

test('jobs of the queue are listed by state, and only dead ones can be retried', async () => {
  const waitingJobs = await read('/godmode/jobs?state=waiting&queue=cache-updates')
  expect(waitingJobs).toMatchObject({
    items: [{ queue: 'cache-updates', state: 'waiting', attempts: 0, error: null }],
    page: { total: 1 },
  })
  expect(waitingJobs.queues).toContain('exports')
  const { id } = waitingJobs.items[0]
  expect((await call('POST', `/godmode/jobs/${id}/retry`)).json().code).toBe('jobs.not_failed')
  expect((await call('POST', '/godmode/jobs/00000000-0000-4000-8000-000000000000/retry')).json().code).toBe(
    'jobs.not_found',
  )
  expect((await read('/godmode/jobs?state=failed')).page.total).toBe(0)
})

test('the portfolios of all people are listed without their contents', async () => {
  await api.request({ method: 'POST', path: '/portfolio/create', as: 'mira', body: { title: 'Breakfast' } })
  await api.request({ method: 'POST', path: '/portfolio/create', as: 'ana', body: { title: 'Energy' } })
  const titles = (list: { items: { title: string }[] }) => list.items.map(({ title }) => title)
  expect(titles(await read('/godmode/portfolios?sort=title'))).toEqual(['Breakfast', 'Energy'])
  expect(titles(await read('/godmode/portfolios?organizationId=org_contoso'))).toEqual(['Energy'])
  expect(titles(await read('/godmode/portfolios?searchTerm=BREAK'))).toEqual(['Breakfast'])
})

test('a dead job is listed with its error, and can be retried once', async () => {
  await api.database.pool.query(
    `insert into pgboss.job (name, state, data, source_name, source_id, source_retry_count, source_output)
     values ('failed', 'completed', '{"x":"-","id":"cu_1","userId":"usr_1"}', 'cache-updates', gen_random_uuid(), 3, '{"message":"The disk is full."}')`,
  )
  const { items } = await read('/godmode/jobs?state=failed&searchTerm=DISK')
  expect(items).toMatchObject([
    { queue: 'cache-updates', attempts: 4, maxAttempts: 4, error: 'The disk is full.', retriedAt: null },
  ])
  const retry = () => call('POST', `/godmode/jobs/${items[0].id}/retry`)
  const queued = (await retry()).json()
  expect(queued).toMatchObject({ queue: 'cache-updates', state: 'waiting', attempts: 0 })
  expect(JSON.parse(queued.subject)).toEqual({ x: '-', id: 'cu_1', userId: 'usr_1' })
  expect(await lastEntry()).toMatchObject({ operation: 'retryJob', target: { kind: 'job', name: 'cache-updates' } })
  expect((await retry()).json().code).toBe('jobs.retried')
  expect((await read('/godmode/jobs?state=failed')).items[0].retriedAt).toBe(api.clock.now().toISOString())
})
