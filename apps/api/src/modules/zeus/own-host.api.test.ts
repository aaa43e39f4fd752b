import type { AddressInfo } from 'node:net'
import { listPortfoliosTool } from '@auspex/tools'
import type { ZeusThread } from '@auspex/sdk/types'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../adapters/database/database.port.ts'
import { createFixedClock } from '../../kernel/clock.ts'
import { people } from '../../testing/people.ts'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { createTokenIssuer } from '../../testing/token-issuer.ts'
import { eventsOf, textOf } from './testing/read-run.ts'
import { createScriptedAnalyst } from './testing/scripted-analyst.ts'

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

const as = async (who: keyof typeof people) => ({ authorization: `Bearer ${await tokens.signToken(people[who])}` })

test('alone on its host, Zeus asks the product with the caller’s own token and sees what the caller sees', async () => {
  const body = { title: 'Plant milks' }
  await product.app.inject({ method: 'POST', url: '/api/portfolio/create', headers: await as('mira'), payload: body })
  script.answer = async function* (_request, tools, signal) {
    const outcome = await tools.read(listPortfoliosTool, {}, signal)
    yield { type: 'text-delta', delta: outcome.status === 'ok' ? JSON.stringify(outcome.output) : outcome.sentence }
  }
  const ask = async (who: 'mira' | 'ana') => {
    const headers = await as(who)
    const payload = { message: 'Which portfolios have I?' }
    const reply = await host.app.inject({ method: 'POST', url: '/assistant/v1/zeus/query-stream', headers, payload })
    return textOf(eventsOf(reply.body))
  }
  expect(await ask('mira')).toContain('Plant milks')
  expect(await ask('ana')).not.toContain('Plant milks')

  // the product has the thread, because it is stored in the database that both share
  const list = await product.app.inject({ method: 'GET', url: '/api/zeus/getZeusData', headers: await as('mira') })
  const threads = list.json<{ items: ZeusThread[] }>().items
  expect(threads[0]?.messages[1]?.content).toContain('Plant milks')
})

test('alone on its host, it serves nothing of the product', async () => {
  await host.app.ready()
  expect(host.app.hasRoute({ method: 'GET', url: '/api/users/me' })).toBe(false)
  expect(product.app.hasRoute({ method: 'POST', url: '/assistant/v1/zeus/query-stream' })).toBe(false)
})
