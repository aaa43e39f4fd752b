import { afterEach, describe, expect, test } from 'vitest'
import { createMock } from '../create-mock.ts'
import { contractUnderTest } from '../testing/contract-under-test.ts'
import { RefusalError } from './problem.ts'
import { parseMultipart } from './read-body.ts'

const type = 'multipart/form-data; boundary=XX'
const form = (...lines: readonly string[]) => new TextEncoder().encode(lines.join('\r\n'))

describe('a form', () => {
  test('as sent by the platform has its fields and files', async () => {
    const data = new FormData()
    data.append('title', 'Plant milks – größer')
    data.append('tags', 'a')
    data.append('tags', 'b')
    data.append('image', new Blob([new Uint8Array([0, 13, 10, 45, 45, 255])], { type: 'image/png' }), 'milk.png')
    const request = new Request('http://mock.example', { method: 'POST', body: data })
    const header = request.headers.get('content-type') ?? ''
    const parts = await parseMultipart(new Uint8Array(await request.arrayBuffer()), header)
    expect(parts.slice(0, 3)).toEqual([
      ['title', 'Plant milks – größer'],
      ['tags', 'a'],
      ['tags', 'b'],
    ])
    expect(parts[3]).toEqual([
      'image',
      { filename: 'milk.png', mediaType: 'image/png', bytes: new Uint8Array([0, 13, 10, 45, 45, 255]) },
    ])
  })

  test('may have text before and after it, and no parts', async () => {
    expect(
      await parseMultipart(
        form('hello', '--XX', 'Content-Disposition: form-data; name="a"', '', '1', '--XX--', 'bye'),
        type,
      ),
    ).toEqual([['a', '1']])
    expect(await parseMultipart(form('--XX--', ''), type)).toEqual([])
  })
})

const statusOf = async (run: () => Promise<unknown>): Promise<number> => {
  try {
    await run()
    return 200
  } catch (error) {
    if (error instanceof RefusalError) return error.facts.status
    throw error
  }
}

describe('an invalid form is refused', () => {
  test('with 422 when it is malformed', async () => {
    expect(await statusOf(() => parseMultipart(form('--XX', ''), 'multipart/form-data'))).toBe(422)
    expect(await statusOf(() => parseMultipart(form('nothing'), type))).toBe(422)
    expect(
      await statusOf(() => parseMultipart(form('--XX', 'Content-Disposition: form-data; name="a"', '', 'cut'), type)),
    ).toBe(422)
  })

  test('with 413 when it is too large', async () => {
    const field = ['--XX', 'Content-Disposition: form-data; name="a"', '', '1']
    expect(
      await statusOf(() => parseMultipart(form(...Array.from({ length: 60 }, () => field).flat(), '--XX--'), type)),
    ).toBe(200)
    expect(
      await statusOf(() => parseMultipart(form(...Array.from({ length: 61 }, () => field).flat(), '--XX--'), type)),
    ).toBe(413)
    expect(
      await statusOf(() => parseMultipart(form(...field.slice(0, 3), 'x'.repeat(1_048_577), '--XX--'), type)),
    ).toBe(413)
    const half = [...field.slice(0, 3), 'x'.repeat(600_000)]
    expect(await statusOf(() => parseMultipart(form(...half, ...half, '--XX--'), type))).toBe(413)
  })
})

const mock = createMock({ document: contractUnderTest() })
afterEach(() => mock.intercept(null))
const headers = { authorization: 'Bearer mira', 'content-type': 'application/json' }
const me = 'http://mock.example/api/users/me'
const stream = 'http://mock.example/assistant/v1/zeus/query-stream'

describe('a caller who disconnects', () => {
  test('before the call is not served', async () => {
    await expect(mock.fetch(me, { headers, signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' })
  })

  test('during a delay does not wait for it', async () => {
    const caller = new AbortController()
    mock.intercept(async (_exchange, answer) => {
      caller.abort()
      await Promise.withResolvers<void>().promise
      return answer()
    })
    await expect(mock.fetch(me, { headers, signal: caller.signal })).rejects.toMatchObject({ name: 'AbortError' })
  })

  test('during a stream gets neither more of it nor an end', async () => {
    const caller = new AbortController()
    const reply = await mock.fetch(stream, {
      method: 'POST',
      headers,
      body: '{"message":"Hello"}',
      signal: caller.signal,
    })
    const reader = reply.body?.getReader()
    await reader?.read()
    caller.abort()
    await expect(Promise.all([reader?.read(), reader?.read(), reader?.read()])).rejects.toMatchObject({
      name: 'AbortError',
    })
  })
})

describe('a dropped connection', () => {
  test('before the first byte is a failed fetch', async () => {
    mock.intercept(async (_exchange, answer) => ({ ...(await answer()), connection: 'reset' }))
    await expect(mock.fetch(me, { headers })).rejects.toThrow('fetch failed')
  })

  test('in the middle is a body that cannot be read completely', async () => {
    mock.intercept(async (_exchange, answer) => ({ ...(await answer()), connection: 'cut' }))
    const reply = await mock.fetch(me, { headers })
    expect(reply.status).toBe(200)
    await expect(reply.text()).rejects.toThrow('terminated')
  })
})
