import type { AddressInfo } from 'node:net'
import type { Approval, ZeusReply, ZeusReportPage, ZeusThread } from '@auspex/sdk/types'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../adapters/database/database.port.ts'
import { createTestApi, type TestApi, type TestApiOptions } from '../../testing/test-api.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { eventsOf } from './testing/read-run.ts'
import { createScriptedAnalyst, proposeReport } from './testing/scripted-analyst.ts'

describe('run limits api', () => {
  let database: Database
  const open = new Set<TestApi>()
  beforeEach(async () => {
    database = await createTestDatabase()
  })
  afterEach(async () => {
    for (const api of open) await api.app.close()
    open.clear()
    await database.close()
  })

  async function start(options: TestApiOptions = {}) {
    const { analyst, script } = createScriptedAnalyst()
    const api = await createTestApi({ analyst, database, ...options })
    open.add(api)
    /** Writes some text and waits until it is stopped. */
    const started = Promise.withResolvers<AbortSignal>()
    const waitForever = () => {
      script.answer = async function* (_request, _tools, signal) {
        yield { type: 'text-delta', delta: 'So far.' }
        while (
          (await database.pool.query(`select from zeus_run_event where event ->> 'delta' = 'So far.'`)).rowCount === 0
        );
        started.resolve(signal)
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
      }
    }
    const sendMessage = (message = 'Hello', more: object = {}) =>
      api.request({ method: 'POST', path: '/v1/zeus/query-stream', as: 'mira', body: { message, ...more } })
    return { api, script, sendMessage, waitForever, begun: started.promise }
  }
  const threads = async (api: TestApi): Promise<ZeusThread[]> =>
    (await api.request({ method: 'GET', path: '/zeus/getZeusData', as: 'mira' })).json().items

  describe('the daily budget', () => {
    test('is refused with advice once it is used up, even if a thread was deleted, and renews daily', async () => {
      const { api, sendMessage } = await start({ zeusLimits: { runsPerDay: 2 } })
      await sendMessage()
      const [thread] = await threads(api)
      const body = { threadId: thread?.id }
      await api.request({ method: 'POST', path: '/zeus/deleteZeusChat', as: 'mira', body })
      await sendMessage()
      const refused = await sendMessage()
      expect([refused.statusCode, refused.json().code]).toEqual([429, 'zeus.budget_spent'])
      expect(refused.json().detail).toContain('You asked 2 questions today. You can ask again at 00:00 UTC')
      const budget = (await api.request({ method: 'GET', path: '/zeus/budget', as: 'mira' })).json()
      expect(budget).toMatchObject({
        runsUsed: 2,
        runsLimit: 2,
        tokensUsed: null,
        resetsAt: '2026-11-22T00:00:00.000Z',
      })
      api.clock.set('2026-11-22T00:00:00Z')
      expect((await sendMessage()).statusCode).toBe(200)
    })

    test('counts the tokens of the language model', async () => {
      const { api, script, sendMessage } = await start({ zeusLimits: { tokensPerDay: 100 } })
      script.answer = async function* () {
        yield { type: 'usage', model: 'small', inputTokens: 90, outputTokens: 20 }
        yield { type: 'text-delta', delta: 'Yes.' }
      }
      const reply = await api.request({
        method: 'POST',
        path: '/zeus/getZeusReply',
        as: 'mira',
        body: { message: 'Hello' },
      })
      expect(reply.json<ZeusReply>()).toMatchObject({ model: 'small', inputTokens: 90, outputTokens: 20 })
      expect((await sendMessage()).json()).toMatchObject({ code: 'zeus.budget_spent' })
    })

    test('limits the runs in progress at a time', async () => {
      const { api, sendMessage, waitForever, begun } = await start({ zeusLimits: { runsAtOnce: 1 } })
      waitForever()
      const first = sendMessage()
      await begun
      expect((await sendMessage()).json()).toMatchObject({ status: 429, code: 'zeus.too_many_at_once' })
      const runId = (await threads(api))[0]?.activeRun?.runId ?? ''
      await api.request({ method: 'POST', path: `/v1/zeus/runs/${runId}/stop`, as: 'mira' })
      await first
    })
  })

  describe('a run ends', () => {
    test('when it takes too long, with a message that says so', async () => {
      const { api, sendMessage, waitForever } = await start({ zeusLimits: { runMs: 60 } })
      waitForever()
      const events = eventsOf((await sendMessage()).body)
      expect(events.at(-1)).toMatchObject({
        outcome: 'limited',
        notice: expect.stringContaining('exceeded the time limit'),
      })
      expect((await threads(api))[0]?.messages[1]).toMatchObject({ state: 'partial' })
    })

    test('some time after its last reader disconnected, and keeps what it wrote', async () => {
      const { api, waitForever, begun } = await start({ zeusLimits: { abandonedRunMs: 20 } })
      waitForever()
      await api.app.listen({ port: 0, host: '127.0.0.1' })
      const { port } = api.app.server.address() as AddressInfo // it listens on a port
      const leave = new AbortController()
      await fetch(`http://127.0.0.1:${port}/assistant/v1/zeus/query-stream`, {
        method: 'POST',
        headers: { authorization: `Bearer ${await api.tokenOf('mira')}`, 'content-type': 'application/json' },
        body: JSON.stringify({ message: 'Hello' }),
        signal: leave.signal,
      })
      const signal = await begun
      leave.abort()
      if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
      expect(signal.reason).toBe('left')
    })

    test('when the server stops, and keeps its partial answer', async () => {
      const { api, sendMessage, waitForever, begun } = await start()
      waitForever()
      const reply = sendMessage()
      await begun
      await api.app.close()
      open.delete(api)
      await reply
      const { api: next } = await start()
      const [thread] = await threads(next)
      expect(thread).toMatchObject({ activeRun: null })
      expect(thread?.messages[1]).toMatchObject({ content: 'So far.', state: 'partial' })
    })

    test('as failed when its process died; its events remain and the thread accepts new messages', async () => {
      const { sendMessage, waitForever, begun } = await start()
      waitForever()
      void sendMessage().catch(() => {})
      await begun
      // another process on the same library finds a run that no process writes
      const { api: next, sendMessage: sendNext } = await start()
      // when several processes share a database, one without a heartbeat for this long counts as dead
      next.clock.set('2026-11-21T08:00:16Z')
      const [thread] = await threads(next)
      expect(thread).toMatchObject({ activeRun: null })
      expect(thread?.messages[1]).toMatchObject({ content: 'So far.', state: 'failed' })
      const runId = thread?.messages[1]?.runId ?? ''
      const replay = await next.request({ method: 'GET', path: `/v1/zeus/runs/${runId}/events`, as: 'mira' })
      expect(eventsOf(replay.body).slice(-2)).toMatchObject([
        { type: 'run-error', problem: { code: 'zeus.interrupted' } },
        { type: 'run-end', outcome: 'failed' },
      ])
      expect((await sendNext('And now?', { threadId: thread?.id })).statusCode).toBe(200)
    })
  })

  test('the events of a run are deleted ten minutes after its end, but its answer is not', async () => {
    const { api, sendMessage } = await start()
    const [first] = eventsOf((await sendMessage()).body)
    const follow = () => api.request({ method: 'GET', path: `/v1/zeus/runs/${first?.runId}/events`, as: 'mira' })
    api.clock.set('2026-11-21T08:10:00Z')
    expect((await follow()).statusCode).toBe(200)
    api.clock.set('2026-11-21T08:10:01Z')
    expect((await follow()).json()).toMatchObject({ code: 'zeus.run_not_found' })
    expect((await threads(api))[0]?.messages).toHaveLength(2)
  })

  describe('a run whose process was killed', () => {
    test('does not block new messages: it is ended at the next start and by the next message', async () => {
      const killed = await start({ zeusLimits: { runsAtOnce: 1 } })
      killed.waitForever()
      void killed.sendMessage('Who writes this?')
      await killed.begun
      // another process on the same database does not know what the first one writes
      const next = await start({ zeusLimits: { runsAtOnce: 1 } })
      next.api.clock.set('2026-11-21T08:01:00Z')
      expect((await next.sendMessage('And now?')).statusCode).toBe(200)
      const states = await database.pool.query<{ state: string }>('select state from zeus_run order by started_at')
      expect(states.rows.map(({ state }) => state)).toEqual(['failed', 'completed'])
    })

    test('is ended at startup, before any request', async () => {
      const killed = await start()
      killed.waitForever()
      void killed.sendMessage('Who writes this?')
      await killed.begun
      // only one process can use an embedded database, so a run still marked as running at startup was abandoned
      const next = await start({ database: { ...database, engine: 'embedded' } })
      await next.api.app.ready()
      const { rows } = await database.pool.query<{ state: string }>('select state from zeus_run')
      expect(rows).toEqual([{ state: 'failed' }])
    })

    test('is left running if another process that shares the database still writes it', async () => {
      const writer = await start({ zeusLimits: { runsAtOnce: 1 }, database: { ...database, engine: 'native' } })
      writer.waitForever()
      void writer.sendMessage('Who writes this?')
      await writer.begun
      const other = await start({ zeusLimits: { runsAtOnce: 1 }, database: { ...database, engine: 'native' } })
      expect((await other.sendMessage()).json()).toMatchObject({ code: 'zeus.too_many_at_once' })
    })
  })
})

describe('approvals api', () => {
  const { analyst, script } = createScriptedAnalyst()
  script.answer = proposeReport
  let api: TestApi
  beforeAll(async () => {
    api = await createTestApi({ analyst })
  })
  afterAll(() => api.close())

  const propose = async () => {
    const body = { message: 'Save it, please' }
    const { message } = (
      await api.request({ method: 'POST', path: '/zeus/getZeusReply', as: 'mira', body })
    ).json<ZeusReply>()
    const [approval] = message.approvals
    if (approval === undefined) throw new Error('Nothing was proposed')
    return { approval, messageId: message.id }
  }
  const decide = ({ id, signature }: Approval, body: object = {}) =>
    api.request({
      method: 'POST',
      path: `/v1/zeus/approvals/${id}`,
      as: 'mira',
      body: { decision: 'approve', signature, ...body },
    })
  const countReports = async () => {
    const reply = await api.request({ method: 'GET', path: '/zeus/getZeusReports', as: 'mira' })
    return reply.json<ZeusReportPage>().page.total
  }
  const readProposal = async (messageId: string) => {
    const path = `/zeus/messages/${messageId}/rating`
    const reply = await api.request({ method: 'PUT', path, as: 'mira', body: { rating: null } })
    return reply.json<ZeusReply['message']>().approvals[0]
  }

  describe('a change that Zeus proposes', () => {
    test('shows what it would do and does nothing by itself', async () => {
      const { approval } = await propose()
      expect(approval).toMatchObject({
        state: 'pending',
        operationId: 'saveZeusReport',
        changes: ['A new report, “Oat milk in November”, with one sentence.'],
      })
      expect(JSON.parse(approval.arguments)).toEqual({ title: 'Oat milk in November', contents: 'Neutral.' })
      expect(await countReports()).toBe(0)
    })

    test('is executed once, with the arguments that were shown, however often it is approved at once', async () => {
      const { approval, messageId } = await propose()
      const replies = await Promise.all(Array.from({ length: 10 }, () => decide(approval)))
      const statuses = replies.map(({ statusCode }) => statusCode)
      expect(statuses.toSorted((left, right) => left - right)).toEqual([200, ...Array<number>(9).fill(409)])
      expect(await countReports()).toBe(1)
      expect(await readProposal(messageId)).toMatchObject({ state: 'approved', decidedAt: '2026-11-21T08:00:00.000Z' })
      expect((await decide(approval, { decision: 'refuse' })).json()).toMatchObject({ code: 'zeus.approval_decided' })
    })

    test('is not executed when it is rejected', async () => {
      const before = await countReports()
      const { approval, messageId } = await propose()
      expect((await decide(approval, { decision: 'refuse' })).json()).toMatchObject({ state: 'refused', result: null })
      expect((await decide(approval)).statusCode).toBe(409)
      expect([await countReports(), (await readProposal(messageId))?.state]).toEqual([before, 'refused'])
    })

    test('is not executed for a forged signature, the signature of another proposal, or other arguments', async () => {
      const before = await countReports()
      const [{ approval }, other] = [await propose(), await propose()]
      for (const body of [
        { signature: 'A'.repeat(43) },
        { signature: other.approval.signature },
        { arguments: '{"title":"Mine","contents":""}' },
      ])
        expect((await decide(approval, body)).statusCode).toBe(422)
      expect(await countReports()).toBe(before)
      expect((await decide(approval)).statusCode).toBe(200)
    })

    test('reports why the operation refused the person who approved it', async () => {
      script.answer = async function* () {
        yield {
          type: 'proposal',
          toolCallId: 'call_2',
          tool: 'add_to_portfolio',
          operationId: 'addTrends',
          input: { portfolioId: 'pf_0000', signalIds: ['sig_k2m4p6q8'] },
          change: { title: 'Add oat milk to a portfolio', lines: ['Oat milk is added.'] },
        }
      }
      const { approval } = await propose()
      const failed = (await decide(approval)).json<Approval>()
      expect(failed).toMatchObject({ state: 'failed', result: expect.stringMatching(/\w/) })
      script.answer = proposeReport
    })

    test('expires after a day', async () => {
      const { approval, messageId } = await propose()
      api.clock.set('2026-11-22T08:00:00Z')
      expect((await decide(approval)).json()).toMatchObject({ code: 'zeus.approval_expired' })
      expect((await readProposal(messageId))?.state).toBe('expired')
    })
  })
})
