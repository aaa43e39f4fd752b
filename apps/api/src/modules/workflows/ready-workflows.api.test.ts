import type { WorkflowPage, WorkflowRunStepDetails } from '@auspex/sdk/types'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startWorkflowApi, type WorkflowApi } from './testing/workflow-api.ts'

let api: WorkflowApi
let portfolio: string
beforeAll(async () => {
  api = await startWorkflowApi()
  portfolio = await api.savePortfolio()
})
afterAll(() => api.close())

describe('the workflows that come with the server', () => {
  test('stand first in both lists, are six, and cannot be changed', async () => {
    for (const path of ['/workflows/getWorkflowsData', '/zeus/getWorkflowsData']) {
      const { items } = (await api.get(path)).json<WorkflowPage>()
      expect(items.filter(({ kind }) => kind === 'ready').map(({ title }) => title)).toEqual([
        'Weekly brief of a portfolio',
        'Board pack',
        'What changed and why',
        'Competitor comparison',
        'Launch watch',
        'Trial watch',
      ])
    }
    const refused = await api.send('PATCH', '/workflows/wf_weeklybrief', { version: 1, title: 'Mine' })
    expect(refused.json()).toMatchObject({ status: 403, code: 'workflows.not_yours' })
  })

  test('the weekly brief says the numbers that the reports have, and what it stands on', async () => {
    const { id } = await api.start('wf_weeklybrief', { portfolio })
    const run = await api.settle(id)
    expect(run).toMatchObject({ state: 'completed', failure: null, stepsEnded: 4 })
    expect(run.steps.map(({ state }) => state)).toEqual(['completed', 'completed', 'completed', 'completed'])
    const signals = (await api.get(`/workflowRuns/${id}/steps/signals`)).json<WorkflowRunStepDetails>()
    const { signals: reports } = JSON.parse(signals.output ?? '') as {
      signals: { title: string; counts: { documents: number }; stage: string | null }[]
    }
    expect(reports).toHaveLength(2)
    for (const { title, counts, stage } of reports)
      expect(run.result?.markdown).toContain(`| ${title} | ${counts.documents} | ${stage ?? 'unknown'} |`)
    const { markdown = '', evidence = [] } = run.result ?? {}
    expect(evidence.length).toBeGreaterThan(2)
    const marks = [...markdown.matchAll(/(?<!\\)\[(\d+)\]/g)].map(([, number]) => Number(number))
    expect([...new Set(marks)].toSorted((a, b) => a - b)).toEqual(evidence.map(({ number }) => number))
    const cited = evidence.find(({ kind }) => kind === 'document')
    const document = await api.get(`/signals/${cited?.signalId}/documents/${cited?.id}`)
    expect(document.statusCode).toBe(200)
  })

  test('what changed, the comparison and the launch watch search their topics first', async () => {
    const changed = await api.settle((await api.start('wf_whatchanged', { topic: 'oat milk' })).id)
    expect(changed).toMatchObject({ state: 'completed', failure: null })
    expect(changed.result?.markdown).toContain('# What changed: oat milk')
    const compared = await api.settle((await api.start('wf_competitors', { names: 'oat milk\nmatcha' })).id)
    expect(compared).toMatchObject({ state: 'completed', failure: null })
    expect(compared.result?.markdown).toContain('### matcha against oat milk')
    const watched = await api.settle((await api.start('wf_launchwatch', { product: 'oat milk' })).id)
    expect(watched).toMatchObject({ state: 'completed', failure: null })
    expect(watched.result?.markdown).toMatch(/## Praise\n\n\d+ in all/)
  })

  test('a topic that nobody writes about ends with the step and the reason', async () => {
    const run = await api.settle((await api.start('wf_whatchanged', { topic: 'zanzibarquux' })).id)
    expect(run).toMatchObject({ state: 'failed', result: null, failure: { code: 'workflows.value_missing' } })
    expect(run.steps.map(({ state }) => state)).toEqual(['completed', 'failed', 'skipped', 'skipped', 'skipped'])
  })

  test('the board pack is written before its report waits for a yes', async () => {
    const { id } = await api.start('wf_boardpack', { portfolio, title: 'Drinks in November' })
    const run = await api.settle(id)
    expect(run.state).toBe('waiting')
    expect(run.result?.markdown).toContain('# Drinks in November')
    const save = run.steps.at(-1)
    expect(save).toMatchObject({
      state: 'waiting',
      approval: { title: 'Save the report “Drinks in November”', decision: null },
    })
  })

  test('a value that is missing or of another kind is refused before anything runs', async () => {
    const missing = await api.send('POST', '/workflows/wf_weeklybrief/runs', { parameters: [] })
    expect(missing.json()).toMatchObject({ status: 422, code: 'workflows.parameters_invalid' })
    const wrong = { parameters: [{ name: 'portfolio', value: 'Drinks' }] }
    const refused = await api.send('POST', '/workflows/wf_weeklybrief/runs', wrong)
    expect(refused.json()).toMatchObject({ errors: [{ message: 'Portfolio must be the id of a portfolio' }] })
  })
})
