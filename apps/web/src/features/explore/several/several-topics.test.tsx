import {
  compareSignalsMockHandler,
  topicQueryMockHandler,
  topicQueryResponseMock,
  topicQueryLiteBulkMockHandler,
  topicQueryLiteBulkMockHandler500,
} from '@auspex/sdk/msw'
import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { apiUrl, renderApp } from '../../../test/render-app.tsx'
import { server } from '../../../test/server.ts'
import { readTopics } from './several-topics.tsx'

const growth = { value: 1.8, low: 1.4, high: 2.3, n: 412, method: 'log-ratio' }
const createMeasuredTopic = (title: string, signalId: string) =>
  ({ signalId, title, status: 'measured', reason: null, documents: 412, momentum: growth, toneMean: 0.12 }) as const

const createCompleteSearch = (signal_id: string) => ({
  ...topicQueryResponseMock(),
  signal_id,
  status: 'complete' as const,
  finishedAt: '2026-11-21T08:00:01Z',
})

const submitTopics = async (lines: string) => {
  const { user, location } = renderApp('/')
  await user.click(await screen.findByRole('button', { name: 'Several topics at once' }))
  const form = within(await screen.findByRole('form', { name: 'Several topics at once' }))
  await user.click(form.getByLabelText('Topics, one per line'))
  await user.paste(lines)
  await user.click(form.getByRole('button', { name: 'Measure' }))
  return { user, location, form }
}

describe('several topics at once', () => {
  test('each shows its state and leads to its report, and the measured ones are compared once they are searched', async () => {
    const searched: unknown[] = []
    server.use(
      compareSignalsMockHandler(),
      topicQueryLiteBulkMockHandler({
        asOf: '2026-11-20',
        windowDays: 28,
        items: [
          createMeasuredTopic('oat milk', 'sig_a1'),
          createMeasuredTopic('matcha', 'sig_b2'),
          {
            signalId: null,
            title: 'tea AND (',
            status: 'bad-query',
            reason: 'A parenthesis is not closed at column 9',
            documents: null,
            momentum: null,
            toneMean: null,
          },
        ],
      }),
      http.post(`${apiUrl}/explore/topicQuery`, async ({ request }) => {
        const { query_term } = (await request.json()) as { query_term: string } // the client's own body
        searched.push(query_term)
        return HttpResponse.json(createCompleteSearch(query_term === 'matcha' ? 'sig_b2' : 'sig_a1'))
      }),
    )
    const { user, location } = await submitTopics('oat milk\nmatcha\ntea AND (')
    const table = within(await screen.findByRole('table', { name: 'Topics that were measured' }))
    expect(table.getByText('A parenthesis is not closed at column 9')).toBeTruthy()
    expect(table.getByRole('link', { name: 'matcha' }).getAttribute('href')).toBe('/search?term=matcha')
    await user.click(screen.getByRole('button', { name: 'Compare these 2' }))
    await waitFor(() => expect(location().pathname).toBe('/compare'))
    expect(location().search).toEqual(expect.objectContaining({ signals: 'sig_a1,sig_b2' }))
    expect(new Set(searched)).toEqual(new Set(['oat milk', 'matcha']))
  })

  test('a topic that cannot be searched says why, and is not compared', async () => {
    server.use(
      topicQueryLiteBulkMockHandler({
        asOf: null,
        windowDays: 28,
        items: [createMeasuredTopic('oat milk', 'sig_a1'), createMeasuredTopic('matcha', 'sig_b2')],
      }),
      topicQueryMockHandler({ ...createCompleteSearch('sig_a1'), status: 'failed', message: 'No source answers' }),
    )
    const { user, location } = await submitTopics('oat milk\nmatcha')
    await user.click(await screen.findByRole('button', { name: 'Compare these 2' }))
    expect(await screen.findAllByText('No source answers')).toHaveLength(2)
    expect(location().pathname).toBe('/')
  })

  test('a measurement that fails says so and can be asked for again', async () => {
    server.use(topicQueryLiteBulkMockHandler500())
    await submitTopics('oat milk')
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
  })
})

test('each line is a topic once, whatever its case; empty lines are none', () => {
  expect(readTopics(' oat milk \r\n\nMatcha\nOat Milk')).toEqual({ topics: ['oat milk', 'Matcha'] })
})

test('more topics than one request takes, and a line that is too long, are refused with the reason', () => {
  const tooManyTopics = Array.from({ length: 101 }, (_, index) => `topic ${index}`).join('\n')
  expect(readTopics(tooManyTopics)).toEqual({ fault: 'These are 101 topics; at most 100 can be measured at once.' })
  expect(readTopics(`tea\n${'a'.repeat(501)}`)).toEqual({ fault: 'Line 2 is longer than 500 characters. Shorten it.' })
  expect(readTopics(' \n')).toEqual({ fault: 'Write at least one topic, one per line' })
})
