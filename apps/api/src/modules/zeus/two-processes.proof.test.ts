import type { StoppedRun } from '@auspex/sdk/types'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeOnPostgres } from '../../adapters/database/testing/describe-on-postgres.ts'
import { createFixedClock } from '../../kernel/clock.ts'
import { people } from '../../testing/people.ts'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'
import { createTokenIssuer } from '../../testing/token-issuer.ts'
import { eventsOf, textOf } from './testing/read-run.ts'
import { createScriptedAnalyst } from './testing/scripted-analyst.ts'

const tokens = createTokenIssuer(createFixedClock('2026-11-21T08:00:00Z'))
const { analyst, script } = createScriptedAnalyst()

await describeOnPostgres('two processes that share a database', (open) => {
  let writer: TestApi
  let other: TestApi
  let headers: { authorization: string }
  beforeAll(async () => {
    const options = { analyst, verifier: tokens.verifier }
    writer = await createTestApi({ ...options, database: await open() })
    other = await createTestApi({ ...options, database: await open() })
    headers = { authorization: `Bearer ${await tokens.signToken(people.mira)}` }
  })
  afterAll(async () => {
    await writer.close()
    await other.close()
  })

  const sendMessage = (api: TestApi) =>
    api.app.inject({ method: 'POST', url: '/assistant/v1/zeus/query-stream', headers, payload: { message: 'Hello' } })
  const begin = async () => {
    const started = Promise.withResolvers<void>()
    const resume = Promise.withResolvers<void>()
    script.answer = async function* (_request, _tools, signal) {
      yield { type: 'text-delta', delta: 'First, ' }
      started.resolve()
      await Promise.race([resume.promise, new Promise((resolve) => signal.addEventListener('abort', resolve))])
      yield { type: 'text-delta', delta: 'second.' }
    }
    const reply = sendMessage(writer)
    await started.promise
    const list = await other.app.inject({ method: 'GET', url: '/api/zeus/getZeusData?perPage=200', headers })
    const runId: string = list.json().items.find((each: { activeRun: unknown }) => each.activeRun !== null)
      .activeRun.runId
    return { reply, runId, goOn: resume.resolve }
  }

  test('another process reads a run while it is being written, with the same events', async () => {
    const { reply, runId, goOn } = await begin()
    const followed = other.app.inject({ method: 'GET', url: `/assistant/v1/zeus/runs/${runId}/events`, headers })
    goOn()
    const [first, second] = [eventsOf((await reply).body), eventsOf((await followed).body)]
    expect(second).toEqual(first)
    expect(textOf(second)).toBe('First, second.')
  })

  test('another process stops it, and both report the same end', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { reply, runId } = await begin()
      const stopped = await other.app.inject({ method: 'POST', url: `/assistant/v1/zeus/runs/${runId}/stop`, headers })
      expect(stopped.json<StoppedRun>()).toMatchObject({ outcome: 'cancelled', message: { state: 'partial' } })
      expect(eventsOf((await reply).body).at(-1)).toMatchObject({ type: 'run-end', outcome: 'cancelled' })
    }
  })
})
