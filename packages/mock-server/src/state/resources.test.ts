import type { ContractOperation, Resource } from '@auspex/contract'
import { describe, expect, test } from 'vitest'
import { createMock } from '../create-mock.ts'
import { type Answer, call, type Call } from '../testing/call.ts'
import { contractUnderTest } from '../testing/contract-under-test.ts'
import { exampleCall } from '../testing/example-call.ts'
import { valueAt, withValueAt, type Fields, isFields } from './fields.ts'

const mock = createMock({ document: contractUnderTest() })

/** Calls the mock and checks that the response conforms to the contract. */
async function send(request: Call): Promise<Answer> {
  const reply = await call(mock.fetch, 'http://mock.example', request)
  const id = mock.log.list().at(-1)?.operationId
  const types = operations.find((operation) => operation.id === id)?.responses.get(reply.status)
  const faults = types?.get(reply.headers.get('content-type')?.split(';')[0] ?? '')?.(reply.body)
  if (faults === undefined || faults.length > 0)
    throw new Error(`${id} ${reply.status}: ${JSON.stringify(faults)} ${reply.text}`)
  return reply
}

const post = (path: string, json: unknown, more: Partial<Call> = {}) => send({ method: 'POST', path, json, ...more })

const { operations } = mock.contract
const using = (collection: string, verb: Resource['verb']) =>
  operations.find(({ resource }) => resource?.collection === collection && resource.verb === verb)
const collections = [...new Set(operations.flatMap(({ resource }) => resource?.collection ?? []))]
const createdAndRead = collections.filter(
  (name) => using(name, 'create') && (using(name, 'read') ?? using(name, 'list')),
)

/** A call of an operation that names an item and its parent by id. */
function naming(operation: ContractOperation, id: string): Call {
  const { resource } = operation
  const request = put(operation, exampleCall(mock, operation), { place: resource?.id ?? '', id })
  const parents = mock.snapshot().collections[resource?.within?.collection ?? ''] ?? []
  const parent = parents.find(({ item }) => JSON.stringify(item[resource?.within?.property ?? '']).includes(`"${id}"`))
  return parent === undefined ? request : put(operation, request, { place: resource?.within?.id ?? '', id: parent.id })
}

function put({ path }: ContractOperation, request: Call, { place, id }: { place: string; id: string }): Call {
  const [part, name = ''] = place.split(/\.(.*)/s)
  if (part === 'body') {
    const many = Array.isArray(valueAt(request.json, name))
    return { ...request, json: withValueAt(request.json, name, many ? [id] : id) }
  }
  const at = path.split('/').indexOf(`{${name}}`)
  return {
    ...request,
    path: request.path
      .split('/')
      .map((step, index) => (index === at ? id : step))
      .join('/'),
  }
}

const operationOf = (collection: string, verb: Resource['verb']): ContractOperation => {
  const operation = using(collection, verb)
  if (operation === undefined) throw new Error(`Nothing does ${verb} for ${collection}`)
  return operation
}

/** Creates an item with its example request and returns its id. */
async function create(collection: string): Promise<string> {
  const operation = operationOf(collection, 'create')
  const reply = await send(exampleCall(mock, operation))
  expect(reply.status).toBeLessThan(300)
  const found = valueAt(reply.body, operation.resource?.item ?? '')
  const item: unknown = Array.isArray(found) ? found[0] : found
  if (!isFields(item)) throw new Error(`${operation.id} answers no item`)
  return String(item[operation.resource?.key ?? 'id'])
}

const ids = (body: { items: object[] }, key: string) =>
  body.items.map((item) => String((item as Record<string, unknown>)[key]))

/** Whether an item exists, by reading it or its list. */
async function isThere(collection: string, id: string): Promise<boolean> {
  const read = using(collection, 'read')
  if (read !== undefined) return (await send(naming(read, id))).status === 200
  const list = operationOf(collection, 'list')
  return ids((await send(exampleCall(mock, list))).body, list.resource?.key ?? 'id').includes(id)
}

describe('a created item exists', () => {
  test.each(createdAndRead)('in %s', async (collection) => {
    mock.reset()
    expect(await isThere(collection, await create(collection))).toBe(true)
  })
})

describe('a deleted item is gone, and deleting it again answers 404', () => {
  const deleted = collections.filter((name) => using(name, 'delete') && using(name, 'create'))
  test.each(deleted)('in %s', async (collection) => {
    mock.reset()
    const id = await create(collection)
    const remove = naming(operationOf(collection, 'delete'), id)
    expect((await send(remove)).status).toBe(200)
    expect(createdAndRead.includes(collection) && (await isThere(collection, id))).toBe(false)
    expect((await send(remove)).status).toBe(404)
  })
})

describe('an updated item has the values of the request', () => {
  const updated = collections.filter((name) => using(name, 'update') && using(name, 'create'))
  test.each(updated)('in %s', async (collection) => {
    mock.reset()
    const id = await create(collection)
    const request = naming(operationOf(collection, 'update'), id)
    // a conflicting update is refused, so it sends the revision it is based on
    const stored = mock.snapshot().collections[collection]?.find((row) => row.id === id)?.item
    const pointers = ['/revision', '/version'].filter((pointer) => valueAt(stored, pointer) !== undefined)
    const json = pointers.reduce<unknown>(
      (body, pointer) => withValueAt(body, pointer, valueAt(stored, pointer)),
      request.json,
    )
    const reply = await send(pointers.length === 0 ? request : { ...request, json })
    expect(reply.status).toBe(200)
  })

  test('in a portfolio: its title, and when it changed', async () => {
    const { body: made } = await post('/portfolio/create', { title: 'Before' })
    const { body: changed } = await post('/portfolio/update', { id: made.id, title: 'After' })
    expect(changed).toMatchObject({ id: made.id, title: 'After', createdAt: made.createdAt })
    expect(Date.parse(changed.updatedAt)).toBeGreaterThan(Date.parse(made.updatedAt))
    expect((await send({ path: `/portfolio/${made.id}` })).body).toEqual(changed)
  })
})

describe('another tenant', () => {
  const reading = operations.filter(
    ({ resource, permission }) =>
      resource?.verb === 'read' &&
      resource.id !== undefined &&
      ['user', 'group', 'organization'].includes(permission?.tenancy ?? ''),
  )
  test.each(reading)('cannot read what $id returns', async (operation) => {
    mock.reset()
    const request = exampleCall(mock, operation)
    const { collections: stored } = mock.snapshot()
    const known = naming(operation, stored[operation.resource?.collection ?? '']?.[0]?.id ?? '')
    expect((await send({ ...request, ...known })).status).toBe(200)
    const stranger = ['org_elsewhere.usr_else', operation.role ?? 'member'].join('.')
    expect((await send({ ...request, ...known, token: stranger })).status).toBe(404)
  })

  test('private items are hidden from colleagues', async () => {
    const { body } = await post('/explore/topicQuery', { query_term: 'mine' }, { token: 'org_a.usr_a' })
    const poll = (token: string) => post('/explore/getQueryStatus', { request_id: body.request_id }, { token })
    expect((await poll('org_a.usr_b')).status).toBe(404)
    expect((await poll('org_a.usr_a')).status).toBe(200)
  })
})

describe('a list', () => {
  test('has pages, by number or by cursor, complete and without repeats', async () => {
    mock.reset()
    for (let count = 0; count < 7; count += 1) await post('/portfolio/create', { title: `P${count}` })
    const { body: all } = await send({ path: '/portfolio?perPage=200' })
    const numbered: string[] = []
    for (let page = 1; page <= 4; page += 1)
      numbered.push(...ids((await send({ path: `/portfolio?perPage=3&page=${page}` })).body, 'id'))
    expect(numbered).toEqual(ids(all, 'id').slice(0, 12))
    const list = operations.find(
      ({ resource, checkQuery }) => resource?.verb === 'list' && checkQuery({ cursor: 'x' }).length === 0,
    )
    mock.seed<string>({ collection: list?.resource?.collection ?? '', items: 9 })
    const inbox = async (query: string) => (await send({ path: `${list?.path}?perPage=4${query}` })).body
    const seen: string[] = []
    for (let cursor = ''; ;) {
      const { items, page } = await inbox(cursor)
      seen.push(...ids({ items }, 'id'))
      if (page.nextCursor === null) break
      cursor = `&cursor=${page.nextCursor}`
    }
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.length).toBeGreaterThanOrEqual(9)
  })

  test('can be filtered by parameters that match fields of its items', async () => {
    mock.reset()
    const { body: group } = await post('/stories/create', { title: 'Ours', organizationGroupId: 'grp_insights' })
    const { body } = await send({ path: '/stories?organizationGroupId=grp_insights' })
    expect(ids(body, 'id')).toContain(group.id)
    expect(body.items.every((item: Fields) => item['organizationGroupId'] === 'grp_insights')).toBe(true)
  })

  test('inside an item is part of it', async () => {
    const { body: portfolio } = await post('/portfolio/create', { title: 'With trends' })
    const { body: added } = await post('/portfolio/addTrendsBulk', {
      id: portfolio.id,
      trends: [{ signalId: 'sig_k2m4p6q8' }, { signalId: 'sig_m4t6c8h2', title: 'B' }],
    })
    expect((await send({ path: `/portfolio/${portfolio.id}` })).body.trends).toEqual(added.items)
    await post('/portfolio/removeTrendBulk', { id: portfolio.id, trendIds: [added.items[0].id] })
    expect((await send({ path: `/portfolio/${portfolio.id}` })).body.trends).toEqual([added.items[1]])
  })
})

describe('an asynchronous job', () => {
  const search = async () => (await post('/explore/topicQuery', { query_term: 'night trains' })).body
  const poll = async (id: string) => (await post('/explore/getQueryStatus', { request_id: id })).body

  test('reports the completed sources of a search one after the other', async () => {
    const { request_id: id } = await search()
    const states: string[] = []
    for (let count = 0; count < 3; count += 1)
      states.push((await poll(id)).sources.map((run: { status: string }) => run.status).join(' '))
    expect(states[0]).toMatch(/^running(?: running)* pending/)
    expect(states[1]).not.toBe(states[0])
  })

  test('completes when the clock has advanced, without an earlier poll', async () => {
    const begun = await search()
    mock.clock.advance(600_000)
    const ended = await poll(begun.request_id)
    expect(ended).toMatchObject({ status: 'complete', query: { query_term: 'night trains' } })
    expect(Date.parse(ended.finishedAt)).toBeGreaterThan(Date.parse(ended.startedAt))
  })

  test('stays cancelled, and a completed one cannot be cancelled', async () => {
    const cancel = (id: string) => send({ method: 'DELETE', path: `/searches/${id}` })
    const { request_id: id } = await search()
    expect((await cancel(id)).body.status).toBe('cancelled')
    mock.clock.advance(600_000)
    expect((await poll(id)).status).toBe('cancelled')
    const { request_id: other } = await search()
    mock.clock.advance(600_000)
    await poll(other)
    expect((await cancel(other)).body.status).toBe('complete')
  })

  test('may be an export', async () => {
    const { body } = await post('/exports', { kind: 'signal', id: 'sig_k2m4p6q8', format: 'csv' })
    expect(body).toMatchObject({ status: 'queued', bytes: null, itemId: 'sig_k2m4p6q8' })
    await send({ path: `/exports/${body.id}` })
    expect((await send({ path: `/exports/${body.id}` })).body).toMatchObject({
      status: 'complete',
      bytes: expect.any(Number),
    })
  })
})

describe('a personal resource', () => {
  test('exists from the start, belongs to its user and can be changed', async () => {
    const update = operations.find(
      ({ resource }) => resource?.verb === 'update' && resource.id === undefined && resource.set === undefined,
    )
    if (update === undefined) throw new Error('the contract has no such operation')
    const request = exampleCall(mock, update)
    const first = await send(request)
    expect(first.status).toBe(200)
    expect((await send({ ...request, token: 'org_x.usr_x' })).status).toBe(200)
    const owners = mock.snapshot().collections[update.resource?.collection ?? '']?.map(({ userId }) => userId)
    expect(owners).toContain('usr_x')
  })
})

describe('clearing', () => {
  test('removes the items of the caller, and keeps those of others', async () => {
    mock.reset()
    const save = (token: string) => post('/explore/saveRecentSearch', { query_term: 'tea' }, { token })
    const list = async (token: string) => (await send({ path: '/recentSearches', token })).body.items.length
    await save('org_a.usr_a')
    await save('org_a.usr_b')
    expect((await post('/explore/clearRecentSearches', undefined, { token: 'org_a.usr_a' })).body).toEqual({
      removed: 1,
    })
    expect([await list('org_a.usr_a'), await list('org_a.usr_b')]).toEqual([0, 1])
  })
})

describe('the guided checklist', () => {
  const change = (path: string, json: unknown) => send({ method: 'PUT', path: `/onboarding/${path}`, json })

  test('moves to the task that the caller selects, which may be a subtask, and otherwise to the first open one', async () => {
    mock.reset()
    const next = async (taskId: string, currentTask: string | null) =>
      (await change('completeTask', { taskId, currentTask })).body
    expect(await next('searchForSignal', 'addSignalToYourPortfolio')).toMatchObject({
      currentTask: 'addSignalToYourPortfolio',
    })
    expect(await next('addSignalToYourPortfolio', 'chooseSignals')).toMatchObject({ currentTask: 'chooseSignals' })
    expect(await next('chooseSignals', null)).toMatchObject({ currentTask: 'compareSignals' })
    expect(await next('compareSignals', null)).toMatchObject({ currentTask: 'shareInsightsWithYourTeam' })
    expect(await next('shareInsightsWithYourTeam', null)).toMatchObject({ currentTask: null })
  })

  test('skips a completed task', async () => {
    mock.reset()
    const refused = { status: 409, body: { code: 'onboarding.task_is_done' } }
    await change('completeTask', { taskId: 'searchForSignal', currentTask: 'compareSignals' })
    expect(await change('updateCurrentTask', { currentTask: 'searchForSignal' })).toMatchObject(refused)
    expect(await change('completeTask', { taskId: 'compareSignals', currentTask: 'searchForSignal' })).toMatchObject(
      refused,
    )
  })

  test('does not move to an unknown task', async () => {
    for (const body of [
      { taskId: null, currentTask: null },
      { taskId: 'searchForSignal' },
      { taskId: 'a b', currentTask: null },
    ])
      expect((await change('completeTask', body)).status).toBe(422)
  })

  test('keeps the preferences that a change omits, and resets those that are null', async () => {
    mock.reset()
    const params = {
      archetype: 'Strategist',
      industry: 'Food and beverage',
      goal: 'Spot trends',
      industry_id: 'food_beverage',
    }
    expect((await change('updatePreferences', { params })).body).toEqual({ params })
    expect((await change('updatePreferences', { params: { goal: 'Watch rivals' } })).body).toEqual({
      params: { ...params, goal: 'Watch rivals' },
    })
    expect((await change('updatePreferences', { params: { industry: null, industry_id: null } })).body).toEqual({
      params: { ...params, goal: 'Watch rivals', industry: null, industry_id: null },
    })
  })
})

test('thousands of items of one collection have unique ids', async () => {
  mock.reset()
  const searches = mock.seed({ collection: 'recentSearches', items: 2000 })
  expect(new Set(searches.map(({ id }) => id)).size).toBe(2000)
})

test('a change increments the revision that it names, and a stale one is refused with the stored item', async () => {
  mock.reset()
  const portfolio = (await send({ method: 'POST', path: '/portfolio/create', json: { title: 'Milk' } })).body
  const change = (title: string, revision: number) =>
    send({ method: 'POST', path: '/portfolio/update', json: { id: portfolio.id, title, revision } })
  expect((await change('Oat', 1)).body).toMatchObject({ revision: 2 })
  expect((await change('Pea', 2)).body.revision).toBe(3)
  expect(await change('Soy', 2)).toMatchObject({
    status: 409,
    body: { code: 'portfolios.stale', current: { id: portfolio.id, revision: 3 } },
  })
})

test('a run of a workflow belongs to that workflow, advances by itself, and does not change once it has ended', async () => {
  mock.reset()
  const step = { title: 'Step', tool: 'read_portfolio', input: '{}', dependsOn: [], approval: false }
  const input = {
    title: 'Weekly heat',
    description: 'Of heat pumps.',
    parameters: [],
    schedule: null,
    isInChat: false,
    steps: [
      { ...step, id: 'first' },
      { ...step, id: 'second', dependsOn: ['first'] },
    ],
    budget: { maxCalls: 10, maxSeconds: 60 },
  }
  const workflow = (await send({ method: 'POST', path: '/workflows', json: input })).body
  const start = () =>
    send({ method: 'POST', path: `/workflows/${workflow.id}/runs`, json: { parameters: [] } }).then(({ body }) => body)
  const run = await start()
  expect(run).toMatchObject({
    workflowId: workflow.id,
    workflowTitle: 'Weekly heat',
    state: 'queued',
    stepCount: 2,
    steps: [
      { id: 'first', state: 'pending' },
      { id: 'second', state: 'pending' },
    ],
  })
  const read = async (id: string) => (await send({ path: `/workflowRuns/${id}` })).body
  const states = new Set<string>()
  for (let turn = 0; turn < 6; turn += 1) states.add((await read(run.id)).state)
  expect([...states].at(-1)).toBe('completed')
  const cancel = (id: string) => send({ method: 'POST', path: `/workflowRuns/${id}/cancel` })
  expect((await cancel(run.id)).body).toMatchObject({ id: run.id, state: 'completed' })
  const other = await start()
  expect(other.id).not.toBe(run.id)
  expect((await cancel(other.id)).body).toMatchObject({ id: other.id, state: 'cancelled' })
  expect((await read(other.id)).state).toBe('cancelled')
  const again = (await send({ method: 'POST', path: `/workflowRuns/${other.id}/retry`, json: { version: 'same' } }))
    .body
  expect(again).toMatchObject({ retryOf: other.id, workflowId: workflow.id, trigger: 'retry' })
  expect(again.id).not.toBe(other.id)
  expect(await read(again.id)).toMatchObject({ id: again.id, retryOf: other.id })
  const refused = (json: object) => send({ method: 'POST', path: '/workflows', json: { ...input, ...json } })
  expect((await refused({ steps: [{ ...step, id: 'a', dependsOn: ['b'] }] })).body.code).toBe('workflows.steps_invalid')
  const schedule = { cron: '* * * * *', zone: 'Europe/Berlin', onlyIfChanged: false, parameters: [] }
  expect((await refused({ schedule })).body.code).toBe('workflows.schedule_invalid')
  const change = (version: number) =>
    send({ method: 'PATCH', path: `/workflows/${workflow.id}`, json: { version, title: 'Other' } })
  expect((await change(1)).body.version).toBe(2)
  expect(await change(1)).toMatchObject({ status: 409, body: { code: 'workflows.stale', current: { version: 2 } } })
})
