import type { Database } from '../../adapters/database/database.port.ts'
import { createRandom } from '@auspex/contract/random'
import type { AssistantEvent, StoppedRun, ZeusThread } from '@auspex/sdk/types'
import { listPortfoliosTool } from '@auspex/tools'
import { type ClientRequest, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFixedClock } from '../../kernel/clock.ts'
import { people } from '../../testing/people.ts'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { createTokenIssuer } from '../../testing/token-issuer.ts'
import { eventsOf, textOf } from './testing/read-run.ts'
import { createScriptedAnalyst } from './testing/scripted-analyst.ts'

describe('disconnects api', () => {
  /** The acceptance criteria of the issue: every disconnected stream resumes with the same text, and every stop takes effect. */
  const disconnects = 200
  const stops = 100

  const { analyst, script } = createScriptedAnalyst()
  let api: TestApi
  let port = 0
  let token = ''
  beforeAll(async () => {
    api = await createTestApi({ analyst, zeusLimits: { runsPerDay: 10_000 } })
    await api.app.listen({ port: 0, host: '127.0.0.1' })
    port = (api.app.server.address() as AddressInfo).port // it listens on a port
    token = await api.tokenOf('mira')
  })
  afterAll(() => api.close())

  interface Reading {
    text: string
    isCut: boolean
  }

  /** Reads a stream over its own socket, which is cut after a number of bytes. */
  function read(
    options: { path: string; body?: object; after?: string | undefined },
    bytes = Infinity,
  ): Promise<Reading> {
    const { path, body, after } = options
    return new Promise((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(after !== undefined && { 'last-event-id': after }),
      }
      const method = body === undefined ? 'GET' : 'POST'
      const sent: ClientRequest = request({ port, host: '127.0.0.1', path: `/assistant${path}`, method, headers })
      let text = ''
      sent.on('response', (reply) => {
        reply.setEncoding('latin1')
        reply.on('data', (chunk: string) => {
          text += chunk
          if (text.length < bytes) return
          text = text.slice(0, bytes)
          sent.destroy()
          resolve({ text, isCut: true })
        })
        reply.on('end', () => resolve({ text, isCut: false }))
        reply.on('error', () => resolve({ text, isCut: true }))
      })
      sent.on('error', reject)
      sent.end(body === undefined ? undefined : JSON.stringify(body))
    })
  }

  /** The events that arrived completely, as a client stores them. */
  const completeEvents = ({ text }: Reading): AssistantEvent[] => {
    const end = text.lastIndexOf('\n\n')
    return end === -1 ? [] : eventsOf(Buffer.from(text.slice(0, end + 2), 'latin1').toString('utf8'))
  }
  const idOf = (event: AssistantEvent | undefined) => event && `${event.runId}.${event.sequence}`

  test(`an answer resumes with the same text after each of ${disconnects} disconnects at random bytes`, async () => {
    const random = createRandom(20_261_121)
    const pieces = Array.from({ length: 60 }, (_, index) => `piece ${index}, with an ö and a 🌾; `)
    script.answer = async function* () {
      for (const delta of pieces) {
        yield { type: 'text-delta', delta }
        await new Promise((resolve) => setImmediate(resolve))
      }
    }
    let done = 0
    for (let round = 0; done < disconnects; round += 1) {
      const body = { message: `Round ${round}` }
      const events: AssistantEvent[] = []
      const first = await read({ path: '/v1/zeus/query-stream', body }, random.int(450, 4_000))
      events.push(...completeEvents(first))
      let { isCut } = first
      while (isCut) {
        done += 1
        const after = idOf(events.at(-1))
        expect(after).toBeDefined()
        // the same request again, or only the run, as a reloaded page does
        const path = random.chance(0.5) ? '/v1/zeus/query-stream' : `/v1/zeus/runs/${events[0]?.runId ?? ''}/events`
        const next = await read(
          { path, after, ...(path === '/v1/zeus/query-stream' && { body }) },
          done < disconnects ? random.int(1, 9_000) : Infinity,
        )
        events.push(...completeEvents(next))
        isCut = next.isCut
      }
      expect(textOf(events)).toBe(pieces.join(''))
      expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_event, index) => index + 1))
      expect(events.at(-1)).toMatchObject({ type: 'run-end', outcome: 'completed' })
    }
    expect(done).toBeGreaterThanOrEqual(disconnects)
  })

  test(`each of ${stops} stops after a resume ends the run upstream and keeps the text written so far`, async () => {
    let upstream = Promise.withResolvers<AbortSignal>()
    script.answer = async function* (_request, _tools, signal) {
      upstream.resolve(signal)
      yield { type: 'text-delta', delta: 'So far, ' }
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
      yield { type: 'text-delta', delta: 'never shown' }
    }
    let slowest = 0
    for (let round = 0; round < stops; round += 1) {
      upstream = Promise.withResolvers<AbortSignal>()
      const cut = await read({ path: '/v1/zeus/query-stream', body: { message: 'Slowly' } }, 300)
      const runId = /"runId":"(run_\w+)"/.exec(cut.text)?.[1] ?? ''
      const resumed = read({ path: `/v1/zeus/runs/${runId}/events` })
      // a reader sees the run begin before the analyst is called
      const signal = await upstream.promise
      const began = performance.now()
      signal.addEventListener('abort', () => (slowest = Math.max(slowest, performance.now() - began)))
      const reply = await api.request({ method: 'POST', path: `/v1/zeus/runs/${runId}/stop`, as: 'mira' })
      expect(signal.aborted).toBe(true)
      const { outcome, message, threadId } = reply.json<StoppedRun>()
      expect([outcome, message.state, 'So far, '.startsWith(message.content)]).toEqual(['cancelled', 'partial', true])
      const events = completeEvents(await resumed)
      expect(textOf(events)).toBe(message.content)
      expect(events.at(-1)).toMatchObject({ type: 'run-end', outcome: 'cancelled' })
      const list = await api.request({ method: 'GET', path: `/zeus/getZeusData?id=${threadId}`, as: 'mira' })
      const [thread] = list.json<{ items: ZeusThread[] }>().items
      expect(thread?.messages.at(-1)).toMatchObject({ id: message.id, content: message.content, state: 'partial' })
    }
    console.log(`Zeus: the slowest of ${stops} stops reached the analyst after ${slowest.toFixed(0)} ms`)
  })
})

describe('Zeus on its own host', () => {
  const tokens = createTokenIssuer(createFixedClock('2026-11-21T08:00:00Z'))
  const { analyst, script } = createScriptedAnalyst()
  let database: Database
  let product: TestApi
  let host: TestApi
  beforeAll(async () => {
    database = await createTestDatabase()
    product = await createTestApi({ database, verifier: tokens.verifier, services: ['api'] })
    await product.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = product.app.server.address() as AddressInfo // it listens on a port
    const apiUrl = new URL(`http://127.0.0.1:${port}/api`)
    host = await createTestApi({
      database,
      analyst,
      verifier: tokens.verifier,
      services: ['assistant'],
      config: { apiUrl },
    })
  })
  afterAll(async () => {
    await host.app.close()
    await product.app.close()
    await database.close()
  })

  const headersOf = async (who: keyof typeof people) => ({
    authorization: `Bearer ${await tokens.signToken(people[who])}`,
  })

  test('uses the caller’s token and sees only what the caller may see', async () => {
    const body = { title: 'Plant milks' }
    await product.app.inject({
      method: 'POST',
      url: '/api/portfolio/create',
      headers: await headersOf('mira'),
      payload: body,
    })
    script.answer = async function* (_request, tools, signal) {
      const outcome = await tools.read(listPortfoliosTool, {}, signal)
      yield { type: 'text-delta', delta: outcome.status === 'ok' ? JSON.stringify(outcome.output) : outcome.sentence }
    }
    const sendMessage = async (who: 'mira' | 'ana') => {
      const headers = await headersOf(who)
      const payload = { message: 'Which portfolios have I?' }
      const reply = await host.app.inject({ method: 'POST', url: '/assistant/v1/zeus/query-stream', headers, payload })
      return textOf(eventsOf(reply.body))
    }
    expect(await sendMessage('mira')).toContain('Plant milks')
    expect(await sendMessage('ana')).not.toContain('Plant milks')

    // the product has the thread, because it is stored in the database that both share
    const list = await product.app.inject({
      method: 'GET',
      url: '/api/zeus/getZeusData',
      headers: await headersOf('mira'),
    })
    const threads = list.json<{ items: ZeusThread[] }>().items
    expect(threads[0]?.messages[1]?.content).toContain('Plant milks')
  })

  test('serves no other part of the product', async () => {
    await host.app.ready()
    expect(host.app.hasRoute({ method: 'GET', url: '/api/users/me' })).toBe(false)
    expect(product.app.hasRoute({ method: 'POST', url: '/assistant/v1/zeus/query-stream' })).toBe(false)
  })
})
