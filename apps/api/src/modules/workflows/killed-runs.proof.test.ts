import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../adapters/database/database.port.ts'
import { describeOnPostgres } from '../../adapters/database/testing/describe-on-postgres.ts'
import { createRunStepsRepository } from './runs/run-steps.repository.ts'
import { createRunsRepository } from './runs/runs.repository.ts'
import { step } from './testing/workflow-api.ts'

const rounds = 50
const steps = [
  step('first', 'list_sources', {}),
  { ...step('write', 'save_recent_search', { topic: 'oat milk' }, true), dependsOn: ['first'] },
  { ...step('last', 'list_sources', {}), dependsOn: ['write'] },
]
/** Places to kill the process: before a call, after its effect, before and after its output is stored. */
const killPoints = [
  ...['first', 'write', 'last'].flatMap((id) => [`call ${id}`, `found ${id}`, `stored ${id}`]),
  'effect write',
]

await describeOnPostgres('fifty runs of a workflow, each killed at a step', (open, databaseUrl) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
    await sql`create table proof_effect (run_id text not null)`.execute(database.kysely)
    await sql`create table proof_completion (run_id text not null, step_id text not null)`.execute(database.kysely)
    await sql`insert into app_user (id, issuer, subject, kind, roles, created_at, seen_at)
      values ('usr_mira', 'i', 's', 'person', '{member}', now(), now())`.execute(database.kysely)
  })
  afterAll(() => database.close())

  const startProcess = (runId: string, place: string, minutes: number): ChildProcess =>
    spawn(
      process.execPath,
      [fileURLToPath(new URL('testing/run-and-stop.ts', import.meta.url)), databaseUrl, runId, place, String(minutes)],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )

  async function runOn(runId: string, minutes: number): Promise<void> {
    const [code] = (await once(startProcess(runId, '', minutes), 'exit')) as [number]
    expect(code).toBe(0)
  }

  async function round(n: number): Promise<string> {
    const runs = createRunsRepository(database.kysely)
    const runSteps = createRunStepsRepository(database.kysely)
    const runId = `wfr_${n}`
    const killPoint = killPoints[n % killPoints.length] ?? ''
    const budget = { maxCalls: 50, maxSeconds: 600 }
    await runs.insert({
      id: runId,
      workflowId: 'wf_1',
      workflowTitle: 'Proof',
      version: 1,
      definition: { parameters: [], steps, budget },
      userId: 'usr_mira',
      accessScopes: null,
      trigger: 'person',
      parameters: [],
      retryOf: null,
      onlyIfChanged: false,
      scheduledFor: null,
      startedAt: new Date('2026-11-21T08:00:00Z'),
      reused: [],
    })
    // at the approval request, or killed before it
    const isBefore = killPoint.endsWith('first')
    if (isBefore) await kill(runId, killPoint)
    await runOn(runId, 1)
    const [, question] = await runSteps.list(runId)
    const inputHash = question?.inputHash ?? ''
    expect(await runSteps.decide({ runId, stepId: 'write', inputHash }, 'approve', new Date())).toBe(true)
    expect(await runs.queueAgain(runId)).toBe(true)
    if (!isBefore) await kill(runId, killPoint)
    await runOn(runId, 5)
    return `${killPoint}: ${(await runs.findAny(runId))?.state}`
  }

  async function kill(runId: string, place: string): Promise<void> {
    const child = startProcess(runId, place, 0)
    await once(child.stdout as NonNullable<typeof child.stdout>, 'data')
    child.kill('SIGKILL')
    await once(child, 'exit')
  }

  test('repeat no step that had ended, and write nothing twice', async () => {
    const outcomes: string[] = []
    for (let n = 0; n < rounds; n += 2) outcomes.push(...(await Promise.all([round(n), round(n + 1)])))
    const { rows: repeated } = await sql`
      select run_id, step_id from proof_completion group by run_id, step_id having count(*) > 1`.execute(
      database.kysely,
    )
    const { rows: doubled } = await sql`
      select run_id from proof_effect group by run_id having count(*) > 1`.execute(database.kysely)
    const { rows: begun } = await sql<{ n: number }>`select count(distinct run_id)::int as n from proof_effect`.execute(
      database.kysely,
    )
    expect({ repeated, doubled }).toEqual({ repeated: [], doubled: [] })
    expect(begun[0]?.n).toBe(rounds)
    // whether an interrupted write took effect is unknown: it is reported, and not retried
    const isUnknown = (outcome: string) => outcome.startsWith('effect')
    expect(outcomes.filter(isUnknown).every((outcome) => outcome.endsWith('failed'))).toBe(true)
    expect(outcomes.filter((outcome) => !isUnknown(outcome)).every((outcome) => outcome.endsWith('completed'))).toBe(
      true,
    )
    console.info(`${rounds} runs killed at ${killPoints.length} places: 0 steps repeated, 0 writes doubled`)
  }, 900_000)
})
