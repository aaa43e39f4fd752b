import {
  getGetSignalDocumentMockHandler,
  getListGroupPortfoliosMockHandler,
  getListProjectsMockHandler,
  getListZeusThreadsMockHandler,
  getListZeusThreadsResponseMock,
} from '@auspex/sdk/msw'
import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { apiUrl, assistantUrl, renderApp } from '../../test/render-app.tsx'
import { server } from '../../test/server.ts'
import { createRun } from './testing/run-events.ts'

const page = getListZeusThreadsResponseMock()
const thread = page.items[0]
if (!thread) throw new Error('the example of listZeusThreads has no thread')
const empty = { items: [], page: { ...page.page, total: 0, totalPages: 0 } }

/** Answers every question with these events, and keeps what was sent. */
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
  test('begins with a suggestion about the last search, and is answered with sources', async () => {
    server.use(getListZeusThreadsMockHandler(empty), getListGroupPortfoliosMockHandler(), getListProjectsMockHandler())
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

  test('is shown as the thread keeps it', async () => {
    server.use(getListZeusThreadsMockHandler())
    renderApp(`/zeus/${thread.id}`)
    expect(await screen.findByRole('heading', { level: 1, name: thread.title })).toBeTruthy()
    const answer = within(await screen.findByRole('article', { name: 'Answer of Zeus' }))
    expect(answer.getByText(/Neutral in 140 of 412 documents/)).toBeTruthy()
  })
})
void getGetSignalDocumentMockHandler
void apiUrl
