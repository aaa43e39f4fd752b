import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { createClient } from '../client.ts'
import {
  type Connection,
  eventText,
  type EventServer,
  openEvents,
  startEventServer,
} from '../streaming/testing/event-server.ts'
import type { Answer } from './answer.ts'
import { type Assistant, createAssistant } from './assistant.ts'
import { createPublicKey, readPublicKey } from './public-key.ts'
import type { KeepStorage } from './run-store.ts'

const servers: EventServer[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

const start = {
  type: 'run-start',
  runId: 'run_a',
  threadId: 'th_a',
  questionId: 'msg_q',
  messageId: 'msg_a',
  replaces: null,
  model: null,
  startedAt: '2026-11-21T08:00:00Z',
}
const end = {
  type: 'run-end',
  runId: 'run_a',
  outcome: 'completed',
  notice: null,
  textLength: 5,
  citations: 0,
  endedAt: '2026-11-21T08:00:01Z',
}
const delta = (text: string) => ({ type: 'text-delta', runId: 'run_a', delta: text })
const action = (actionId: string, input: object, name = 'openSignal') => ({
  type: 'frontend-action',
  runId: 'run_a',
  actionId,
  name,
  arguments: JSON.stringify(input),
})

interface RuntimeRequest {
  readonly path: string
  readonly body: string
}

/** A runtime with a configurable response, which records the requests. */
const serve = async (answer: (connection: Connection, received: RuntimeRequest) => void) => {
  const requests: RuntimeRequest[] = []
  const server = await startEventServer((connection) => {
    const { request } = connection
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const received = { path: request.url ?? '', body }
      requests.push(received)
      answer(connection, received)
    })
  })
  servers.push(server)
  return { server, requests }
}

const sendRun = (
  { response }: Connection,
  events: readonly { readonly type: string; readonly [field: string]: unknown }[],
) => {
  openEvents(response)
  events.forEach((event, index) => response.write(eventText(index + 1, event)))
}

const createMemory = (): KeepStorage => {
  const entries = new Map<string, string>()
  return { getItem: (key) => entries.get(key) ?? null, setItem: (key, value) => void entries.set(key, value) }
}

const assistantOf = ({ url }: EventServer, storage: KeepStorage | null = null, clock = createFakeClock()): Assistant =>
  createAssistant({ client: createClient({ baseUrl: url, assistantUrl: url, clock, retry: false }), storage })

const answerOf = (assistant: Assistant, key: string): Answer => {
  const answer = assistant.getAnswers().find((one) => one.key === key)
  if (!answer) throw new Error('the answer is gone')
  return answer
}

const inState = async (assistant: Assistant, key: string, state: Answer['state']): Promise<Answer> => {
  await vi.waitFor(() => expect(answerOf(assistant, key).state).toBe(state), { timeout: 10_000 })
  return answerOf(assistant, key)
}

describe('a question', () => {
  test('is answered word by word, and its request contains the screen and the available actions', async () => {
    const { server, requests } = await serve((connection) =>
      sendRun(connection, [start, delta('Oat '), delta('milk'), end]),
    )
    const assistant = assistantOf(server)
    assistant.registry.addReadable({ description: 'The open report', value: { title: 'oat milk' } })
    assistant.registry.addAction({
      name: 'openSignal',
      description: 'Opens the report of a signal.',
      parameters: z.object({ signalId: z.string().describe('Id of the signal.'), day: z.number().optional() }),
    })
    const answer = await inState(assistant, assistant.ask({ message: 'Why?' }), 'completed')
    expect(answer).toMatchObject({ text: 'Oat milk', threadId: 'th_a', messageId: 'msg_a', question: 'Why?' })
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
      message: 'Why?',
      readables: [{ description: 'The open report', value: '{"title":"oat milk"}' }],
      frontendActions: [
        {
          name: 'openSignal',
          description: 'Opens the report of a signal.',
          parameters: [
            { name: 'signalId', type: 'string', description: 'Id of the signal.', isRequired: true },
            { name: 'day', type: 'number', description: 'day', isRequired: false },
          ],
        },
      ],
    })
  })

  test('that is refused keeps its text and says why', async () => {
    const { server } = await serve(({ response }) => {
      response.writeHead(429, { 'content-type': 'application/problem+json', 'retry-after': '30' })
      response.end(
        JSON.stringify({
          type: 'about:blank',
          title: 'Too many questions today',
          status: 429,
          code: 'zeus.budget',
          requestId: 'r-1',
        }),
      )
    })
    const assistant = assistantOf(server)
    const answer = await inState(assistant, assistant.ask({ message: 'Why?' }), 'failed')
    expect(answer).toMatchObject({ question: 'Why?', error: { status: 429, retryAfter: 30 } })
  })

  test('that failed can be asked again unchanged', async () => {
    const { server, requests } = await serve((connection) => {
      if (connection.count > 1) return sendRun(connection, [start, delta('Now'), end])
      connection.response.writeHead(503, { 'content-type': 'application/problem+json' }).end('{}')
      return undefined
    })
    const assistant = assistantOf(server)
    const failed = assistant.ask({
      message: 'Why?',
      signalIds: ['sig_a'],
      mentions: [{ kind: 'portfolio', id: 'pf_a' }],
    })
    await inState(assistant, failed, 'failed')
    const again = assistant.retry(failed)
    expect(await inState(assistant, again ?? '', 'completed')).toMatchObject({ text: 'Now', question: 'Why?' })
    expect(assistant.getAnswers()).toHaveLength(1)
    expect(requests[1]).toEqual(requests[0])
    expect(assistant.retry('answer-99')).toBeNull()
  })

  test('that ends in the middle keeps the partial answer and the error', async () => {
    const problem = {
      type: 'about:blank',
      title: 'The model failed',
      status: 503,
      code: 'model.failed',
      requestId: 'r-1',
    }
    const { server } = await serve((connection) =>
      sendRun(connection, [
        start,
        delta('Half'),
        { type: 'run-error', problem, isRetryable: true, retryAfterMs: 2000 },
        { ...end, outcome: 'failed' },
      ]),
    )
    const assistant = assistantOf(server)
    const answer = await inState(assistant, assistant.ask({ message: 'Why?' }), 'failed')
    expect(answer).toMatchObject({ text: 'Half', problem: { title: 'The model failed' }, retryAfterMs: 2000 })
  })

  test('is stopped by the server, not by disconnecting, and the partial answer remains', async () => {
    const open: Connection[] = []
    const { server, requests } = await serve((connection, { path }) => {
      if (path.endsWith('/stop')) {
        open[0]?.response.write(eventText(3, { ...end, outcome: 'cancelled' }))
        connection.response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
        return
      }
      open.push(connection)
      sendRun(connection, [start, delta('Half')])
    })
    const assistant = assistantOf(server)
    const key = assistant.ask({ message: 'Why?' })
    await vi.waitFor(() => expect(answerOf(assistant, key).text).toBe('Half'), { timeout: 10_000 })
    assistant.stop(key)
    expect(answerOf(assistant, key).state).toBe('stopping')
    expect((await inState(assistant, key, 'cancelled')).text).toBe('Half')
    expect(requests.map(({ path }) => path)).toEqual(['/v1/zeus/query-stream', '/v1/zeus/runs/run_a/stop'])
  })
})

describe('a run that continues during a page reload', () => {
  test('is read from its beginning by the next page, once', async () => {
    const storage = createMemory()
    const { server, requests } = await serve((connection, { path }) =>
      path.includes('/runs/')
        ? sendRun(connection, [start, delta('Oat '), delta('milk'), end])
        : sendRun(connection, [start, delta('Oat ')]),
    )
    const before = assistantOf(server, storage)
    const key = before.ask({ message: 'Why?' })
    await vi.waitFor(() => expect(answerOf(before, key).text).toBe('Oat '), { timeout: 10_000 })
    before.close()

    const after = assistantOf(server, storage)
    after.resume()
    after.resume()
    const [answer] = after.getAnswers()
    expect(after.getAnswers()).toHaveLength(1)
    expect(await inState(after, answer?.key ?? '', 'completed')).toMatchObject({ text: 'Oat milk', question: 'Why?' })
    expect(requests.map(({ path }) => path)).toEqual(['/v1/zeus/query-stream', '/v1/zeus/runs/run_a/events'])

    const third = assistantOf(server, storage)
    third.resume()
    expect(third.getAnswers()).toEqual([])
  })

  test('that the server has forgotten is not requested again', async () => {
    const storage = createMemory()
    storage.setItem('auspex.zeus.runs', JSON.stringify([{ runId: 'run_a', threadId: 'th_a', question: 'Why?' }]))
    const { server } = await serve(({ response }) => {
      response.writeHead(404, { 'content-type': 'application/problem+json' })
      response.end(
        JSON.stringify({
          type: 'about:blank',
          title: 'No such run',
          status: 404,
          code: 'zeus.run_not_found',
          requestId: 'r',
        }),
      )
    })
    const assistant = assistantOf(server, storage)
    assistant.resume()
    await inState(assistant, 'answer-1', 'interrupted')
    expect(storage.getItem('auspex.zeus.runs')).toBe('[]')
  })

  test('is not stored when the storage entry contains foreign data', () => {
    const storage = createMemory()
    storage.setItem('auspex.zeus.runs', '{"not":"a list"}')
    storage.setItem('auspex.zeus.actions', 'no json')
    const assistant = createAssistant({ client: createClient({ baseUrl: 'http://localhost/api' }), storage })
    assistant.resume()
    expect(assistant.getAnswers()).toEqual([])
  })
})

describe('screen actions', () => {
  const openSignal = (done: string[]) => ({
    name: 'openSignal',
    description: 'Opens the report of a signal.',
    parameters: z.object({ signalId: z.string().startsWith('sig_') }),
    handler: ({ signalId }: { signalId: string }) => void done.push(signalId),
  })

  test('run one after the other, 20 ms apart, each id once', async () => {
    const done: string[] = []
    const clock = createFakeClock()
    const { server } = await serve((connection) =>
      sendRun(connection, [
        start,
        action('act_1', { signalId: 'sig_a' }),
        action('act_2', { signalId: 'sig_b' }),
        action('act_1', { signalId: 'sig_a' }),
        end,
      ]),
    )
    const assistant = assistantOf(server, null, clock)
    assistant.registry.addAction(openSignal(done))
    const key = assistant.ask({ message: 'Open them' })
    await inState(assistant, key, 'completed')
    await vi.waitFor(() => expect(answerOf(assistant, key).actions.map(({ state }) => state)).toEqual(['done', 'done']))
    expect(done).toEqual(['sig_a', 'sig_b'])
    expect(clock.waits.filter((ms) => ms === 20)).toHaveLength(2)
  })

  test('never run with arguments that fail their schema, nor twice after a reload', async () => {
    const done: string[] = []
    const storage = createMemory()
    const { server } = await serve((connection) =>
      sendRun(connection, [
        start,
        action('act_1', { signalId: 'sig_a' }),
        action('act_2', { signalId: 7 }),
        action('act_3', {}, 'fireRockets'),
        end,
      ]),
    )
    for (const round of [1, 2]) {
      const assistant = assistantOf(server, storage)
      assistant.registry.addAction(openSignal(done))
      const key = assistant.ask({ message: `Open ${round}` })
      await inState(assistant, key, 'completed')
      await vi.waitFor(() =>
        expect(answerOf(assistant, key).actions).toMatchObject([
          { state: 'done' },
          { state: 'failed', reason: expect.stringContaining('signalId') },
          { state: 'failed', reason: 'This screen does not offer fireRockets' },
        ]),
      )
    }
    expect(done).toEqual(['sig_a'])
  })

  test('that fail say so, and the next one still runs', async () => {
    const done: string[] = []
    const { server } = await serve((connection) =>
      sendRun(connection, [start, action('act_1', {}, 'breakIt'), action('act_2', { signalId: 'sig_b' }), end]),
    )
    const assistant = assistantOf(server)
    assistant.registry.addAction(openSignal(done))
    assistant.registry.addAction({
      name: 'breakIt',
      description: 'Breaks.',
      parameters: z.object({}),
      handler: async () => {
        await wait(1)
        throw new Error('broken')
      },
    })
    const key = assistant.ask({ message: 'Go' })
    await inState(assistant, key, 'completed')
    await vi.waitFor(() =>
      expect(answerOf(assistant, key).actions).toMatchObject([
        { state: 'failed', reason: 'broken' },
        { state: 'done' },
      ]),
    )
    expect(done).toEqual(['sig_b'])
  })

  test('with a parameter that no request can describe are refused when they are registered', async () => {
    const { server } = await serve((connection) => sendRun(connection, [start, end]))
    const assistant = assistantOf(server)
    assistant.registry.addAction({
      name: 'many',
      description: 'Many.',
      parameters: z.object({ ids: z.array(z.string()) }),
    })
    expect(() => assistant.ask({ message: 'Why?' })).toThrow('The parameter ids of the action many must be')
  })
})

test('a public key names its runtime', () => {
  const key = createPublicKey('https://auspex.example/assistant/')
  expect(key).toMatch(/^pk_[A-Za-z0-9_-]+$/)
  expect(readPublicKey(key)).toBe('https://auspex.example/assistant')
})

test.each(['', 'pk_', 'sk_aHR0cHM6Ly9h', 'pk_%%%', `pk_${btoa('javascript:alert(1)')}`, `pk_${btoa('/assistant')}`])(
  'an invalid key is refused with advice: %j',
  (key) => {
    expect(() => readPublicKey(key)).toThrow('give a runtimeUrl such as /assistant instead')
  },
)
