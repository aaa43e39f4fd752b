import type { InboxPage, MonitorPreview, MonitorSubscription } from '@auspex/sdk/types'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PersonName } from '../../testing/people.ts'
import { createWrittenWorld } from '../clinical/testing/written-register.ts'
import { startSubscriptions } from './testing/start-subscriptions.ts'

const registers = createWrittenWorld()
const query = { query_term: 'asthma' }
const asthma = { conditions: ['Asthma'] }

let world: Awaited<ReturnType<typeof startSubscriptions>>
beforeAll(async () => {
  world = await startSubscriptions({ medicine: registers.medicine })
})
afterAll(() => world.close())

/** Each test has its own month, so that no stored answer of an earlier one is still valid. */
let month = new Date('2026-11-21T08:00:00Z')
const atNoon = (days: number) => {
  const at = new Date(month.getTime() + days * 86_400_000)
  return `${at.toISOString().slice(0, 10)}T13:00:00Z`
}
const dayOf = (days: number) => atNoon(days).slice(0, 10)
const runJobsAfter = async (days: number) => {
  world.api.clock.set(atNoon(days))
  await world.runJobs()
}
beforeEach(() => {
  month = new Date(month.getTime() + 60 * 86_400_000)
  world.api.clock.set(atNoon(0))
  Object.assign(registers, { studies: [], articles: [], pageSize: 1000, requests: [] })
  registers.failures.clear()
})

const send = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object, as: PersonName = 'mira') =>
  world.api.request({ method, path, as, ...(body !== undefined && { body }) })
const watch = async (kind: string, more: object = {}) =>
  (
    await send('POST', '/explore/createMonitorSubscription', { query, rule: { kind }, ...more })
  ).json<MonitorSubscription>()
const forget = (id: string) => send('POST', '/explore/deleteMonitorSubscription', { id })
const alertsOf = async (id: string, as: PersonName = 'mira') =>
  (await send('GET', '/users/inbox-list?perPage=200', undefined, as))
    .json<InboxPage>()
    .items.flatMap(({ alert }) => (alert?.subscriptionId === id ? [alert] : []))

describe('a monitor of new trials', () => {
  test('reports the studies published on a day, once that day has ended', async () => {
    registers.studies = [{ nctId: 'NCT10000001', ...asthma, posted: dayOf(-3) }]
    const { id, backtest, endedSources } = await watch('new-trials')
    expect(backtest).toMatchObject({ firings: 0, evaluatedDays: 0, reason: expect.stringContaining('from today on') })
    expect(endedSources).toEqual([])
    registers.studies.push(
      { nctId: 'NCT10000002', title: 'Breathing', ...asthma, posted: dayOf(0) },
      { nctId: 'NCT10000003', conditions: ['Migraine'], posted: dayOf(0) },
    )
    await runJobsAfter(0)
    expect(await alertsOf(id)).toEqual([])
    await runJobsAfter(1)
    expect(await alertsOf(id)).toEqual([
      expect.objectContaining({
        value: 1,
        limit: null,
        fromDay: dayOf(0),
        toDay: dayOf(0),
        reason: expect.stringMatching(/^1 new study was registered on .*, says ClinicalTrials\.gov\.$/),
        register: {
          condition: 'asthma',
          source: 'ClinicalTrials.gov',
          asOf: expect.any(String),
          items: [
            {
              id: 'NCT10000002',
              title: 'Breathing',
              url: 'https://clinicaltrials.gov/study/NCT10000002',
              before: null,
              after: 'RECRUITING',
            },
          ],
        },
      }),
    ])
    await runJobsAfter(2)
    expect(await alertsOf(id)).toHaveLength(1)
    await forget(id)
  })

  test('sends nothing during its cooldown, then everything found in the meantime', async () => {
    const { id } = await watch('new-trials', { cooldownHours: 72 })
    registers.studies = [{ nctId: 'NCT10000001', ...asthma, posted: dayOf(0) }]
    await runJobsAfter(1)
    registers.studies.push({ nctId: 'NCT10000002', ...asthma, posted: dayOf(1) })
    registers.studies.push({ nctId: 'NCT10000003', ...asthma, posted: dayOf(3) })
    await runJobsAfter(2)
    await runJobsAfter(3)
    expect(await alertsOf(id)).toHaveLength(1)
    await runJobsAfter(4)
    expect(await alertsOf(id)).toMatchObject([{ value: 2, fromDay: dayOf(1), toDay: dayOf(3) }, { value: 1 }])
    await forget(id)
  })

  test('waits for a register that is unavailable, and misses nothing', async () => {
    const { id } = await watch('new-trials')
    registers.studies = [{ nctId: 'NCT10000001', ...asthma, posted: dayOf(0) }]
    registers.failures.set('clinicaltrials', { status: 'upstream_down', reason: 'Nobody answers.' })
    await runJobsAfter(1)
    expect(await alertsOf(id)).toEqual([])
    registers.failures.clear()
    await runJobsAfter(2)
    expect(await alertsOf(id)).toMatchObject([{ value: 1, fromDay: dayOf(0), toDay: dayOf(1) }])
    await forget(id)
  })

  test('sends nothing while it is paused, and does not catch up later', async () => {
    const { id } = await watch('new-trials', { isPaused: true })
    registers.studies = [{ nctId: 'NCT10000001', ...asthma, posted: dayOf(0) }]
    await runJobsAfter(1)
    await send('PATCH', `/monitors/${id}`, { isPaused: false })
    await runJobsAfter(2)
    expect(await alertsOf(id)).toEqual([])
    await forget(id)
  })
})

describe('a monitor of statuses', () => {
  test('reports the old and the new status of a study, and ignores studies it sees for the first time', async () => {
    registers.pageSize = 1
    registers.studies = [
      { nctId: 'NCT10000001', title: 'Stopped', status: 'RECRUITING', ...asthma },
      { nctId: 'NCT10000002', status: 'RECRUITING', ...asthma },
    ]
    const { id } = await watch('trial-status')
    await runJobsAfter(1)
    expect(await alertsOf(id)).toEqual([])
    registers.studies = [
      { nctId: 'NCT10000001', title: 'Stopped', status: 'TERMINATED', ...asthma, updated: dayOf(1) },
      { nctId: 'NCT10000002', status: 'RECRUITING', ...asthma, updated: dayOf(1) },
      { nctId: 'NCT10000003', status: 'COMPLETED', ...asthma, updated: dayOf(1) },
    ]
    await runJobsAfter(2)
    expect(await alertsOf(id)).toMatchObject([
      {
        value: 1,
        reason: expect.stringContaining('1 study changed its status'),
        register: { items: [{ id: 'NCT10000001', title: 'Stopped', before: 'RECRUITING', after: 'TERMINATED' }] },
      },
    ])
    await runJobsAfter(3)
    expect(await alertsOf(id)).toHaveLength(1)
    await forget(id)
  })

  test('created later does not report earlier changes', async () => {
    registers.studies = [{ nctId: 'NCT10000001', status: 'RECRUITING', ...asthma }]
    const first = await watch('trial-status')
    await runJobsAfter(1)
    registers.studies = [{ nctId: 'NCT10000001', status: 'COMPLETED', ...asthma, updated: dayOf(1) }]
    await runJobsAfter(2)
    const second = await watch('trial-status')
    await runJobsAfter(3)
    expect(await alertsOf(first.id)).toHaveLength(1)
    expect(await alertsOf(second.id)).toEqual([])
    await forget(first.id)
    await forget(second.id)
  })
})

describe('a monitor of papers', () => {
  test('reports papers that PubMed has added, whatever their year', async () => {
    const { id } = await watch('new-papers')
    registers.articles = [
      { pmid: '101', title: 'Asthma of old', year: 1999, added: dayOf(0) },
      { pmid: '102', title: 'Asthma last month', year: 2026, added: dayOf(-20) },
    ]
    await runJobsAfter(1)
    expect(await alertsOf(id)).toMatchObject([
      { value: 1, register: { source: 'PubMed', items: [{ id: '101', title: 'Asthma of old', after: null }] } },
    ])
    await forget(id)
  })

  test('names Europe PMC when PubMed does not answer', async () => {
    const { id } = await watch('new-papers')
    registers.articles = [{ pmid: '101', title: 'Asthma', year: 2026, added: dayOf(0) }]
    registers.failures.set('ncbi', { status: 'upstream_down', reason: 'Nobody answers.' })
    await runJobsAfter(1)
    expect(await alertsOf(id)).toMatchObject([{ value: 1, register: { source: 'Europe PMC' } }])
    await forget(id)
  })
})

describe('a monitor of a condition', () => {
  test('cannot be back-tested, and says so', async () => {
    const preview = await send('POST', '/monitorPreviews', { query, rule: { kind: 'new-papers' } })
    expect(preview.json<MonitorPreview>()).toMatchObject({ unit: 'papers', limit: null, points: [] })
    const { id } = await watch('new-papers')
    expect((await send('GET', `/monitors/${id}/dryRun`)).json()).toMatchObject({ judgedDays: 0, alerts: [] })
    await forget(id)
  })

  test.each([
    { query_term: 'asthma', geo: 'NO' },
    { query_term: 'asthma', sources: ['pubmed'] },
    { query_term: 'asthma', entity: 'Oatly' },
    { x_term: 'asthma', y_term: 'steroid', isCompound: true },
  ])('is refused for a query that no register supports: %j', async (narrowed) => {
    const reply = await send('POST', '/explore/createMonitorSubscription', {
      query: narrowed,
      rule: { kind: 'new-trials' },
    })
    expect(reply.statusCode).toBe(422)
    expect(reply.json()).toMatchObject({ code: 'subscriptions.condition_needed' })
  })

  test('fetches once a day for everyone who watches it, and notifies each person separately', async () => {
    const ownMonitor = await watch('new-trials')
    const other = await send(
      'POST',
      '/explore/createMonitorSubscription',
      { query, rule: { kind: 'new-trials' } },
      'jon',
    )
    registers.studies = [{ nctId: 'NCT10000001', ...asthma, posted: dayOf(0) }]
    registers.requests = []
    await runJobsAfter(1)
    expect(registers.requests).toHaveLength(1)
    const { id } = other.json<MonitorSubscription>()
    expect(await alertsOf(ownMonitor.id)).toHaveLength(1)
    expect(await alertsOf(id)).toEqual([])
    expect(await alertsOf(id, 'jon')).toHaveLength(1)
    expect((await send('PATCH', `/monitors/${id}`, { isPaused: true })).statusCode).toBe(404)
    await forget(ownMonitor.id)
    await send('POST', '/explore/deleteMonitorSubscription', { id }, 'jon')
  })

  test('is refused where no register is configured', async () => {
    const demo = await startSubscriptions()
    const reply = await demo.api.request({
      method: 'POST',
      path: '/explore/createMonitorSubscription',
      as: 'mira',
      body: { query, rule: { kind: 'new-trials' } },
    })
    expect([reply.statusCode, reply.json().code]).toEqual([503, 'clinical.demo'])
    await demo.close()
  })
})
