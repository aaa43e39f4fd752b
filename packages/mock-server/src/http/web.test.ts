import { describe, expect, test } from 'vitest'
import { createMock } from '../create-mock.ts'
import { contractUnderTest } from '../testing/contract-under-test.ts'

const mock = createMock({ document: contractUnderTest() })
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
    mock.intercept(null)
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
    mock.intercept(null)
  })

  test('in the middle is a body that cannot be read completely', async () => {
    mock.intercept(async (_exchange, answer) => ({ ...(await answer()), connection: 'cut' }))
    const reply = await mock.fetch(me, { headers })
    mock.intercept(null)
    expect(reply.status).toBe(200)
    await expect(reply.text()).rejects.toThrow('terminated')
  })
})
