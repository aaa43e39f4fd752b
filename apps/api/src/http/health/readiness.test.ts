import { describe, expect, test } from 'vitest'
import { createReadiness } from './health.operations.ts'

const database = { name: 'database', label: 'The database' } as const

describe('a process of which a part does not answer', () => {
  test('is not ready, and names the part', async () => {
    const ask = createReadiness([{ ...database, ask: async () => Promise.reject(new Error('gone')) }])
    await expect(ask()).rejects.toMatchObject({
      code: 'health.not_ready',
      kind: 'unavailable',
      message: 'The database does not answer',
    })
  })

  test('says so in time when the part keeps silent, and asks it once for all who want to know', async () => {
    let questions = 0
    const answer = Promise.withResolvers<void>()
    const ask = createReadiness(
      [
        {
          ...database,
          ask: () => {
            questions += 1
            return answer.promise
          },
        },
      ],
      { withinMs: 1 },
    )
    await expect(Promise.all([ask(), ask()])).rejects.toMatchObject({ code: 'health.not_ready' })
    await expect(ask()).rejects.toMatchObject({ code: 'health.not_ready' })
    expect(questions).toBe(1)
  })

  test('is ready again as soon as the part answers', async () => {
    const replies = [Promise.reject(new Error('gone')), Promise.resolve()]
    const ask = createReadiness([{ ...database, ask: () => replies.shift() ?? Promise.reject(new Error('none left')) }])
    await expect(ask()).rejects.toMatchObject({ code: 'health.not_ready' })
    expect(await ask()).toMatchObject({ status: 'ready', parts: [{ name: 'database' }] })
  })

  test('is not ready any more as soon as it stops, while its parts still answer', async () => {
    let isStopping = false
    const ask = createReadiness([{ ...database, ask: async () => {} }], { isStopping: () => isStopping })
    expect(await ask()).toMatchObject({ status: 'ready' })
    isStopping = true
    await expect(ask()).rejects.toMatchObject({ code: 'health.not_ready', message: 'The server is stopping' })
  })
})
