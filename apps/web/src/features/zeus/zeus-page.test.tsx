import {
  getExportResponseMock,
  getSignalDocumentMockHandler,
  getWorkflowMockHandler,
  listWorkflowRunsMockHandler,
  listWorkflowToolsMockHandler,
  getSignalDocumentResponseMock,
  getStoryMockHandler,
  getStoryResponseMock,
  listGroupPortfoliosMockHandler,
  listProjectsMockHandler,
  listZeusReportsMockHandler,
  listZeusReportsResponseMock,
  listZeusThreadsMockHandler,
  listZeusThreadsResponseMock,
  listZeusWorkflowsMockHandler,
  listZeusWorkflowsResponseMock,
} from '@auspex/sdk/msw'
import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { apiUrl, assistantUrl, renderApp } from '../../test/render-app.tsx'
import { server } from '../../test/server.ts'
import { approval, createRun } from './testing/run-events.ts'

const page = listZeusThreadsResponseMock()
const thread = page.items[0]
if (!thread) throw new Error('the example of listZeusThreads has no thread')
const empty = { items: [], page: { ...page.page, total: 0, totalPages: 0 } }

/** Answers every question with these events, and records the requests. */
const answerWith = (events: string) => {
  const questions: Record<string, unknown>[] = []
  server.use(
    http.post(`${assistantUrl}/v1/zeus/query-stream`, async ({ request }) => {
      questions.push((await request.json()) as Record<string, unknown>) // sent by the page under test
      return new HttpResponse(events, { headers: { 'content-type': 'text/event-stream' } })
    }),
  )
  return questions
}

describe('a conversation', () => {
  test('starts with a suggestion about the last search, and is answered with sources', async () => {
    server.use(listZeusThreadsMockHandler(empty), listGroupPortfoliosMockHandler(), listProjectsMockHandler())
    const questions = answerWith(createRun({ text: 'Neutral in **140** of 412 documents [1].' }))
    const { user, location } = renderApp('/zeus')
    const [suggestion] = within(await screen.findByRole('list', { name: 'Suggested questions' })).getAllByRole('button')
    if (suggestion) await user.click(suggestion)
    const answer = within(await screen.findByRole('article', { name: 'Answer of Zeus' }))
    expect((await answer.findByText('140')).tagName).toBe('STRONG')
    expect(answer.getByRole('button', { name: /^Source 1: Tone of the report: 140/ })).toBeTruthy()
    expect(questions[0]).toMatchObject({ threadId: null, signalIds: ['sig_k2m4p6q8'] })
    await waitFor(() => expect(location().pathname).toBe('/zeus/th_new'))
  })

  test('is exported as PDF or Word on the server', async () => {
    server.use(listZeusThreadsMockHandler(page), listGroupPortfoliosMockHandler(), listProjectsMockHandler())
    const requests: unknown[] = []
    server.use(
      http.post(`${apiUrl}/exports`, async ({ request }) => {
        requests.push(await request.json())
        return HttpResponse.json({ ...getExportResponseMock(), status: 'failed', reason: 'The disk is full.' })
      }),
    )
    const { user } = renderApp(`/zeus/${thread.id}`)
    for (const name of [/^PDF/, /^Word/]) {
      await user.click(await screen.findByRole('button', { name: 'Export' }))
      await user.click(await screen.findByRole('menuitem', { name }))
      await waitFor(() => expect(screen.getByText(/The disk is full/)).toBeTruthy())
    }
    const order = { kind: 'thread', id: thread.id }
    expect(requests).toEqual([
      { ...order, format: 'pdf' },
      { ...order, format: 'docx' },
    ])
  })

  test('opens a workflow that is named after the slash', async () => {
    server.use(
      listZeusThreadsMockHandler(empty),
      listGroupPortfoliosMockHandler(),
      listProjectsMockHandler(),
      listZeusWorkflowsMockHandler(),
      getWorkflowMockHandler(),
      listWorkflowRunsMockHandler(),
      listWorkflowToolsMockHandler(),
    )
    const [workflow] = listZeusWorkflowsResponseMock().items
    const { user, location } = renderApp('/zeus')
    await user.type(await screen.findByRole('textbox', { name: 'Ask Zeus' }), '/')
    const menu = within(await screen.findByRole('listbox', { name: 'Commands' }))
    await user.click(await menu.findByRole('option', { name: new RegExp(workflow?.title ?? 'none') }))
    await waitFor(() => expect(location().pathname).toBe(`/workflows/${workflow?.id}`))
  })

  test('that has started does not pull a person back from a new one', async () => {
    server.use(listZeusThreadsMockHandler(empty), listGroupPortfoliosMockHandler(), listProjectsMockHandler())
    answerWith(createRun({ text: 'Up [1].' }))
    const { user, location } = renderApp('/zeus')
    await user.type(await screen.findByRole('textbox', { name: 'Ask Zeus' }), 'What is new?{Enter}')
    await waitFor(() => expect(location().pathname).toBe('/zeus/th_new'))
    await user.click(screen.getByRole('link', { name: 'New conversation' }))
    expect(await screen.findByRole('list', { name: 'Suggested questions' })).toBeTruthy()
    expect(location().pathname).toBe('/zeus')
    expect(screen.queryByRole('article', { name: 'Answer of Zeus' })).toBeNull()
  })

  test('is shown as it is stored', async () => {
    server.use(listZeusThreadsMockHandler())
    renderApp(`/zeus/${thread.id}`)
    expect(await screen.findByRole('heading', { level: 1, name: thread.title })).toBeTruthy()
    const answer = within(await screen.findByRole('article', { name: 'Answer of Zeus' }))
    expect(answer.getByText(/Neutral in 140 of 412 documents/)).toBeTruthy()
  })

  test('shows the reason of a failure, and retries the same question', async () => {
    server.use(listZeusThreadsMockHandler(empty), listGroupPortfoliosMockHandler(), listProjectsMockHandler())
    const bodies: unknown[] = []
    server.use(
      http.post(`${assistantUrl}/v1/zeus/query-stream`, async ({ request }) => {
        bodies.push(await request.json())
        return HttpResponse.json(
          {
            type: 'about:blank',
            title: 'The budget of today is used up',
            detail: 'It begins anew at midnight.',
            status: 429,
            code: 'zeus.budget_used',
            requestId: 'req-1',
          },
          { status: 429, headers: { 'content-type': 'application/problem+json' } },
        )
      }),
    )
    const { user } = renderApp('/zeus?signals=sig_k2m4p6q8')
    await user.type(await screen.findByRole('textbox', { name: 'Ask Zeus' }), 'What is new?{Enter}')
    expect((await screen.findByRole('alert')).textContent).toContain('The budget of today is used up')
    const questions = answerWith(createRun({ text: 'Prices rose [1].' }))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    const answer = within(await screen.findByRole('article', { name: 'Answer of Zeus' }))
    expect(await answer.findByText(/Prices rose/)).toBeTruthy()
    expect(questions).toEqual(bodies)
    expect(questions[0]).toMatchObject({ message: 'What is new?', signalIds: ['sig_k2m4p6q8'] })
  })

  test('shows what a change would do, and applies it only after approval', async () => {
    server.use(listZeusThreadsMockHandler(empty))
    answerWith(createRun({ text: 'I would save it.', more: [{ type: 'approval-requested', approval }] }))
    const decisions: unknown[] = []
    server.use(
      http.post(`${assistantUrl}/v1/zeus/approvals/:id`, async ({ request, params }) => {
        decisions.push({ id: params['id'], ...((await request.json()) as object) })
        return HttpResponse.json({ ...approval, state: 'approved', result: 'The report is saved.' })
      }),
    )
    const { user } = renderApp('/zeus?signals=sig_k2m4p6q8')
    await user.type(await screen.findByRole('textbox', { name: 'Ask Zeus' }), 'Save it{Enter}')
    const card = within(await screen.findByRole('region', { name: /Save the report/ }))
    expect(card.getByText('A report “Oat milk” would be made.')).toBeTruthy()
    expect(decisions).toEqual([])
    await user.click(card.getByRole('button', { name: 'Approve' }))
    expect(await screen.findByText('The report is saved.')).toBeTruthy()
    expect(decisions).toEqual([{ id: approval.id, decision: 'approve', signature: approval.signature }])
  })

  test('opens the passage that a claim quotes', async () => {
    const read = getSignalDocumentResponseMock()
    const content = 'Before. Oat milk prices rise again. After.'
    server.use(
      listZeusThreadsMockHandler(empty),
      getSignalDocumentMockHandler({ ...read, text: { content, highlights: [], isCut: false } }),
    )
    answerWith(
      createRun({
        text: 'Prices rise [2].',
        more: [
          {
            type: 'citation-added',
            citation: {
              kind: 'document',
              number: 2,
              claimStart: 0,
              claimEnd: 11,
              documentId: read.document.id,
              field: 'body',
              quoteStart: 8,
              quoteEnd: 34,
              quote: 'Oat milk prices rise again',
            },
          },
        ],
      }),
    )
    const { user } = renderApp('/zeus?signals=sig_k2m4p6q8')
    await user.type(await screen.findByRole('textbox', { name: 'Ask Zeus' }), 'Why?{Enter}')
    await user.click(await screen.findByRole('button', { name: /^Source 2: / }))
    const drawer = within(await screen.findByRole('dialog', { name: 'Source 2 of the answer' }))
    expect((await drawer.findByText('Oat milk prices rise again')).tagName).toBe('MARK')
  })

  test('keeps a separate draft for each conversation across a reload', async () => {
    server.use(listZeusThreadsMockHandler())
    const first = renderApp('/zeus')
    await first.user.type(await screen.findByRole('textbox', { name: 'Ask Zeus' }), 'Half a question')
    first.unmount()
    renderApp('/zeus')
    expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Ask Zeus' })).value).toBe(
      'Half a question',
    )
  })

  test('is limited by a command, and is about mentioned things', async () => {
    server.use(
      listZeusWorkflowsMockHandler(),
      listZeusThreadsMockHandler(empty),
      listGroupPortfoliosMockHandler(),
      listProjectsMockHandler(),
    )
    const questions = answerWith(createRun({ text: 'Up [1].' }))
    const { user } = renderApp('/zeus')
    const field = await screen.findByRole('textbox', { name: 'Ask Zeus' })
    await user.type(field, '/fore{Enter}')
    await user.type(field, 'for @oat')
    await screen.findByRole('option', { name: /oat milk/ })
    await user.keyboard('{Enter}{Enter}')
    await waitFor(() =>
      expect(questions).toMatchObject([
        {
          message: 'Forecast: for oat milk',
          signalIds: ['sig_k2m4p6q8'],
          mentions: [{ kind: 'signal', id: 'sig_k2m4p6q8' }],
        },
      ]),
    )
  })

  test.each([
    ['story', getStoryResponseMock().id, getStoryResponseMock().displayTitle],
    ['report', listZeusReportsResponseMock().items[0]?.id, listZeusReportsResponseMock().items[0]?.title],
  ] as const)('is about the %s that led to it', async (kind, id, title) => {
    server.use(
      listZeusThreadsMockHandler(empty),
      listGroupPortfoliosMockHandler(),
      listProjectsMockHandler(),
      getStoryMockHandler(),
      listZeusReportsMockHandler(),
    )
    const questions = answerWith(createRun({ text: 'Up [1].' }))
    const { user } = renderApp(`/zeus?${kind}=${id}`)
    const about = await screen.findByRole('list', { name: 'This question is about' })
    expect(about.textContent).toContain(title)
    await user.type(screen.getByRole('textbox', { name: 'Ask Zeus' }), 'What changed?{Enter}')
    await waitFor(() => expect(questions).toMatchObject([{ message: 'What changed?', mentions: [{ kind, id }] }]))
  })
})

describe('conversations', () => {
  test('are renamed, and deleted with undo', async () => {
    const changes: unknown[] = []
    server.use(
      listZeusThreadsMockHandler(),
      http.patch(`${apiUrl}/zeus/threads/:id`, async ({ request, params }) => {
        changes.push({ id: params['id'], ...((await request.json()) as object) })
        return HttpResponse.json(thread)
      }),
    )
    const { user, location } = renderApp(`/zeus/${thread.id}`)
    const list = within(await screen.findByRole('list', { name: 'Conversations' }))
    await user.click(list.getByRole('button', { name: `More for ${thread.title}` }))
    await user.click(await screen.findByRole('menuitem', { name: 'Rename' }))
    const name = await screen.findByRole('textbox', { name: 'Name of the conversation' })
    await user.clear(name)
    await user.type(name, 'Tone in November{Enter}')
    await waitFor(() => expect(changes).toEqual([{ id: thread.id, title: 'Tone in November' }]))
    await user.click(await list.findByRole('button', { name: `More for ${thread.title}` }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    await waitFor(() => expect(location().pathname).toBe('/zeus'))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(location().pathname).toBe(`/zeus/${thread.id}`))
  })

  test('that do not exist show an error', async () => {
    server.use(listZeusThreadsMockHandler(empty))
    renderApp('/zeus/th_nobody')
    expect(await screen.findByRole('heading', { name: 'Conversation not found' })).toBeTruthy()
  })
})
