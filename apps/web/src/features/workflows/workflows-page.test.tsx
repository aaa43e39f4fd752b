import type { WorkflowRun, WorkflowTool } from '@auspex/sdk'
import {
  decideWorkflowStepResponseMock,
  getPortfolioMockHandler,
  getPortfolioMockHandler404,
  getWorkflowResponseMock,
  getWorkflowRunMockHandler,
  getWorkflowRunMockHandler404,
  getWorkflowRunResponseMock,
  listWorkflowRunsMockHandler,
  listWorkflowsMockHandler,
  listWorkflowsMockHandler500,
  listWorkflowToolsMockHandler,
  getWorkflowMockHandler,
  getWorkflowMockHandler404,
  previewWorkflowScheduleMockHandler,
} from '@auspex/sdk/msw'
import { fireEvent, screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { apiUrl, renderApp } from '../../test/render-app.tsx'
import { server } from '../../test/server.ts'
import { listOffers, showReferences, writeReferences } from './builder/offered-values.ts'
import { lineChanges } from './run/compare-runs.tsx'
import { firstChoice, readCron, toCron } from './schedule/schedule-section.tsx'

beforeEach(() =>
  server.use(
    listWorkflowsMockHandler(),
    listWorkflowRunsMockHandler(),
    listWorkflowToolsMockHandler(),
    getWorkflowMockHandler(),
    getPortfolioMockHandler(),
    previewWorkflowScheduleMockHandler(),
  ),
)

const record = (method: 'post' | 'patch', path: string, answer: () => Response): unknown[] => {
  const bodies: unknown[] = []
  server.use(
    http[method](`${apiUrl}${path}`, async ({ request }) => {
      bodies.push(await request.json())
      return answer()
    }),
  )
  return bodies
}

describe('the list of workflows', () => {
  test('shows built-in workflows, those of the organization, and the latest runs', async () => {
    renderApp('/workflows')
    expect(await screen.findByRole('link', { name: 'Weekly brief of a portfolio' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Monday brief on plant drinks' })).toBeTruthy()
    const runs = screen.getByRole('region', { name: 'Your latest runs' })
    expect(await within(runs).findByText(/^Done/)).toBeTruthy()
  })

  test('that cannot be loaded shows the message of the contract', async () => {
    server.use(listWorkflowsMockHandler500())
    renderApp('/workflows')
    expect(await screen.findByRole('heading', { name: 'Error while getting Zeus workflows' })).toBeTruthy()
  })
})

describe('a schedule that has stopped', () => {
  test('says so, and how its creator starts it again', async () => {
    const { schedule, ...workflow } = getWorkflowResponseMock()
    const stopped = schedule && { ...schedule, nextRuns: [] }
    server.use(getWorkflowMockHandler({ ...workflow, schedule: stopped, nextRunAt: null, isMine: true }))
    renderApp(`/workflows/${workflow.id}`)
    expect(await screen.findByText(/^It has stopped; its last run says why\. Save the schedule/)).toBeTruthy()
  })
})

describe('missing workflows and runs', () => {
  test.each([
    ['Workflow', '/workflows/wf_gone'],
    ['Run', '/workflows/runs/wfr_gone'],
  ])('are reported with a link to the list: a %s', async (kind, address) => {
    server.use(getWorkflowMockHandler404(), getWorkflowRunMockHandler404())
    renderApp(address)
    expect(await screen.findByRole('heading', { name: `${kind} not found`, level: 1 })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'All workflows' }).getAttribute('href')).toBe('/workflows')
  })
})

describe('a run', () => {
  const run = getWorkflowRunResponseMock()
  const show = (more: Partial<WorkflowRun> = {}) => {
    server.use(getWorkflowRunMockHandler({ ...run, ...more }))
    return renderApp(`/workflows/runs/${run.id}`)
  }

  test('shows its text, and each number in brackets links to the document', async () => {
    show()
    const mark = await screen.findByRole('link', { name: 'Evidence 1: Baristas name oat milk first' })
    expect(mark.getAttribute('href')).toBe('/signals/sig_k2m4p6q8?docs=all&ids=doc_x7y8z9&doc=doc_x7y8z9')
    expect(screen.getByRole('columnheader', { name: 'Documents' })).toBeTruthy()
  })

  test.each([
    ['its portfolio', 'portfolio', 'pf_m4n5p6', 'Portfolio: Plant milks'],
    ['its signal', 'signal', 'sig_k2m4p6q8', 'Portfolio: oat milk'],
  ] as const)('names %s', async (_case, type, value, words) => {
    const { parameters, ...workflow } = getWorkflowResponseMock()
    server.use(
      getWorkflowMockHandler({ ...workflow, parameters: parameters.map((parameter) => ({ ...parameter, type })) }),
    )
    show({ parameters: [{ name: 'portfolio', value }] })
    expect(await screen.findByText(words)).toBeTruthy()
    expect(screen.queryByText(new RegExp(value))).toBeNull()
  })

  test('says that a deleted portfolio is gone', async () => {
    server.use(getPortfolioMockHandler404())
    show()
    expect(await screen.findByText('Portfolio: a portfolio that is gone')).toBeTruthy()
  })

  test('that waits for approval shows what it would do, and sends the answer for exactly that', async () => {
    const waiting = decideWorkflowStepResponseMock()
    const steps = waiting.steps.map((step) =>
      step.approval === null
        ? step
        : { ...step, state: 'waiting' as const, approval: { ...step.approval, decision: null } },
    )
    const inputHash = steps.at(-1)?.approval?.inputHash
    const bodies = record('post', '/workflowRuns/:id/steps/save/decision', () =>
      HttpResponse.json({ ...run, steps: run.steps }),
    )
    const { user } = show({ state: 'waiting', steps, result: null })
    await user.click(await screen.findByRole('button', { name: 'Approve' }))
    expect(await screen.findByText('Done', { selector: '[role=status]' })).toBeTruthy()
    expect(bodies).toEqual([{ decision: 'approve', inputHash }])
  })

  test('that failed offers to continue with a newer version', async () => {
    const failure = { code: 'workflows.value_missing', reason: 'The step search found no value.' }
    const bodies = record('post', '/workflowRuns/:id/retry', () => HttpResponse.json({ ...run, id: 'wfr_new' }))
    const { user } = show({ state: 'failed', failure, version: 3, newestVersion: 4, result: null })
    expect((await screen.findByRole('alert')).textContent).toBe('The step search found no value.')
    await user.click(screen.getByRole('button', { name: 'Continue with version 4' }))
    await screen.findByText('Done', { selector: '[role=status]' })
    expect(bodies).toEqual([{ version: 'newest' }])
  })
})

describe('editing a workflow', () => {
  test('that somebody else changed shows both versions, and can save yours over the newest one', async () => {
    const workflow = getWorkflowResponseMock()
    let isStale = true
    const bodies = record('patch', '/workflows/:id', () => {
      if (!isStale) return HttpResponse.json({ ...workflow, version: 5 })
      isStale = false
      const current = { ...workflow, version: 4, revision: 4, title: 'Brief of a colleague' }
      const problem = {
        type: 'about:blank',
        title: 'Changed',
        status: 409,
        code: 'workflows.stale',
        requestId: 'r',
        current,
      }
      return HttpResponse.json(problem, { status: 409, headers: { 'content-type': 'application/problem+json' } })
    })
    const { user } = renderApp(`/workflows/${workflow.id}?edit=1`)
    const [title] = await screen.findAllByLabelText(/^Title/)
    if (title === undefined) throw new Error('the form has a title')
    fireEvent.change(title, { target: { value: 'Mine' } })
    await user.click(screen.getByText('Save'))
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText('Brief of a colleague')).toBeTruthy()
    await user.click(within(dialog).getByRole('button', { name: 'Keep yours' }))
    await screen.findByRole('heading', { name: 'Run it' })
    expect(bodies).toMatchObject([
      { version: 3, title: 'Mine' },
      { version: 4, title: 'Mine' },
    ])
  })
})

describe('building a workflow', () => {
  const tools = (): WorkflowTool[] => [
    {
      name: 'search_topics',
      title: 'Search topics',
      description: 'Searches.',
      writes: false,
      inputSchema: JSON.stringify({
        properties: { topics: { type: 'array', items: { type: 'string' } }, from: { type: 'string', format: 'date' } },
        required: ['topics'],
      }),
      outputs: [{ path: 'readable[0:5].signalId', label: 'All signals', type: 'signals' }],
    },
    {
      name: 'write_document',
      title: 'Write a document',
      description: 'Writes.',
      writes: false,
      inputSchema: JSON.stringify({
        properties: {
          title: { type: 'string', maxLength: 300 },
          sections: {
            type: 'array',
            items: {
              properties: { heading: { type: 'string' }, of: { type: 'object', properties: { tool: {}, output: {} } } },
              required: ['heading', 'of'],
            },
          },
        },
        required: ['title', 'sections'],
      }),
      outputs: [],
    },
  ]

  test('needs no JSON and no references: values are chosen by name', async () => {
    server.use(listWorkflowToolsMockHandler({ items: tools() }))
    const bodies = record('post', '/workflows', () => HttpResponse.json(getWorkflowResponseMock()))
    const { user } = renderApp('/workflows/new')
    const [title] = await screen.findAllByLabelText(/^Title/)
    if (title === undefined) throw new Error('the form has a title')
    fireEvent.change(title, { target: { value: 'Look it up' } })
    const topics = await screen.findByRole('textbox', { name: 'Topics' })
    expect((topics as HTMLTextAreaElement).value).toBe('«Topic»')
    fireEvent.change(topics, { target: { value: '«Topic»\noat milk' } })

    await user.click(screen.getByRole('button', { name: 'Add a step' }))
    const [, second] = screen.getAllByRole('listitem').filter((item) => within(item).queryByText(/^Step \d$/))
    if (second === undefined) throw new Error('a step was added')
    await user.click(within(second).getByRole('button', { name: 'Insert a value into Title' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Topic' }))
    await user.click(within(second).getByRole('button', { name: 'Add a section' }))
    fireEvent.change(within(second).getByRole('textbox', { name: 'Heading' }), { target: { value: 'Found' } })
    await user.click(within(second).getByRole('combobox', { name: 'What to show' }))
    await user.click(await screen.findByRole('option', { name: 'Step 1: Search topics' }))
    await user.click(screen.getByText('Save'))
    await screen.findByRole('heading', { name: 'Run it' })
    const [{ steps }] = bodies as [{ steps: { input: string }[] }]
    expect(steps.map(({ input }) => JSON.parse(input) as unknown)).toEqual([
      { topics: ['{{parameters.topic}}', 'oat milk'] },
      { title: '{{parameters.topic}}', sections: [{ heading: 'Found', of: '{{results.step1}}' }] },
    ])
  })

  test('shows a reference that nothing offers as it is written, and leaves it unchanged', () => {
    const offers = listOffers(
      [{ name: 'topic', label: 'Topic', type: 'topic', isRequired: true, default: null, description: '' }],
      [],
      [],
    )
    const written = 'About {{ parameters.topic }} and {{steps.gone.title}}'
    const shown = showReferences(written, offers)
    expect(shown).toBe('About «Topic» and {{steps.gone.title}}')
    expect(writeReferences(`${shown} «nobody»`, offers)).toBe(
      'About {{parameters.topic}} and {{steps.gone.title}} «nobody»',
    )
  })

  test('distinguishes values with the same name', () => {
    const field = { type: 'topic', isRequired: true, default: null, description: '' } as const
    const offers = listOffers(
      [
        { ...field, name: 'a', label: 'Name' },
        { ...field, name: 'b', label: 'Name' },
      ],
      [],
      [],
    )
    expect(new Set(offers.map(({ label }) => label)).size).toBe(2)
  })
})

const apply = (changes: ReturnType<typeof lineChanges>, keptKind: 'removed' | 'added') =>
  changes.filter(({ kind }) => kind === 'same' || kind === keptKind).map(({ line }) => line)

describe('two results', () => {
  test('differ in the lines that differ', () => {
    expect(lineChanges('# Brief\n\n| oat milk | 120 |\n\nThe end', '# Brief\n\n| oat milk | 131 |\n\nThe end')).toEqual(
      [
        { kind: 'same', line: '# Brief' },
        { kind: 'removed', line: '| oat milk | 120 |' },
        { kind: 'added', line: '| oat milk | 131 |' },
        { kind: 'same', line: 'The end' },
      ],
    )
  })

  test('are equal if only their evidence numbers differ', () => {
    expect(lineChanges('Grown [1][2]', 'Grown [3]').every(({ kind }) => kind === 'same')).toBe(true)
  })

  test('can both be reconstructed from the comparison', () => {
    const [older, newer] = [
      ['a', 'b', 'c', 'd', 'e', 'f'],
      ['b', 'x', 'd', 'c', 'f', 'y'],
    ]
    const changes = lineChanges(older.join('\n'), newer.join('\n'))
    expect(apply(changes, 'removed')).toEqual(older)
    expect(apply(changes, 'added')).toEqual(newer)
  })
})

describe('the fields of a schedule', () => {
  test.each([
    '0 7 * * 1',
    '30 18 * * 5',
    '5 0 * * *',
    '0 9 * * 1-5',
    '15 6 1 * *',
    '0 8 * * 7',
    '0 7 1 * 1',
    '0 */6 * * *',
  ])('%s round-trips', (cron) => expect(toCron(readCron(cron))).toBe(cron))

  test('typed values lose repeated spaces, and nothing else', () => {
    expect(toCron({ ...firstChoice, kind: 'cron', cron: ' 0  8 * *  MON ' })).toBe('0 8 * * MON')
  })
})
