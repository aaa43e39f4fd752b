// @vitest-environment jsdom
import { act, cleanup, render, renderHook, screen, waitFor } from '@testing-library/react'
import { createElement, type ReactNode, StrictMode } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod'
import {
  AssistantProvider,
  type AssistantProviderProps,
  createPublicKey,
  useAction,
  useReadable,
  useZeus,
} from '../../assistant.ts'
import { createClient } from '../client.ts'
import { eventText } from '../streaming/testing/event-server.ts'

afterEach(() => {
  cleanup()
  sessionStorage.clear()
})

const events = [
  {
    type: 'run-start',
    runId: 'run_a',
    threadId: 'th_a',
    questionId: 'msg_q',
    messageId: 'msg_a',
    replaces: null,
    model: null,
    startedAt: '2026-11-21T08:00:00Z',
  },
  { type: 'text-delta', runId: 'run_a', delta: 'Oat milk' },
  { type: 'frontend-action', runId: 'run_a', actionId: 'act_1', name: 'showNumber', arguments: '{"value":140}' },
  {
    type: 'run-end',
    runId: 'run_a',
    outcome: 'completed',
    notice: null,
    textLength: 8,
    citations: 0,
    endedAt: '2026-11-21T08:00:01Z',
  },
]

/** A network that answers every request and records its address. */
const createNetwork = () => {
  const requests: { url: string; body: unknown }[] = []
  const fetch: typeof globalThis.fetch = async (input) => {
    const request = input instanceof Request ? input : new Request(input)
    requests.push({ url: request.url, body: JSON.parse(await request.text()) })
    return new Response(events.map((event, index) => eventText(index + 1, event)).join(''), {
      headers: { 'content-type': 'text/event-stream' },
    })
  }
  return { requests, client: createClient({ baseUrl: 'https://auspex.test/api', fetch }) }
}

const within = (props: Omit<AssistantProviderProps, 'children'>) => ({
  wrapper: ({ children }: { children: ReactNode }) =>
    createElement(StrictMode, null, createElement(AssistantProvider, props, children)),
})

describe('the provider', () => {
  test('without an address and a key says what is missing', () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    expect(() => render(createElement(AssistantProvider, { client: createNetwork().client }))).toThrow(
      'give it a runtimeUrl, such as /assistant, or a publicKey',
    )
  })

  test('sends no request by itself', () => {
    const { client, requests } = createNetwork()
    renderHook(() => useZeus(), within({ client, runtimeUrl: 'https://auspex.test/assistant' }))
    expect(requests).toEqual([])
  })

  test.each([
    { runtimeUrl: 'https://auspex.test/assistant' },
    { publicKey: createPublicKey('https://auspex.test/assistant') },
  ])('uses the given runtime: %j', async (where) => {
    const { client, requests } = createNetwork()
    const { result } = renderHook(() => useZeus(), within({ client, ...where }))
    act(() => void result.current.ask({ message: 'Why?' }))
    await waitFor(() => expect(result.current.answers[0]?.state).toBe('completed'))
    expect(requests.map(({ url }) => url)).toEqual(['https://auspex.test/assistant/v1/zeus/query-stream'])
  })

  test('hides its console unless an app shows it', async () => {
    const { client } = createNetwork()
    const props = { client, runtimeUrl: 'https://auspex.test/assistant' }
    const { rerender } = render(createElement(AssistantProvider, props, 'page'))
    expect(screen.queryByText(/events$/)).toBeNull()
    rerender(createElement(AssistantProvider, { ...props, showDevConsole: true }, 'page'))
    expect(screen.getByText('Zeus: 0 events')).toBeTruthy()
  })

  test('is named in the error when it is missing', () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    expect(() => renderHook(() => useZeus())).toThrow('Put an <AssistantProvider')
  })
})

describe('hooks', () => {
  test('send the current screen, not an earlier one', async () => {
    const { client, requests } = createNetwork()
    const { result, rerender } = renderHook(
      ({ title }: { title: string }) => {
        useReadable('The open report', title)
        return useZeus()
      },
      { ...within({ client, runtimeUrl: 'https://auspex.test/assistant' }), initialProps: { title: 'oat milk' } },
    )
    rerender({ title: 'pea protein' })
    act(() => void result.current.ask({ message: 'Why?' }))
    await waitFor(() => expect(requests).toHaveLength(1))
    expect(requests[0]?.body).toMatchObject({ readables: [{ description: 'The open report', value: 'pea protein' }] })
  })

  test('render an action in the answer with validated arguments', async () => {
    const { client } = createNetwork()
    const { result } = renderHook(
      () => {
        useAction({
          name: 'showNumber',
          description: 'Shows a number in large.',
          parameters: z.object({ value: z.number() }),
          render: ({ value }) => createElement('b', null, `${value} documents`),
        })
        return useZeus()
      },
      within({ client, runtimeUrl: 'https://auspex.test/assistant' }),
    )
    act(() => void result.current.ask({ message: 'How many?' }))
    await waitFor(() => expect(result.current.answers[0]?.actions[0]?.state).toBe('shown'))
    const [shown] = result.current.answers[0]?.actions ?? []
    render(createElement('div', null, shown && result.current.renderAction(shown)))
    expect(screen.getByText('140 documents')).toBeTruthy()
  })
})
