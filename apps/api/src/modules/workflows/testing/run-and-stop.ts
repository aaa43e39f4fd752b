// Runs a workflow in its own process and halts at one place, so that it can be killed right there: node run-and-stop.ts DATABASE_URL RUN_ID PLACE
// MINUTES. Without a place it runs to the end.
import { createClient } from '@auspex/sdk'
import { sql } from 'kysely'
import { openDatabase } from '../../../adapters/database/open-database.ts'
import type { OpenPersonSession } from '../../../http/person-calls.ts'
import { silentLog } from '../../../testing/test-database.ts'
import { createIdempotency } from '../../../http/idempotency/idempotency.module.ts'
import { createRunsRepository } from '../runs/runs.repository.ts'
import { createRunStepsRepository } from '../runs/run-steps.repository.ts'
import { runWorkflow } from '../runs/run-workflow.ts'
import { everyModule } from '../../../testing/stub.ts'

const [databaseUrl = '', runId = '', place = '', minutes = '0'] = process.argv.slice(2)
const database = await openDatabase({ databaseUrl, log: silentLog })
// the process that continues starts later than the one that was killed
const clock = { now: () => new Date(Date.parse('2026-11-21T08:00:00Z') + Number(minutes) * 60_000) }
const { runOnce } = createIdempotency({ database, clock })
const db = database.kysely

async function reach(here: string): Promise<void> {
  if (here !== place) return
  process.stdout.write(`${here}\n`)
  await new Promise(() => setInterval(() => {}, 1000))
}

/** Answers as the API would: a write takes effect once per idempotency key, by the server's own rule. */
const openPersonSession: OpenPersonSession = ({ userId, key, beforeCall }) => {
  const stepId = key.split('.').at(-1) ?? ''
  let calls = 0
  const fetch = async (input: string | URL | Request): Promise<Response> => {
    beforeCall?.(calls)
    calls += 1
    await reach(`call ${stepId}`)
    if (!new Request(input).url.includes('saveRecentSearch')) return Response.json({ items: [] })
    const request = { userId, key: `${key}.1`, fingerprint: Buffer.from('the same') }
    const { body } = await runOnce(request, async () => {
      await sql`insert into proof_effect (run_id) values (${runId})`.execute(db)
      await reach(`effect ${stepId}`)
      return {
        status: 200,
        headers: {},
        body: JSON.stringify({ id: 'rs_1', signalId: 'sig_1', query: { title: 'oat' } }),
      }
    })
    return new Response(body, { headers: { 'content-type': 'application/json' } })
  }
  const auth = { getToken: () => 'nobody' }
  const client = createClient({ baseUrl: 'http://auspex.invalid/api', fetch, auth, retry: { limit: 0 } })
  return { client, calls: () => calls, end: () => {} }
}

const steps = createRunStepsRepository(db)
const stepsWithMarks: typeof steps = {
  ...steps,
  async complete(step, found) {
    await reach(`found ${step.stepId}`)
    await steps.complete(step, found)
    await sql`insert into proof_completion (run_id, step_id) values (${runId}, ${step.stepId})`.execute(db)
    await reach(`stored ${step.stepId}`)
  },
}
const access = everyModule
await runWorkflow(
  runId,
  { runs: createRunsRepository(db), steps: stepsWithMarks, access, openPersonSession, clock, log: silentLog },
  new AbortController().signal,
)
await database.close()
