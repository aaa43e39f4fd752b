import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { createClient } from '../client.ts'
import {
  AbortedError,
  ConflictError,
  DecodeError,
  NetworkError,
  ProductError,
  ServerError,
  UnauthenticatedError,
} from '../errors.ts'
import { ContractError, createValidation } from '../zod/create-validation.ts'
import { type AuspexStream, stream, type StreamOptions } from './stream.ts'
import { StreamInterruptedError } from './resume.ts'
import { type Connection, eventText, type EventServer, openEvents, startEventServer } from './testing/event-server.ts'

interface Delta {
  readonly type: string
  readonly sequence: number
  readonly delta?: string
}

const servers: EventServer[] = []
const serve = async (answer: (connection: Connection) => void): Promise<EventServer> => {
  const server = await startEventServer(answer)
  servers.push(server)
  return server
}
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

const open = ({ url }: EventServer, options: StreamOptions = {}): AuspexStream<Delta> =>
  stream<Delta>(
    '/v1/zeus/query-stream',
    {
      client: createClient({ baseUrl: url, assistantUrl: url, clock: { random: () => 0 } }),
      reconnect: { delayMs: 1 },
      ...options,
    },
    'streamZeusReply',
    { method: 'POST', json: {}, productMessage: 'Error while getting Zeus reply' },
  )
const collect = async (events: AsyncIterable<Delta>): Promise<Delta[]> => {
  const all: Delta[] = []
  for await (const event of events) all.push(event)
  return all
}
const failure = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => expect.unreachable('the stream should fail'),
    (error: unknown) => error,
  )

/** A run of `length` events, the last of which ends it. */
const runOf = (length: number): string[] =>
  Array.from({ length }, (_, n) =>
    n + 1 === length
      ? eventText(n + 1, { type: 'run-end' })
      : eventText(n + 1, { type: 'text-delta', delta: `🌾${n + 1} ` }),
  )
const sequenceTo = (length: number): number[] => Array.from({ length }, (_, n) => n + 1)

describe('interrupted streams', () => {
  test.each([
    { name: 'continues behind the last event', replaysAll: false },
    { name: 'repeats everything', replaysAll: true },
  ])('100 interruptions at any byte lose and repeat nothing when the server $name', async ({ replaysAll }) => {
    const run = runOf(301)
    const server = await serve(({ response, count, after }) => {
      openEvents(response)
      if (count > 100) {
        response.end(run.slice(replaysAll ? 0 : after).join(''))
        return
      }
      const rest = Buffer.from(run.slice(after, after + 4).join(''))
      if (replaysAll) response.write(run.slice(0, after).join(''))
      // Three events arrive, and the fourth up to a byte that differs from cut to cut.
      const whole = Buffer.byteLength(run.slice(after, after + 3).join(''))
      const cut = rest.subarray(0, whole + ((count * 7) % (rest.length - whole)))
      response.write(cut, () => void (count % 2 === 0 ? response.end() : response.destroy()))
    })
    const events = await collect(open(server))
    expect(events.map(({ sequence }) => sequence)).toEqual(sequenceTo(301))
    expect(events.map(({ delta }) => delta ?? '').join('')).toBe(
      sequenceTo(300)
        .map((n) => `🌾${n} `)
        .join(''),
    )
    expect(server.resumedAfter).toHaveLength(101)
    expect(server.resumedAfter.slice(0, 3)).toEqual([null, 'run_a.3', 'run_a.6'])
  })

  test('wait as long as the server asks before reconnecting', async () => {
    const times: number[] = []
    const server = await serve(({ response, after }) => {
      times.push(performance.now())
      openEvents(response)
      response.end(
        after === 0 ? `retry: 120\n${eventText(1, { type: 'run-start' })}` : eventText(2, { type: 'run-end' }),
      )
    })
    await collect(open(server))
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(119)
  })

  test('fail by name after the maximum of reconnects, and a later call continues them', async () => {
    const run = runOf(4)
    let isDown = true
    const server = await serve(({ response, after }) => {
      if (isDown && after > 0) {
        response.writeHead(503).end()
        return
      }
      openEvents(response)
      response.end(run.slice(after, isDown ? 2 : 4).join(''))
    })
    const events = open(server, { reconnect: { limit: 3, delayMs: 1 } })
    const got: number[] = []
    const error = await failure(
      (async () => {
        for await (const { sequence } of events) got.push(sequence)
      })(),
    )
    expect(error).toBeInstanceOf(StreamInterruptedError)
    expect(error).toMatchObject({ lastEventId: 'run_a.2', reconnects: 3, isRetryable: true, cause: { status: 503 } })
    expect(error).toMatchObject({
      message:
        'streamZeusReply was cut and 3 reconnects failed: followZeusRun resumes it, with the header Last-Event-ID: run_a.2',
      url: `POST ${server.url}/v1/zeus/query-stream`,
      requestId: expect.stringMatching(/^[0-9a-f]{32}$/),
    })
    expect(server.resumedAfter).toEqual([null, 'run_a.2', 'run_a.2', 'run_a.2'])
    isDown = false
    const rest = await collect(open(server, { headers: { 'Last-Event-ID': events.lastEventId ?? '' } }))
    expect([...got, ...rest.map(({ sequence }) => sequence)]).toEqual([1, 2, 3, 4])
  })

  test('are not continued with `retry: false`, of the call or of the client, but can be later', async () => {
    const run = runOf(4)
    const server = await serve(({ response, after }) => {
      openEvents(response)
      response.end(run.slice(after, after + 2).join(''))
    })
    const client = createClient({ baseUrl: server.url, assistantUrl: server.url, retry: false })
    for (const options of [{ retry: false }, { client }] as const) {
      const error = await failure(collect(open(server, { ...options, reconnect: {} })))
      expect(error).toMatchObject({ name: 'StreamInterruptedError', lastEventId: 'run_a.2', reconnects: 0 })
      expect((error as Error).message).toContain('followZeusRun resumes it, with the header Last-Event-ID: run_a.2')
    }
    expect(server.resumedAfter).toEqual([null, null])
    expect(await collect(open(server, { client, headers: { 'Last-Event-ID': 'run_a.2' } }))).toHaveLength(2)
    // whoever names a limit wants it
    expect(await collect(open(server, { client, reconnect: { limit: 1, delayMs: 1 } }))).toHaveLength(4)
  })

  test('do not send a question again when the connection is cut before the first event', async () => {
    const server = await serve(({ response }) => {
      openEvents(response)
      response.write('id: run_a.1\n', () => response.destroy())
    })
    const error = await failure(collect(open(server)))
    expect(error).toBeInstanceOf(StreamInterruptedError)
    expect(error).toMatchObject({ lastEventId: null })
    expect(server.resumedAfter).toEqual([null])
  })

  test('end with a permanent refusal of a reconnect', async () => {
    const server = await serve(({ response, after }) => {
      if (after > 0) {
        response.writeHead(409, { 'content-type': 'application/problem+json' }).end('{}')
        return
      }
      openEvents(response)
      response.end(eventText(1, { type: 'run-start' }))
    })
    expect(await failure(collect(open(server)))).toBeInstanceOf(ConflictError)
    expect(server.resumedAfter).toHaveLength(2)
  })

  test('treat a silent connection as cut, and close it before the next one', async () => {
    const run = runOf(2)
    const silent = Promise.withResolvers<void>()
    const server = await serve(({ response, after }) => {
      openEvents(response)
      if (after === 0) {
        response.on('close', () => silent.resolve())
        response.write(run[0])
      } else void silent.promise.then(() => response.end(run[1]))
    })
    const events = await collect(open(server, { idleTimeoutMs: 200 }))
    expect(events.map(({ sequence }) => sequence)).toEqual([1, 2])
    expect(server.resumedAfter).toEqual([null, 'run_a.1'])
  })
})

describe('refused streams', () => {
  test('without an address of the assistant name the line of the app that began them', async () => {
    const beginOfApp = (): AuspexStream<Delta> =>
      stream<Delta>(
        '/v1/zeus/query-stream',
        { client: createClient({ baseUrl: 'http://127.0.0.1:9' }) },
        'streamZeusReply',
      )
    const error = await failure(collect(beginOfApp()))
    expect(error).toMatchObject({ message: expect.stringContaining('assistantUrl'), operation: 'streamZeusReply' })
    expect((error as Error).stack).toContain('beginOfApp')
  })

  const problem = (status: number, code: string): string =>
    JSON.stringify({ type: 'about:blank', title: `Refused with ${code}`, status, code, requestId: 'r-1' })

  test('renew an expired token before the first event, and again between two connections', async () => {
    const run = runOf(2)
    let valid = 'second'
    const server = await serve(({ request, response, after }) => {
      if (request.headers.authorization !== `Bearer ${valid}`) {
        response.writeHead(401, { 'content-type': 'application/problem+json' }).end(problem(401, 'auth.expired'))
        return
      }
      valid = 'third'
      openEvents(response)
      response.end(run.slice(after, after + 1).join(''))
    })
    let token = 'first'
    const client = createClient({
      baseUrl: server.url,
      assistantUrl: server.url,
      auth: { getToken: () => token, refresh: () => Promise.resolve((token = valid)) },
    })
    expect(await collect(open(server, { client }))).toHaveLength(2)
    expect(server.resumedAfter).toEqual([null, null, 'run_a.1', 'run_a.1'])
  })

  test('have the same error class, problem and message as any other call', async () => {
    const server = await serve(({ response, count }) => {
      const status = [401, 409, 500][count - 1] ?? 500
      response.writeHead(status, { 'content-type': 'application/problem+json' }).end(problem(status, `zeus.${status}`))
    })
    for (const [status, type] of [
      [401, UnauthenticatedError],
      [409, ConflictError],
      [500, ServerError],
    ] as const) {
      const error = await failure(collect(open(server)))
      expect(error).toBeInstanceOf(type)
      expect(error).toMatchObject({
        status,
        code: `zeus.${status}`,
        requestId: 'r-1',
        operation: 'streamZeusReply',
        productMessage: 'Error while getting Zeus reply',
      })
    }
  })

  test('distinguish an error flag with status 200, a web page, invalid data and an unreachable server', async () => {
    const flag = await serve(({ response }) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"message":"error"}'),
    )
    expect(await failure(collect(open(flag)))).toBeInstanceOf(ProductError)
    const page = await serve(({ response }) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'))
    expect(await failure(collect(open(page)))).toBeInstanceOf(DecodeError)
    const broken = await serve(({ response }) => {
      openEvents(response)
      response.end('id: run_a.1\nevent: text-delta\ndata: {"delta":\n\n')
    })
    expect(await failure(collect(open(broken)))).toBeInstanceOf(DecodeError)
    const stoppedServer = await startEventServer(() => undefined)
    await stoppedServer.close()
    expect(await failure(collect(open(stoppedServer)))).toBeInstanceOf(NetworkError)
  })
})

describe('validated streams', () => {
  test('deliver the events before an invalid one, then end with the place of the error', async () => {
    const server = await serve(({ response }) => {
      openEvents(response)
      const run = { runId: 'run_a', type: 'text-delta' }
      response.write(eventText(1, { ...run, delta: 'Oat' }))
      response.write(eventText(2, { ...run, delta: 7 }))
    })
    const client = createClient({
      baseUrl: server.url,
      assistantUrl: server.url,
      validate: createValidation({ mode: 'throw' }),
    })
    const events = open(server, { client })
    expect((await events.next()).value).toMatchObject({ delta: 'Oat' })
    const error = await failure(events.next())
    expect(error).toBeInstanceOf(ContractError)
    expect(error).toMatchObject({ issues: [{ pointer: '/delta' }] })
    await server.idle()
  })
})

describe('stopped streams', () => {
  /**
   * Whether every connection is closed within 100 ms; waits for the sockets, not for the clock. A process that got no CPU for that long sees the
   * deadline before it sees sockets that closed meanwhile, so it then polls for as many turns as closing takes.
   */
  const closesInTime = async (server: EventServer): Promise<boolean> => {
    const met = new AbortController()
    const deadline = wait(100, undefined, { signal: met.signal }).catch(() => undefined)
    await Promise.race([server.idle(), deadline])
    met.abort()
    for (let turn = 0; turn < 5 && server.sockets.size > 0; turn += 1) await nextTurn()
    return server.sockets.size === 0
  }
  const endless = (): Promise<EventServer> =>
    serve(({ response }) => {
      openEvents(response)
      response.write(runOf(3).slice(0, 2).join(''))
    })

  test('close 200 of 200 connections within 100 ms of their abort', async () => {
    const server = await endless()
    let closed = 0
    for (let n = 0; n < 200; n += 1) {
      const stopping = new AbortController()
      const events = open(server, { signal: stopping.signal })
      await events.next()
      expect(server.sockets.size).toBe(1)
      const waiting = n % 2 === 0 ? null : failure(events.next().then(() => events.next()))
      stopping.abort()
      if (await closesInTime(server)) closed += 1
      expect(await (waiting ?? failure(events.next()))).toBeInstanceOf(AbortedError)
    }
    expect(closed).toBe(200)
  })

  test('close the connection when the loop ends early', async () => {
    const server = await endless()
    for await (const { sequence } of open(server)) if (sequence === 1) break
    expect(await closesInTime(server)).toBe(true)
    const events = open(server)
    await events.next()
    await events.next()
    const third = events.next()
    await events.return()
    expect(await third).toEqual({ done: true, value: undefined })
    expect(await closesInTime(server)).toBe(true)
    expect(await events.next()).toEqual({ done: true, value: undefined })
  })

  test('do not wait for a reconnect after an abort', async () => {
    const server = await serve(({ response }) => {
      openEvents(response)
      response.write(eventText(1, { type: 'run-start' }), () => response.destroy())
    })
    const stopping = new AbortController()
    const events = open(server, { signal: stopping.signal, reconnect: { delayMs: 3_600_000, maxDelayMs: 3_600_000 } })
    await events.next()
    const next = failure(events.next())
    await server.idle()
    stopping.abort()
    expect(await next).toBeInstanceOf(AbortedError)
  })

  test('let the server close the connection after a complete response', async () => {
    let close: () => void = () => undefined
    const closings: boolean[] = []
    const server = await serve(({ response }) => {
      openEvents(response)
      response.on('close', () => closings.push(response.writableFinished))
      response.write(runOf(2).join(''))
      close = () => response.end()
    })
    const closeLater = async () => {
      // as long as a reader that has finished would need to cancel it
      for (let turn = 0; turn < 20; turn += 1) await nextTurn()
      close()
    }
    for await (const { type } of open(server)) if (type === 'run-end') void closeLater()
    await server.idle()
    expect(closings).toEqual([true])
  })

  test('close a connection that stays open after a complete response', async () => {
    const server = await serve(({ response }) => {
      openEvents(response)
      response.write(runOf(2).join(''))
    })
    expect(await collect(open(server, { idleTimeoutMs: 5 }))).toHaveLength(2)
    await server.idle()
    expect(server.sockets.size).toBe(0)
  })

  test('send no request until they are read', async () => {
    const server = await endless()
    await open(server).return()
    const aborted = open(server, { signal: AbortSignal.abort() })
    expect(await failure(aborted.next())).toBeInstanceOf(AbortedError)
    expect(server.resumedAfter).toEqual([])
  })
})
