import {
  createZeusThreadReportResponseMock,
  getSignalNumberMockHandler,
  getZeusBudgetMockHandler,
  getZeusBudgetResponseMock,
  listGroupPortfoliosMockHandler,
  listProjectsMockHandler,
  listZeusReportsMockHandler,
  listZeusThreadsMockHandler,
  listZeusThreadsResponseMock,
} from '@auspex/sdk/msw'
import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { apiUrl, assistantUrl, renderApp } from '../../test/render-app.tsx'
import { server } from '../../test/server.ts'
import { createRun, measure, toStream, start } from './testing/run-events.ts'

const page = listZeusThreadsResponseMock()
const thread = page.items[0]
if (!thread) throw new Error('the example of listZeusThreads has no thread')
const answer = thread.messages.at(-1)
if (!answer) throw new Error('the example of listZeusThreads has no answer')

/** A stream that goes on: what it has to say later never comes. */
const toOpenStream = (events: string): ReadableStream =>
  new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode(events)) })

/** Answers requests to the assistant with these events, and records what was sent. */
const answerWith = (path: '' | '/regeneration', events: string | ReadableStream) => {
  const bodies: Record<string, unknown>[] = []
  server.use(
    http.post(`${assistantUrl}/v1/zeus/query-stream${path}`, async ({ request }) => {
      bodies.push((await request.json()) as Record<string, unknown>) // sent by the page under test
      return new HttpResponse(events, { headers: { 'content-type': 'text/event-stream' } })
    }),
  )
  return bodies
}

const offerModes = () =>
  server.use(
    getZeusBudgetMockHandler({
      ...getZeusBudgetResponseMock(),
      model: 'a-model',
      modes: [
        { mode: 'quick', maxToolCalls: 3, maxDurationMs: 120_000 },
        { mode: 'research', maxToolCalls: 40, maxDurationMs: 600_000 },
      ],
    }),
  )

beforeEach(() => {
  server.use(
    listZeusThreadsMockHandler(page),
    listGroupPortfoliosMockHandler(),
    listProjectsMockHandler(),
    getZeusBudgetMockHandler(),
  )
})

describe('how a question was read', () => {
  const openChip = async (name: RegExp) => {
    const view = renderApp(`/zeus/${thread.id}`)
    const chips = within(await screen.findByRole('list', { name: 'How the question was read' }))
    await view.user.click(chips.getByRole('button', { name }))
    return { ...view, dialog: within(await screen.findByRole('dialog', { name })) }
  }
  const asked = answer.understanding?.reading

  test.each([
    [/^Period: 22 Oct 2026 – 20 Nov 2026\. Change$/, 'All days', { from: null, to: null }],
    [
      /^Period: /,
      /^Compare with 22 Sept? 2026 – 21 Oct 2026$/,
      { otherPeriod: { from: '2026-09-22', to: '2026-10-21' } },
    ],
    [/^Wanted: Tone\. Change$/, 'Who speaks', { wants: ['voices'] }],
  ])('stands above the answer, and one click on %s asks again with %s', async (chip, choice, change) => {
    const bodies = answerWith('/regeneration', createRun({ text: 'Changed [1].' }))
    const { user, dialog } = await openChip(chip)
    await user.click(dialog.getByRole('button', { name: choice }))
    await waitFor(() => expect(bodies).toHaveLength(1))
    expect(bodies[0]).toMatchObject({ threadId: thread.id, messageId: answer.id, reading: { ...asked, ...change } })
  })

  test('can have more topics, and be limited to sources or leave words out', async () => {
    const bodies = answerWith('/regeneration', createRun({ text: 'Changed [1].' }))
    const first = await openChip(/^Topic: oat milk\. Change$/)
    await first.user.type(first.dialog.getByRole('combobox', { name: 'Topics' }), 'soy milk{Enter}')
    await first.user.click(first.dialog.getByRole('button', { name: 'Ask again' }))
    await waitFor(() => expect(bodies[0]).toMatchObject({ reading: { topics: ['oat milk', 'soy milk'] } }))
    first.unmount()
    const { user, dialog } = await openChip(/^Sources: All sources\. Change$/)
    await user.type(dialog.getByRole('combobox', { name: 'Only from' }), 'Reddit{Enter}')
    await user.type(dialog.getByRole('combobox', { name: 'Without' }), 'recipes{Enter}')
    await user.click(dialog.getByRole('button', { name: 'Ask again' }))
    await waitFor(() => expect(bodies[1]).toMatchObject({ reading: { outlets: ['Reddit'], excluded: ['recipes'] } }))
  })
})

describe('research', () => {
  test('is offered only where a language model answers', async () => {
    const { unmount } = renderApp('/zeus')
    await screen.findByRole('textbox', { name: 'Ask Zeus' })
    expect(screen.queryByRole('radio', { name: 'Research' })).toBeNull()
    unmount()
    offerModes()
    renderApp('/zeus')
    expect(await screen.findByRole('radio', { name: 'Research' })).toBeTruthy()
    expect(screen.getByText('Up to 3 look-ups and 2 min')).toBeTruthy()
  })

  test('says what it may use, and shows its plan and what was found while it runs', async () => {
    offerModes()
    const events = toStream([
      start,
      {
        type: 'plan-changed',
        plan: [
          { title: 'Measure oat milk', isDone: true },
          { title: 'Look for the opposite', isDone: false },
        ],
      },
      { type: 'tool-call', toolCallId: 'call_a', operationId: 'topicQuery', arguments: '{}' },
      {
        type: 'tool-result',
        toolCallId: 'call_a',
        status: 'ok',
        summary: 'Searched “oat milk”: 412 documents.',
        documentIds: [],
        durationMs: 120,
        problem: null,
      },
    ])
    const bodies = answerWith('', toOpenStream(events))
    const { user } = renderApp('/zeus')
    await user.click(await screen.findByRole('radio', { name: 'Research' }))
    expect(screen.getByText('Up to 40 look-ups and 10 min')).toBeTruthy()
    await user.type(screen.getByRole('textbox', { name: 'Ask Zeus' }), 'How is oat milk?{Enter}')
    const plan = within(await screen.findByRole('list', { name: 'Plan' })).getAllByRole('listitem')
    expect(plan.map(({ textContent }) => textContent)).toEqual(['Measure oat milk', 'Look for the opposite'])
    expect(plan[1]?.getAttribute('aria-current')).toBe('step')
    expect(screen.getByText('Searched “oat milk”: 412 documents.')).toBeTruthy()
    expect(bodies[0]).toMatchObject({ mode: 'research' })
  })

  test('goes on from a limit with the reading that the answer had', async () => {
    offerModes()
    const partial = {
      ...answer,
      state: 'partial' as const,
      trace: answer.trace && { ...answer.trace, model: 'a-model' },
    }
    server.use(
      listZeusThreadsMockHandler({
        ...page,
        items: [{ ...thread, messages: [...thread.messages.slice(0, -1), partial] }],
      }),
    )
    const bodies = answerWith('', createRun({ text: 'More [1].' }))
    const { user } = renderApp(`/zeus/${thread.id}`)
    await user.click(await screen.findByRole('button', { name: 'Go on with research' }))
    await waitFor(() => expect(bodies).toHaveLength(1))
    expect(bodies[0]).toMatchObject({ mode: 'research', reading: answer.understanding?.reading })
  })
})

describe('a report of answers', () => {
  test.each([
    ['Make a report', null],
    ['Make a report of this answer', answer.id],
  ])('is made with one click on “%s”, and opens', async (name, messageId) => {
    const bodies: unknown[] = []
    const report = createZeusThreadReportResponseMock()
    server.use(
      listZeusReportsMockHandler(),
      http.post(`${apiUrl}/zeus/threads/${thread.id}/report`, async ({ request }) => {
        bodies.push(await request.json())
        return HttpResponse.json(report)
      }),
    )
    const { user, location } = renderApp(`/zeus/${thread.id}`)
    await screen.findByRole('article', { name: 'Answer of Zeus' })
    await user.click(screen.getByRole('button', { name }))
    await waitFor(() => expect(location().pathname).toBe(`/reports/${report.id}`))
    expect(bodies).toEqual([{ messageId }])
  })
})

test('sources that stand together are one chip that lists them', async () => {
  const second = { ...measure, number: 2, pointer: '/counts/positive', value: 90 }
  const run = createRun({
    text: 'Neutral in 140, positive in 90 [1] [2].',
    more: [{ type: 'citation-added', citation: second }],
  })
  answerWith('', run)
  server.use(getSignalNumberMockHandler())
  const { user } = renderApp('/zeus')
  await user.type(await screen.findByRole('textbox', { name: 'Ask Zeus' }), 'How is oat milk?{Enter}')
  await user.click(await screen.findByRole('button', { name: 'Source 1+1 more' }))
  await user.click(await screen.findByRole('menuitem', { name: /^Source 2: / }))
  expect(await screen.findByRole('dialog', { name: 'Source 2 of the answer' })).toBeTruthy()
})

test('conversations are grouped by their day, with whole titles', async () => {
  const title = 'How did what people write about oat milk change over the whole of last year?'
  const threads = [
    { ...thread, id: 'th_pinned', isPinned: true, title },
    { ...thread, id: 'th_old', updatedAt: '2026-03-02T10:00:00Z' },
  ]
  server.use(listZeusThreadsMockHandler({ ...page, items: threads }))
  renderApp('/zeus')
  expect(within(await screen.findByRole('list', { name: 'Pinned' })).getByText(title)).toBeTruthy()
  expect(within(screen.getByRole('list', { name: '2 Mar 2026' })).getByRole('link')).toBeTruthy()
})
