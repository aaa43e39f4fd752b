import { loadContract } from '@auspex/contract'
import { readContractDocument } from '@auspex/contract/file'
import type { Workflow, WorkflowRun } from '@auspex/sdk/types'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOwnedThings } from '../testing/owned-things.ts'
import { createTestApi, type TestApi } from '../testing/test-api.ts'
import { answering, fakeSource } from '../modules/search/testing/fake-sources.ts'
import { createProposingAnalyst } from '../modules/zeus/testing/scripted-analyst.ts'
import { importer } from './examples/things.ts'
import { sendExample, listExamples } from './examples/send-example.ts'

/** 300 days of closing prices of the stock in the examples. */
const closes = Array.from({ length: 300 }, (_, n) => ({
  day: new Date(Date.UTC(2026, 0, 20 + n)).toISOString().slice(0, 10),
  close: Math.round((100 + 10 * Math.sin(n / 9) + ((n * 7) % 5)) * 100) / 100,
}))
const stock = { symbol: 'FJRD', market: 'stock', name: 'Fjord Oats ASA', exchange: 'Oslo Børs', currency: 'NOK' }

const examples = listExamples(loadContract(readContractDocument()))

let api: TestApi
beforeAll(async () => {
  api = await createTestApi({
    analyst: createProposingAnalyst(),
    jobs: true,
    config: { sources: 'live' },
    connectors: [fakeSource({ key: 'hacker_news', answer: answering([]) })],
    mailer: { send: async () => ({ kind: 'accepted' }) },
  })
  await createOwnedThings(api)
  // a destination was tested just now
  api.clock.set(new Date(api.clock.now().getTime() + 10_000).toISOString())
  const body = { ...stock, adjusted: true, closes }
  await api.request({ method: 'POST', path: '/closes', as: importer, body })
})
afterAll(() => api.close())

test.each(examples)('the server accepts $name of the contract', async (example) => {
  const { statusCode, body } = await sendExample(api, example)
  expect({ isAccepted: statusCode >= 200 && statusCode < 300, statusCode, body }).toMatchObject({ isAccepted: true })
})

test('every operation that writes has an example', () => {
  const writing = api.contract.operations.filter(({ method }) => method !== 'GET').map(({ id }) => id)
  expect(writing.length).toBeGreaterThan(100)
  expect([...new Set(examples.map(({ operation }) => operation.id))]).toEqual(writing)
})

test('the example workflow of the contract runs to completion', async () => {
  const example = examples.find(({ operation }) => operation.id === 'createWorkflow')
  if (example === undefined) throw new Error('The contract has no example of a workflow')
  const { id, schedule } = (await sendExample(api, example)).json<Workflow>()
  const body = { parameters: schedule?.parameters ?? [] }
  const started = await api.request({ method: 'POST', path: `/workflows/${id}/runs`, as: 'mira', body })
  let run = started.json<WorkflowRun>()
  while (run.state === 'queued' || run.state === 'running')
    run = (await api.request({ method: 'GET', path: `/workflowRuns/${run.id}`, as: 'mira' })).json()
  expect(run).toMatchObject({
    state: 'completed',
    steps: [{ state: 'completed' }, { state: 'completed' }, { state: 'completed' }],
  })
})
