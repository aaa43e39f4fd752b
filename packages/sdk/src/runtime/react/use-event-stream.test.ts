// @vitest-environment jsdom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { createElement, type ReactNode, StrictMode } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { createClient, followZeusRun } from '../../index.ts'
import { AuspexProvider, useEventStream } from '../../react.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { type Connection, eventText, openEvents, startEventServer } from '../streaming/testing/event-server.ts'

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  cleanup()
  await Promise.all(open.splice(0).map((server) => server.close()))
})

const renderStream = async (answer: (connection: Connection) => void, first: string | null = 'run_a') => {
  const server = await startEventServer(answer)
  open.push(server)
  const client = createClient({ baseUrl: '/api', assistantUrl: server.url, clock: createFakeClock() })
  const told: string[] = []
  // under React's strict mode, where every effect runs twice
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(StrictMode, null, createElement(AuspexProvider, { client }, children))
  const view = renderHook(
    ({ runId }: { runId: string | null }) =>
      useEventStream({
        key: runId === null ? null : ['run', runId],
        open: (request) => followZeusRun(runId ?? '', request),
        onEvent: ({ type }) => told.push(type),
      }),
    { wrapper, initialProps: { runId: first } },
  )
  return { ...view, server, told }
}

const answerWhole = ({ response }: Connection): void => {
  openEvents(response)
  response.write(eventText(1, { type: 'run-start' }))
  response.end(eventText(2, { type: 'run-end' }))
}

describe('useEventStream', () => {
  test('shows each event once and in order, and that the stream has ended; strict mode opens it once', async () => {
    const { result, server, told } = await renderStream(answerWhole)
    await waitFor(() => expect(result.current.status).toBe('ended'))
    expect(result.current.events.map(({ type }) => type)).toEqual(['run-start', 'run-end'])
    expect(told).toEqual(['run-start', 'run-end'])
    expect(server.resumedAfter).toEqual([null])
  })

  test('opens nothing without a key, and another stream with another key', async () => {
    const { result, rerender, server } = await renderStream(answerWhole, null)
    expect(result.current).toMatchObject({ status: 'idle', events: [] })
    rerender({ runId: 'run_a' })
    await waitFor(() => expect(result.current.status).toBe('ended'))
    rerender({ runId: 'run_b' })
    await waitFor(() => expect(server.resumedAfter).toHaveLength(2))
    await waitFor(() => expect(result.current.status).toBe('ended'))
    expect(result.current.events).toHaveLength(2)
  })

  test('begins again, with each event once, when the same key returns', async () => {
    const { result, rerender, told } = await renderStream(answerWhole)
    await waitFor(() => expect(result.current.status).toBe('ended'))
    rerender({ runId: null })
    rerender({ runId: 'run_a' })
    await waitFor(() => expect(told).toHaveLength(4))
    await waitFor(() => expect(result.current.status).toBe('ended'))
    expect(result.current.events.map(({ type }) => type)).toEqual(['run-start', 'run-end'])
  })

  test('closes its connection when the component unmounts', async () => {
    const { result, unmount, server } = await renderStream(({ response }) => {
      openEvents(response)
      response.write(eventText(1, { type: 'run-start' }))
    })
    await waitFor(() => expect(result.current.events).toHaveLength(1))
    unmount()
    await server.idle()
    expect(server.resumedAfter).toHaveLength(1)
  })

  test('keeps its events when stopped, and starts over when restarted', async () => {
    const { result, server } = await renderStream((connection) => {
      if (connection.count > 1) return answerWhole(connection)
      openEvents(connection.response)
      connection.response.write(eventText(1, { type: 'run-start' }))
    })
    await waitFor(() => expect(result.current.events).toHaveLength(1))
    act(() => result.current.stop())
    expect(result.current).toMatchObject({ status: 'stopped', events: [{ type: 'run-start' }] })
    await server.idle()
    act(() => result.current.restart())
    await waitFor(() => expect(result.current.status).toBe('ended'))
    expect(result.current.events).toHaveLength(2)
  })

  test('reports why it failed', async () => {
    const { result } = await renderStream(({ response }) => {
      response.writeHead(404, { 'content-type': 'application/problem+json' })
      response.end(JSON.stringify({ title: 'There is no such run', status: 404, code: 'zeus.not_found' }))
    })
    await waitFor(() => expect(result.current.status).toBe('failed'))
    expect(result.current.error).toMatchObject({ name: 'NotFoundError', code: 'zeus.not_found' })
  })
})
