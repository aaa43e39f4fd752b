import type {
  Workflow,
  WorkflowPage,
  WorkflowRun,
  WorkflowRunPage,
  WorkflowRunStepDetails,
  WorkflowTools,
} from '@auspex/sdk/types'
import { resolve } from '@auspex/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillIn } from './runs/references.ts'
import { findTool } from './tools/find-tool.ts'
import { startWorkflowApi, step, type WorkflowApi } from './testing/workflow-api.ts'

let api: WorkflowApi
let portfolio: string
beforeAll(async () => {
  api = await startWorkflowApi()
  portfolio = await api.savePortfolio()
})
afterAll(() => api.close())

const sources = step('sources', 'list_sources', {})
const document = step('brief', 'write_document', {
  title: 'Sources',
  sections: [{ heading: 'All', of: '{{results.sources}}' }],
})
const save = step('keep', 'save_recent_search', { topic: 'oat milk in {{steps.brief.title}}' })
const countSearches = async () => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from recent_search`.execute(api.database.kysely)
  return rows[0]?.n ?? 0
}
const statesOf = ({ steps }: WorkflowRun) => steps.map(({ state }) => state)

describe('a custom workflow', () => {
  test('can be run by colleagues, changed by its creator only, and is not found elsewhere', async () => {
    const { id } = await api.create({ title: 'Ours', steps: [sources] })
    expect((await api.get(`/workflows/${id}`, 'jon')).json()).toMatchObject({ title: 'Ours', isMine: false })
    expect((await api.send('PATCH', `/workflows/${id}`, { version: 1, title: 'His' }, 'jon')).statusCode).toBe(403)
    expect((await api.send('DELETE', `/workflows/${id}`, undefined, 'jon')).statusCode).toBe(403)
    for (const [method, path, body] of [
      ['PATCH', `/workflows/${id}`, { version: 1, title: 'Hers' }],
      ['DELETE', `/workflows/${id}`, undefined],
      ['POST', `/workflows/${id}/runs`, { parameters: [] }],
    ] as const)
      expect((await api.send(method, path, body, 'ana')).json()).toMatchObject({
        status: 404,
        code: 'workflows.not_found',
      })
    expect((await api.get(`/workflows/${id}`, 'ana')).statusCode).toBe(404)
    const { items } = (await api.get('/workflows/getWorkflowsData', 'ana')).json<WorkflowPage>()
    expect(items.every(({ kind }) => kind === 'ready')).toBe(true)
  })

  test('that was changed in the meantime is refused with the current version', async () => {
    const { id } = await api.create({ steps: [sources] })
    const first = await api.send('PATCH', `/workflows/${id}`, { version: 1, title: 'First' })
    expect(first.json()).toMatchObject({ version: 2, title: 'First' })
    const outdated = await api.send('PATCH', `/workflows/${id}`, { version: 1, title: 'Late' })
    expect(outdated.json()).toMatchObject({
      status: 409,
      code: 'workflows.stale',
      current: { version: 2, title: 'First' },
    })
  })

  test.each([
    ['a tool that is not there', [step('a', 'guess', {})], 'there is no tool guess'],
    [
      'a step below',
      [step('a', 'get_search', { requestId: '{{steps.b.id}}' }), step('b', 'list_sources', {})],
      'no step b stands above it',
    ],
    ['itself', [step('a', 'get_search', { requestId: '{{steps.a.id}}' })], 'no step a stands above it'],
    [
      'a parameter that is not there',
      [step('a', 'search_topic', { topic: '{{parameters.x}}' })],
      'there is no parameter x',
    ],
    ['two steps of one name', [sources, sources], 'another step has this id'],
    ['an input that its tool refuses', [step('a', 'search_topic', { topic: 5 })], 'topic of search_topic'],
    [
      'what a step found where its result belongs, which failed at every run',
      [sources, step('brief', 'write_document', { title: 'x', sections: [{ heading: 'x', of: '{{steps.sources}}' }] })],
      'write {{results.sources}}',
    ],
    [
      'a list where one text belongs',
      [sources, step('a', 'search_topic', { topic: '{{steps.sources.sources[0:2].key}}' })],
      'topic of search_topic',
    ],
    ['an input that is no object', [{ ...sources, input: '[]' }], 'must be an object written as JSON'],
  ])('is refused for %s', async (_name, steps, message) => {
    const reply = await api.send('POST', '/workflows', { title: 'Wrong', steps })
    expect(reply.json()).toMatchObject({ status: 422, code: 'workflows.steps_invalid' })
    expect(reply.json<{ detail: string }>().detail).toContain(message)
  })
})

describe('the example workflows of the contract', () => {
  test('can be created and run to completion, and built-in ones can be copied', async () => {
    const examples = api.contract.document.paths['/workflows']?.post?.requestBody?.content['application/json']?.examples
    const [example] = Object.values(examples ?? {})
    if (example === undefined) throw new Error('The contract has no example')
    const workflow = resolve(api.contract.document, example).value as Workflow // an example of a request that creates one
    const parameters = [{ name: 'portfolio', value: portfolio }]
    const { id } = await api.create({ ...workflow, schedule: null })
    expect(await api.settle((await api.start(id, { portfolio })).id)).toMatchObject({ state: 'completed' })
    for (const { title, parameters: named, steps } of (await api.get('/workflows/getWorkflowsData'))
      .json<WorkflowPage>()
      .items.filter(({ kind }) => kind === 'ready')) {
      const copy = await api.send('POST', '/workflows', { title, parameters: named, steps })
      expect([title, copy.statusCode]).toEqual([title, 200])
    }
    const schedule = workflow.schedule && { ...workflow.schedule, parameters }
    expect((await api.create({ ...workflow, schedule })).schedule).toMatchObject({ cron: '0 7 * * 1' })
  })
})

describe('a step that changes data', () => {
  test('shows the change and makes exactly that change once after approval', async () => {
    const { id, steps } = await api.create({ steps: [sources, document, save] })
    expect(steps.map(({ approval }) => approval)).toEqual([false, false, true])
    const waitingRun = await api.settle((await api.start(id)).id)
    expect(waitingRun).toMatchObject({ state: 'waiting' })
    const [question] = waitingRun.steps.flatMap(({ approval }) => approval ?? [])
    expect(question).toMatchObject({ title: 'Put “oat milk in Sources” among your recent searches', decision: null })
    const before = await countSearches()
    const path = `/workflowRuns/${waitingRun.id}/steps/keep/decision`
    const other = await api.send('POST', path, { decision: 'approve', inputHash: 'f'.repeat(64) })
    expect(other.json()).toMatchObject({ status: 409, code: 'workflows.approval_stale' })
    const yes = { decision: 'approve', inputHash: question?.inputHash }
    expect((await api.send('POST', path, yes, 'jon')).statusCode).toBe(404)
    expect((await api.send('POST', path, yes)).statusCode).toBe(200)
    expect((await api.send('POST', path, yes)).statusCode).toBe(409)
    expect(await api.settle(waitingRun.id)).toMatchObject({ state: 'completed' })
    expect(await countSearches()).toBe(before + 1)
  })

  test('is skipped after a rejection, and so are the steps that depend on it', async () => {
    const after = step('after', 'autocomplete', { text: '{{steps.keep.title}}' })
    const { id } = await api.create({ steps: [sources, document, save, after] })
    const { id: runId, steps } = await api.settle((await api.start(id)).id)
    const before = await countSearches()
    const inputHash = steps[2]?.inputHash
    await api.send('POST', `/workflowRuns/${runId}/steps/keep/decision`, { decision: 'refuse', inputHash })
    const run = await api.settle(runId)
    expect(run.state).toBe('completed')
    expect(statesOf(run)).toEqual(['completed', 'completed', 'skipped', 'skipped'])
    expect(await countSearches()).toBe(before)
  })
})

describe('a run', () => {
  test('is visible to its owner only, not even to a colleague', async () => {
    const { id } = await api.settle((await api.start('wf_weeklybrief', { portfolio })).id)
    for (const who of ['jon', 'ana'] as const) {
      expect((await api.get(`/workflowRuns/${id}`, who)).statusCode).toBe(404)
      expect((await api.get(`/workflowRuns/${id}/steps/signals`, who)).statusCode).toBe(404)
      expect((await api.send('POST', `/workflowRuns/${id}/cancel`, undefined, who)).statusCode).toBe(404)
      expect((await api.send('POST', `/workflowRuns/${id}/retry`, { version: 'same' }, who)).statusCode).toBe(404)
      expect((await api.get('/workflowRuns', who)).json<WorkflowRunPage>().items).toEqual([])
    }
  })

  test('reads nothing that the person may not read', async () => {
    const { id } = await api.post<Workflow>(
      '/workflows',
      { title: 'Hers', steps: [step('portfolio', 'read_portfolio', { portfolioId: portfolio })] },
      'ana',
    )
    const { id: runId } = await api.post<WorkflowRun>(`/workflows/${id}/runs`, { parameters: [] }, 'ana')
    for (;;) {
      const run = (await api.get(`/workflowRuns/${runId}`, 'ana')).json<WorkflowRun>()
      if (run.state === 'queued' || run.state === 'running') continue
      expect(run).toMatchObject({ state: 'failed', failure: { code: 'portfolios.not_found' } })
      break
    }
  })

  test('resumes at the failed step with the corrected version, and repeats no completed step', async () => {
    const broken = step('report', 'get_report', { signalId: '{{steps.search.readable[7].signalId}}' })
    const search = step('search', 'search_topics', { topics: ['oat milk'] })
    const workflow = await api.create({ steps: [search, broken] })
    const failed = await api.settle((await api.start(workflow.id)).id)
    expect(failed).toMatchObject({ state: 'failed', failure: { code: 'workflows.value_missing' } })
    const corrected = { ...broken, input: broken.input.replace('[7]', '[0]') }
    await api.send('PATCH', `/workflows/${workflow.id}`, { version: 1, steps: [search, corrected] })
    const retried = await api.post<WorkflowRun>(`/workflowRuns/${failed.id}/retry`, { version: 'newest' })
    const run = await api.settle(retried.id)
    expect(run).toMatchObject({ state: 'completed', version: 2, trigger: 'retry', retryOf: failed.id })
    expect(statesOf(run)).toEqual(['reused', 'completed'])
    const same = await api.settle(
      (await api.post<WorkflowRun>(`/workflowRuns/${failed.id}/retry`, { version: 'same' })).id,
    )
    expect(same).toMatchObject({ state: 'failed', version: 1 })
    const completedRun = await api.settle(
      (await api.post<WorkflowRun>(`/workflowRuns/${run.id}/retry`, { version: 'newest', fromStep: 'search' })).id,
    )
    expect(statesOf(completedRun)).toEqual(['completed', 'completed'])
  })

  test('stores the input and the result of each step', async () => {
    const { id } = await api.settle((await api.start('wf_weeklybrief', { portfolio })).id)
    const stepDetails = (await api.get(`/workflowRuns/${id}/steps/portfolio`)).json<WorkflowRunStepDetails>()
    expect(JSON.parse(stepDetails.input ?? '')).toEqual({ portfolioId: portfolio })
    expect(JSON.parse(stepDetails.output ?? '')).toMatchObject({ title: 'Drinks', signalCount: 2 })
    expect(stepDetails.inputHash).toMatch(/^[0-9a-f]{64}$/)
  })

  test('stops with a clear message when its budget is used up', async () => {
    const threeSteps = [1, 2, 3].map((n) => step(`s${n}`, 'list_sources', {}))
    const { id } = await api.create({ steps: threeSteps, budget: { maxCalls: 2, maxSeconds: 60 } })
    const run = await api.settle((await api.start(id)).id)
    expect(run).toMatchObject({ state: 'failed', calls: 2, failure: { code: 'workflows.budget_spent' } })
    expect(run.failure?.reason).toContain('may make 2 calls')
  })

  test('that is cancelled stops where it is', async () => {
    const { id } = await api.create({ steps: [step('ask', 'list_sources', {}, true)] })
    const waitingRun = await api.settle((await api.start(id)).id)
    const run = await api.post<WorkflowRun>(`/workflowRuns/${waitingRun.id}/cancel`)
    expect(run).toMatchObject({ state: 'cancelled', stepsEnded: 1 })
    expect((await api.post<WorkflowRun>(`/workflowRuns/${waitingRun.id}/cancel`)).endedAt).toBe(run.endedAt)
  })
})

describe('values that a builder offers', () => {
  const growingTopic = findTool('list_trends')?.compact(
    { items: [{ term: 'oat milk', documents: 9, previous: 3, momentum: null }] },
    { limit: 10 },
  )
  test('are found in what each tool really answers', async () => {
    const inputs: [tool: string, input: object][] = [
      ['read_portfolio', { portfolioId: portfolio }],
      ['search_topics', { topics: ['oat milk'] }],
      ['search_topic', { topic: 'oat milk' }],
      ['get_search', { requestId: '{{steps.search_topic.requestId}}' }],
      ['save_recent_search', { topic: 'matcha' }],
      ['list_recent_searches', {}],
      ['list_portfolios', {}],
      ['list_trends', {}],
      ['get_report', { signalId: '{{steps.search_topic.signalId}}' }],
      ['write_document', { title: 'All', sections: [{ heading: 'One', of: '{{results.search_topic}}' }] }],
    ]
    const { id } = await api.create({ steps: inputs.map(([tool, input]) => step(tool, tool, input)) })
    const started = await api.start(id)
    const { steps } = await api.settle(started.id)
    const waiting = steps.find(({ state }) => state === 'waiting')
    await api.send('POST', `/workflowRuns/${started.id}/steps/${waiting?.id}/decision`, {
      decision: 'approve',
      inputHash: waiting?.inputHash,
    })
    expect(await api.settle(started.id)).toMatchObject({ state: 'completed', failure: null })
    const { items } = (await api.get('/workflowTools')).json<WorkflowTools>()
    const offering = items.filter(({ outputs }) => outputs.length > 0)
    expect(offering.map(({ name }) => name).toSorted()).toEqual(inputs.map(([tool]) => tool).toSorted())
    for (const { name, outputs } of offering) {
      const details = (await api.get(`/workflowRuns/${started.id}/steps/${name}`)).json<WorkflowRunStepDetails>()
      // the small library has no growing topic
      const output: unknown = name === 'list_trends' ? growingTopic : JSON.parse(details.output ?? 'null')
      const results = new Map([[name, { tool: name, output }]])
      for (const { path, type } of outputs) {
        const value = fillIn(`{{steps.${name}.${path}}}`, { parameters: new Map(), results })
        expect(Array.isArray(value), `${name}.${path}`).toBe(type === 'signals' || type === 'topics')
        expect([value].flat()[0], `${name}.${path}`).toMatch(type.startsWith('signal') ? /^sig_/ : /./)
      }
    }
  })
})

describe('a run that a personal access token started', () => {
  const tokenWith = async (...scopes: string[]) =>
    (await api.post<{ token: string }>('/users/me/personalAccessTokens', { name: 'Script', scopes })).token
  const sendWith = async (token: string, method: 'POST' | 'PATCH', path: string, body: object) =>
    api.request({ method, path, body, headers: { authorization: `Bearer ${token}` } })
  const refusal = { state: 'failed', failure: { code: 'identity.insufficient_scope' } }

  test('may do no more than the token, also when it is retried with the token', async () => {
    const { id } = await api.create({ steps: [sources] })
    const token = await tokenWith('write')
    const run = (await sendWith(token, 'POST', `/workflows/${id}/runs`, { parameters: [] })).json<WorkflowRun>()
    expect(await api.settle(run.id)).toMatchObject(refusal)
    const again = (
      await sendWith(token, 'POST', `/workflowRuns/${run.id}/retry`, { version: 'newest' })
    ).json<WorkflowRun>()
    expect(await api.settle(again.id)).toMatchObject(refusal)
    const ofPerson = await api.post<WorkflowRun>(`/workflowRuns/${run.id}/retry`, { version: 'newest' })
    expect(await api.settle(ofPerson.id)).toMatchObject({ state: 'completed' })
  })

  test('completes when the token has the scope', async () => {
    const { id } = await api.create({ steps: [sources] })
    const token = await tokenWith('read', 'write')
    const run = (await sendWith(token, 'POST', `/workflows/${id}/runs`, { parameters: [] })).json<WorkflowRun>()
    expect(await api.settle(run.id)).toMatchObject({ state: 'completed' })
  })
})
