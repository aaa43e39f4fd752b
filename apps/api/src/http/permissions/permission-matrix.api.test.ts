import { readFileSync, writeFileSync } from 'node:fs'
import type { ContractOperation } from '@auspex/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { people } from '../../testing/people.ts'
import { createTestApi, type TestApi, type TestRequest } from '../../testing/test-api.ts'
import { type Caller, callers, expectStatuses } from './expected-statuses.ts'
import { brokenRequest, exampleRequest, findPlace, type Probe } from './probe-requests.ts'

/** Minimum number of cells for the matrix to count as a proof. */
const minCells = 1_100

const rowsFile = new URL('rows.json', import.meta.url)
/** The status that each caller gets, by operation, in the order of `callers`. */
let table: Record<string, readonly number[] | undefined> = {}
let api: TestApi
let operations: readonly ContractOperation[] = []
/** Ids of the resources of the member's group, by collection. */
const things: Record<string, string> = {}

const minute = 60
const seconds = () => Math.floor(api.clock.now().getTime() / 1000)
const claimsOf = (caller: Caller): TestRequest['as'] => {
  const someone = { ...people.jon, groups: ['Other'] }
  const claims: Record<Caller, TestRequest['as']> = {
    anonymous: undefined,
    'expired token': { ...people.mira, iat: seconds() - 120 * minute, exp: seconds() - 60 * minute },
    "other organization's member": 'ana',
    'member without the module': { ...someone, sub: 'without-modules', groups: ['Insights'] },
    'member of another group': someone,
    'disabled member': { ...someone, sub: 'disabled', groups: ['Insights'] },
    member: 'mira',
    godmode: 'root',
  }
  return claims[caller]
}
const send = (caller: Caller, request: Probe) => {
  const as = claimsOf(caller)
  return api.request({ ...request, ...(as !== undefined && { as }) })
}
const post = async (path: string, body: object, as: TestRequest['as'] = 'mira') => {
  const reply = await api.request({ method: 'POST', path, body, ...(as !== undefined && { as }) })
  expect([path, reply.statusCode]).toEqual([path, 200])
  return reply.json()
}
const me = async (caller: Caller) => (await send(caller, { method: 'GET', path: '/users/me' })).json()

beforeAll(async () => {
  api = await createTestApi()
  operations = api.contract.operations
  const { groups } = await me('member')
  const organizationGroupId = groups[0].id
  things['portfolios'] = (await post('/portfolio/create', { title: 'Breakfast', organizationGroupId })).id
  const project = { title: 'spring', organizationGroupId, portfolios: [{ id: things['portfolios'] }] }
  things['projects'] = (await post('/project/create', project)).projectId
  const story = await post('/stories/create', { title: 'foam', organizationGroupId })
  things['stories'] = story.id
  things['shareLinks'] = (await post('/shareLinks', { kind: 'story', itemId: story.id })).id
  things['comments'] = (await post('/comments', { kind: 'story', itemId: story.id, text: 'Why?' })).id
  const rule = { kind: 'momentum-above', ratio: 1.5, windowDays: 28 }
  const monitor = { query: { query_term: 'oat milk', isCompound: false }, rule, channels: ['inbox'], webhookUrl: null }
  things['monitorSubscriptions'] = (await post('/explore/createMonitorSubscription', monitor)).id
  const room = { kind: 'slack', name: '#insights', url: 'https://hooks.slack.example/services/T1/B1/x' }
  things['destinations'] = (await post('/destinations', room)).id
  const trends = { country: 'NO', category: null, frequency: 'weekly', channels: ['inbox'] }
  things['globalTrendsSubscriptions'] = (await post('/explore/createGlobalTrendsSubscription', trends)).id
  const digest = { scope: { kind: 'monitors' }, frequency: 'weekly', zone: 'Europe/Oslo' }
  things['digests'] = (await post('/digests', digest)).id
  things['feedKeys'] = (await post('/feedKeys', { kind: 'calendar' })).id
  await me('godmode')
  const { profile: without, modules } = await me('member without the module')
  for (const { module } of modules)
    await post(`/godmode/users/${without.id}/modules`, { module, access: false }, 'root')
  const { profile: disabled } = await me('disabled member')
  await api.request({ method: 'PATCH', path: `/godmode/users/${disabled.id}`, as: 'root', body: { disabled: true } })
  // a changed switch takes effect everywhere within five seconds
  api.clock.set(new Date(api.clock.now().getTime() + 5_000).toISOString())
  if (process.env['AUSPEX_MATRIX'] === 'update') writeRows()
  // read here and not imported, so that a run that updates the file compares with the new rows
  table = JSON.parse(readFileSync(rowsFile, 'utf8'))
})
afterAll(() => api.close())

function reachOf(operation: ContractOperation) {
  const target = findPlace(operation)
  return {
    isBuilt: !api.gaps.includes(operation.id),
    isForeign: target !== null && things[target.collection] !== undefined && operation.role === null,
  }
}

/** One request per cell: what is refused is refused whatever is sent, and authorized requests change nothing. */
async function probe(operation: ContractOperation, caller: Caller): Promise<Probe> {
  const { isBuilt, isForeign } = reachOf(operation)
  if (!isBuilt) return exampleRequest(api.contract, operation, null)
  const target = findPlace(operation)
  const isStranger = caller === "other organization's member" || caller === 'member of another group'
  if (!isForeign || !isStranger || target === null) return brokenRequest(operation)
  return exampleRequest(api.contract, operation, { place: target, id: things[target.collection] ?? '' })
}

function writeRows(): void {
  const written = operations.map((operation) => {
    const statuses = expectStatuses(operation, reachOf(operation))
    return [operation.id, callers.map((caller) => statuses[caller])] as const
  })
  const lines = written.toSorted(([a], [b]) => a.localeCompare(b)).map(([id, row]) => `  "${id}": [${row.join(', ')}]`)
  writeFileSync(rowsFile, `{\n${lines.join(',\n')}\n}\n`)
}

describe('the permission matrix', () => {
  test('has exactly one row for every operation of this server', () => {
    expect(Object.keys(table).toSorted()).toEqual(operations.map(({ id }) => id).toSorted())
  })

  test('agrees with the contract', () => {
    for (const operation of operations) {
      const promised = expectStatuses(operation, reachOf(operation))
      expect([operation.id, table[operation.id]]).toEqual([operation.id, callers.map((caller) => promised[caller])])
    }
  })

  test.each(callers)('matches the replies to %s for every operation', async (caller) => {
    const column = callers.indexOf(caller)
    const wrong: string[] = []
    for (const operation of operations) {
      const expected = table[operation.id]?.[column]
      const { statusCode, body } = await send(caller, await probe(operation, caller))
      if (statusCode !== expected)
        wrong.push(`${operation.id}: ${statusCode} instead of ${expected}: ${body.slice(0, 200)}`)
    }
    expect(wrong).toEqual([])
  })

  test(`has at least ${minCells} cells`, () => {
    const cells = operations.length * callers.length
    console.log(`Permissions: ${cells} cells asserted, ${operations.length} operations for ${callers.length} callers`)
    expect(cells).toBeGreaterThanOrEqual(minCells)
  })

  test('left the data of the organization unchanged', async () => {
    const paths = [
      `/portfolio/${things['portfolios']}`,
      `/project/${things['projects']}`,
      `/stories/${things['stories']}`,
    ]
    for (const path of paths)
      expect([path, (await send('member', { method: 'GET', path })).statusCode]).toEqual([path, 200])
  })
})

describe('a refusal has an error code', () => {
  const codes: Record<string, string> = {
    anonymous: 'identity.unauthenticated',
    'expired token': 'identity.invalid_token',
    'member without the module': 'module.off',
    'disabled member': 'identity.disabled',
  }
  test.each(Object.entries(codes))('for %s: %s', async (caller, code) => {
    const operation = operations.find(({ id }) => id === 'getPortfolio')
    if (operation === undefined) throw new Error('The contract has no getPortfolio')
    const effectiveCaller = callers.find((knownCaller) => knownCaller === caller) ?? 'anonymous'
    expect((await send(effectiveCaller, brokenRequest(operation))).json().code).toBe(code)
  })
})
