import { describe, expect, test } from 'vitest'
import { createClient, createPortfolio, getExportFile, getMe, streamZeusReply } from '../index.ts'
import { eventText, openEvents } from '../runtime/streaming/testing/event-server.ts'
import { failure, serve } from '../testing/server.ts'

const size = 20 * 1024 * 1024
const text = 'oat '.repeat(size / 4)
const clock = { sleep: async () => undefined }

describe('20 MB', () => {
  test('of JSON arrive complete', async () => {
    const server = await serve((_request, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ text })),
    )
    const answer: unknown = await getMe({ client: createClient({ baseUrl: server.url }) })
    expect((answer as { text: string }).text.length).toBe(size)
  })

  test('of a file arrive complete', async () => {
    const server = await serve((_request, response) =>
      response.writeHead(200, { 'content-type': 'text/csv' }).end(text),
    )
    const file = await getExportFile('ex_a1', { client: createClient({ baseUrl: server.url }) })
    expect(file.size).toBe(size)
  })

  test('of an error page only give the caller the status', async () => {
    const server = await serve((_request, response) =>
      response.writeHead(502, { 'content-type': 'text/html' }).end(text),
    )
    const error = await failure(getMe({ client: createClient({ baseUrl: server.url, clock, retry: 1 }) }))
    expect(error).toMatchObject({ name: 'ServerError', status: 502, message: 'getMe failed with 502' })
    expect(server.requests).toHaveLength(2)
  })

  test('of one event of a stream arrive complete', async () => {
    const server = await serve((_request, response) => {
      openEvents(response)
      response.end(eventText(1, { type: 'text-delta', delta: text }) + eventText(2, { type: 'run-end' }))
    })
    const client = createClient({ baseUrl: server.url, assistantUrl: server.url })
    const lengths: number[] = []
    for await (const event of streamZeusReply({ message: 'Why?' }, { client }))
      lengths.push(event.type === 'text-delta' ? event.delta.length : 0)
    expect(lengths).toEqual([size, 0])
  })

  test('that the server refuses during the upload fail with its refusal or a broken connection, and do not hang', async () => {
    const server = await serve((_request, response) => {
      response.writeHead(413, { 'content-type': 'application/problem+json', connection: 'close' }).end('{}')
    })
    const file = new File([new Uint8Array(size)], 'cover.png', { type: 'image/png' })
    const client = createClient({ baseUrl: server.url, retry: false })
    const error = await failure(createPortfolio({ title: 'Oat drinks', file }, { client }))
    expect(['TooLargeError', 'NetworkError']).toContain((error as Error).name)
  })

  test('that never end time out', async () => {
    const server = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': String(2 * size) })
      response.write(text)
    })
    const client = createClient({ baseUrl: server.url, timeout: 300, retry: false })
    expect(await failure(getMe({ client }))).toMatchObject({ name: 'TimeoutError' })
  })
})
