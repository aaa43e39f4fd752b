import { createClient } from '@auspex/sdk'
import type { Workflow, WorkflowRunPage } from '@auspex/sdk/types'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Jobs } from '../../adapters/jobs/jobs.port.ts'
import { runOnce } from '../../adapters/jobs/testing/run-once.ts'
import { createInProcessFetch } from '../../start.ts'
import type { OpenPersonSession } from '../../http/person-calls.ts'
import { createSequentialIds } from '../../kernel/ids.ts'
import { createLogger } from '../../kernel/logger.ts'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'
import { silentLog } from '../../testing/test-database.ts'
import type { Access, AccessReader } from '../people/index.ts'
import { createRunStepsRepository } from './runs/run-steps.repository.ts'
import { createRunsRepository } from './runs/runs.repository.ts'
import { createCalls, step } from './testing/workflow-api.ts'
import { createRunJobs, createScheduleJobs } from './workflows.jobs.ts'
import { createWorkflowsRepository } from './workflows.repository.ts'
import { stub } from '../../testing/stub.ts'

let api: TestApi
let calls: ReturnType<typeof createCalls>
beforeAll(async () => {
  // no job runs automatically: each test runs the jobs that it covers
  api = await createTestApi()
  calls = createCalls(api)
})
afterAll(() => api.close())

const createId = createSequentialIds()
const fullAccess: Access = { isDisabled: false, off: new Set() }

/** What the last session was allowed to do. */
let sessionScopes: readonly string[] | null = null

const openPersonSession: OpenPersonSession = ({ accessScopes }) => {
  sessionScopes = accessScopes
  const client = createClient({
    baseUrl: 'http://auspex.invalid/api',
    fetch: createInProcessFetch(() => api.app),
    auth: { getToken: () => api.tokenOf('mira') },
  })
  return { client, calls: () => 1, end: () => {} }
}

const runJob = (access = fullAccess) => {
  const { kysely } = api.database
  const deps = {
    runs: createRunsRepository(kysely),
    steps: createRunStepsRepository(kysely),
    access: stub<AccessReader>({ find: async () => access }),
    openPersonSession,
    clock: api.clock,
    log: silentLog,
  }
  const [job] = createRunJobs(deps)
  if (job === undefined) throw new Error('there is a job that runs workflows')
  return job
}

/** Tokens and apps that may no longer act for anybody. */
const invalidCredentials = new Set<string>()

/** Runs the minute's tick, and then the runs that it queued. */
async function tick(at: string): Promise<void> {
  api.clock.set(at)
  const { database, clock } = api
  const queued: string[] = []
  const jobs = stub<Jobs>({
    enqueueWith: async (_queue, payload, write) => {
      const isQueued = await database.kysely.transaction().execute(write)
      if (isQueued) queued.push((payload as unknown as { runId: string }).runId)
      return isQueued
    },
  })
  const isCredentialValid = async (id: string) => !invalidCredentials.has(id)
  const [due] = createScheduleJobs({ database, jobs, clock, createId, isCredentialValid, log: createLogger('silent') })
  if (due !== undefined) await runOnce(due)
  for (const runId of queued) await runOnce(runJob(), { payload: { runId } })
}

const runsOf = async (workflowId: string) =>
  (await calls.get(`/workflowRuns?workflowId=${workflowId}`)).json<WorkflowRunPage>().items
const daily = { cron: '0 7 * * *', zone: 'Europe/Berlin', onlyIfChanged: false }
const terms = [
  step('trends', 'list_trends', { limit: 5 }),
  step('brief', 'write_document', { title: 'Trends', sections: [{ heading: 'All', of: '{{results.trends}}' }] }),
]
const schedule = (more: object) => calls.post<Workflow>('/workflows', { title: 'On schedule', steps: terms, ...more })

describe('a schedule', () => {
  test('that a script made runs with the scopes of its token, until the person changes it themselves', async () => {
    api.clock.set('2026-10-01T05:00:00Z')
    const { token } = await calls.post<{ token: string }>('/users/me/personalAccessTokens', {
      name: 'Script',
      scopes: ['write'],
    })
    const made = await api.request({
      method: 'POST',
      path: '/workflows',
      body: { title: 'By a script', steps: terms, schedule: daily },
      headers: { authorization: `Bearer ${token}` },
    })
    await tick('2026-10-02T05:00:00Z')
    expect(sessionScopes).toEqual(['write'])
    const { id, version } = made.json<Workflow>()
    await calls.send('PATCH', `/workflows/${id}`, { version, title: 'By a person' })
    await tick('2026-10-03T05:00:00Z')
    expect(sessionScopes).toBeNull()
    await calls.send('DELETE', `/workflows/${id}`)
    api.clock.set('2026-11-21T08:00:00Z')
  })

  test('that a script made stops with its token and says so, until the person saves it themselves', async () => {
    api.clock.set('2026-10-05T04:00:00Z')
    const { id: tokenId, token } = await calls.post<{ id: string; token: string }>('/users/me/personalAccessTokens', {
      name: 'Script',
      scopes: ['write'],
    })
    const made = await api.request({
      method: 'POST',
      path: '/workflows',
      body: { title: 'By a script', steps: terms, schedule: daily },
      headers: { authorization: `Bearer ${token}` },
    })
    const { id, version } = made.json<Workflow>()
    invalidCredentials.add(tokenId)
    sessionScopes = ['nothing ran']
    // a minute later, long before the next run would be due
    await tick('2026-10-05T04:01:00Z')
    expect((await calls.get(`/workflows/${id}`)).json()).toMatchObject({ nextRunAt: null, schedule: { nextRuns: [] } })
    await tick('2026-10-06T05:00:00Z')
    await tick('2026-10-07T05:00:00Z')
    expect(sessionScopes).toEqual(['nothing ran'])
    expect(await runsOf(id)).toMatchObject([{ state: 'failed', failure: { code: 'workflows.credential_ended' } }])
    expect((await calls.get(`/workflows/${id}`)).json()).toMatchObject({ nextRunAt: null, schedule: { nextRuns: [] } })
    await calls.send('PATCH', `/workflows/${id}`, { version, title: 'By a person' })
    await tick('2026-10-08T05:00:00Z')
    expect(await runsOf(id)).toMatchObject([{ state: 'completed' }, { state: 'failed' }])
    await calls.send('DELETE', `/workflows/${id}`)
    api.clock.set('2026-11-21T08:00:00Z')
  })

  test('runs once at each time, and one run makes up for all times missed while no server was running', async () => {
    const { id, nextRunAt, schedule: storedSchedule } = await schedule({ schedule: daily })
    expect(nextRunAt).toBe('2026-11-22T06:00:00.000Z')
    expect(storedSchedule?.nextRuns).toHaveLength(3)
    await tick('2026-11-22T05:59:00Z')
    expect(await runsOf(id)).toHaveLength(0)
    await tick('2026-11-22T06:00:00Z')
    await tick('2026-11-22T06:00:30Z')
    expect(await runsOf(id)).toMatchObject([{ state: 'completed', trigger: 'schedule' }])
    await tick('2026-11-29T12:00:00Z')
    expect(await runsOf(id)).toHaveLength(2)
    expect((await calls.get(`/workflows/${id}`)).json()).toMatchObject({ nextRunAt: '2026-11-30T06:00:00.000Z' })
    await calls.send('DELETE', `/workflows/${id}`)
    await tick('2026-12-01T12:00:00Z')
    expect(await runsOf(id)).toHaveLength(2)
  })

  test('that cannot be read keeps no other workflow from its time, and does not stay first in the queue', async () => {
    const before = api.clock.now().toISOString()
    api.clock.set('2026-11-21T08:00:00Z')
    const damaged = await schedule({ title: 'Damaged', schedule: { ...daily, cron: '0 6 * * *' } })
    await sql`update workflow set schedule = '{"zone": "Nowhere/Else"}' where id = ${damaged.id}`.execute(
      api.database.kysely,
    )
    const { id } = await schedule({ schedule: daily })
    await tick('2026-11-22T06:00:00Z')
    expect(await runsOf(id)).toMatchObject([{ state: 'completed', trigger: 'schedule' }])
    const due = await createWorkflowsRepository(api.database.kysely).listDue(api.clock.now(), 100)
    expect(due.map((workflow) => workflow.id)).not.toContain(damaged.id)
    for (const each of [id, damaged.id]) await sql`delete from workflow where id = ${each}`.execute(api.database.kysely)
    api.clock.set(before)
  })

  test('that runs only on changes writes nothing while its inputs are the same', async () => {
    const { id } = await schedule({ schedule: { ...daily, onlyIfChanged: true } })
    for (const day of ['02', '03', '04']) await tick(`2026-12-${day}T12:00:00Z`)
    const runs = await runsOf(id)
    expect(runs.map(({ state }) => state)).toEqual(['unchanged', 'unchanged', 'completed'])
    await sql`update workflow_run set fingerprint = 'of other trends' where workflow_id = ${id}`.execute(
      api.database.kysely,
    )
    await tick('2026-12-05T12:00:00Z')
    expect((await runsOf(id))[0]).toMatchObject({ state: 'completed' })
  })
})

describe('a run of a person', () => {
  test.each([
    ['who was disabled', { isDisabled: true, off: new Set<string>() }, 'identity.disabled'],
    ['who has Zeus no more', { isDisabled: false, off: new Set(['zeus']) }, 'module.off'],
  ])('%s stops before its next step and says so', async (_name, access, code) => {
    const { id } = await calls.create({ steps: terms })
    const { id: runId } = await calls.start(id)
    await runOnce(runJob(access), { payload: { runId } })
    const run = await calls.readRun(runId)
    expect(run).toMatchObject({ state: 'failed', failure: { code } })
    expect(run.steps.map(({ attempt }) => attempt)).toEqual([0, 0])
  })

  test('whose process died at every attempt is shown as failed, and can be retried', async () => {
    const { id } = await calls.create({ steps: terms })
    const { id: runId } = await calls.start(id)
    await runJob().giveUp?.({ runId })
    expect(await calls.readRun(runId)).toMatchObject({ state: 'failed', failure: { code: 'workflows.cut_off' } })
    expect((await calls.send('POST', `/workflowRuns/${runId}/retry`, { version: 'same' })).statusCode).toBe(200)
  })

  test('that a server shutdown interrupts continues with the same step', async () => {
    const { id } = await calls.create({ steps: terms })
    const { id: runId } = await calls.start(id)
    const stopping = new AbortController()
    stopping.abort(new Error('the server stops'))
    const interruptedRun = runOnce(runJob(), { payload: { runId }, signal: stopping.signal })
    await expect(interruptedRun).rejects.toThrow('the server stops')
    expect(await calls.readRun(runId)).toMatchObject({ state: 'running' })
    await runOnce(runJob(), { payload: { runId } })
    expect(await calls.readRun(runId)).toMatchObject({ state: 'completed' })
  })
})
