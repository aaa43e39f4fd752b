import type { WorkflowPage, WorkflowRunStepDetails, ZeusReportPage } from '@auspex/sdk/types'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startWorkflowApi, type WorkflowApi } from './testing/workflow-api.ts'

let api: WorkflowApi
let portfolio: string
beforeAll(async () => {
  api = await startWorkflowApi()
  portfolio = await api.savePortfolio()
})
afterAll(() => api.close())
const listReports = async (as: 'mira' | 'jon' = 'mira') =>
  (await api.get('/zeus/getZeusReports', as)).json<ZeusReportPage>().items.map(({ title }) => title)

describe('the built-in workflows', () => {
  test('are listed first, are six, and cannot be changed', async () => {
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

  test('the weekly brief has the numbers of the reports, with their sources', async () => {
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

  test('a topic without documents ends the run with the step and the reason', async () => {
    const run = await api.settle((await api.start('wf_whatchanged', { topic: 'zanzibarquux' })).id)
    expect(run).toMatchObject({ state: 'failed', result: null, failure: { code: 'workflows.value_missing' } })
    expect(run.steps.map(({ state }) => state)).toEqual(['completed', 'failed', 'skipped', 'skipped', 'skipped'])
  })

  test('the board pack is drafted before its report waits for approval', async () => {
    const { id } = await api.start('wf_boardpack', { portfolio, title: 'Drinks in November' })
    const run = await api.settle(id)
    expect(run.state).toBe('waiting')
    expect(run.result?.markdown).toContain('# Drinks in November')
    const save = run.steps.at(-1)
    expect(save).toMatchObject({
      state: 'waiting',
      approval: { title: 'Save the report “Drinks in November”', decision: null },
    })
    expect(await listReports()).not.toContain('Drinks in November')
  })

  test('the board pack is a report after the approval, with the text and the signals that were shown', async () => {
    const waitingRun = await api.settle(
      (await api.start('wf_boardpack', { portfolio, title: 'Drinks in December' })).id,
    )
    const { inputHash } = waitingRun.steps.at(-1) ?? {}
    const path = `/workflowRuns/${waitingRun.id}/steps/save/decision`
    expect((await api.send('POST', path, { decision: 'approve', inputHash })).statusCode).toBe(200)
    const run = await api.settle(waitingRun.id)
    expect(run).toMatchObject({ state: 'completed', failure: null })
    expect(run.steps.map(({ state }) => state)).toEqual(run.steps.map(() => 'completed'))
    const { items } = (await api.get('/zeus/getZeusReports')).json<ZeusReportPage>()
    const saved = items.filter(({ title }) => title === 'Drinks in December')
    expect(saved).toHaveLength(1)
    expect(saved[0]?.contents).toContain('# Drinks in December')
    for (const heading of ['At a glance', 'Signal by signal', 'What changed'])
      expect(saved[0]?.contents).toContain(`## ${heading}`)
    expect(saved[0]?.signalIds).toHaveLength(2)
    // a colleague's reports are private
    expect(await listReports('jon')).not.toContain('Drinks in December')
  })

  test('the board pack creates no report after a rejection', async () => {
    const waitingRun = await api.settle((await api.start('wf_boardpack', { portfolio, title: 'Not wanted' })).id)
    const { inputHash } = waitingRun.steps.at(-1) ?? {}
    await api.send('POST', `/workflowRuns/${waitingRun.id}/steps/save/decision`, { decision: 'refuse', inputHash })
    const run = await api.settle(waitingRun.id)
    expect(run.steps.at(-1)?.state).toBe('skipped')
    expect(run.result?.markdown).toContain('# Not wanted')
    expect(await listReports()).not.toContain('Not wanted')
  })

  test('a missing or mistyped value is refused before anything runs', async () => {
    const missing = await api.send('POST', '/workflows/wf_weeklybrief/runs', { parameters: [] })
    expect(missing.json()).toMatchObject({ status: 422, code: 'workflows.parameters_invalid' })
    const wrong = { parameters: [{ name: 'portfolio', value: 'Drinks' }] }
    const refused = await api.send('POST', '/workflows/wf_weeklybrief/runs', wrong)
    expect(refused.json()).toMatchObject({ errors: [{ message: 'Portfolio must be the id of a portfolio' }] })
  })
})
