import { describe, expect, test } from 'vitest'
import { createReadiness } from './health.operations.ts'

const database = { name: 'database', label: 'The database' } as const

describe('a process with a dependency that does not answer', () => {
  test('is not ready, and names the dependency', async () => {
    const readiness = createReadiness([{ ...database, ask: async () => Promise.reject(new Error('gone')) }])
    await expect(readiness()).rejects.toMatchObject({
      code: 'health.not_ready',
      kind: 'unavailable',
      message: 'The database does not answer',
    })
  })

  test('reports it in time if the dependency hangs, with one shared check for all callers', async () => {
    let probes = 0
    const answer = Promise.withResolvers<void>()
    const readiness = createReadiness(
      [
        {
          ...database,
          ask: () => {
            probes += 1
            return answer.promise
          },
        },
      ],
      { withinMs: 1 },
    )
    await expect(Promise.all([readiness(), readiness()])).rejects.toMatchObject({ code: 'health.not_ready' })
    await expect(readiness()).rejects.toMatchObject({ code: 'health.not_ready' })
    expect(probes).toBe(1)
  })

  test('is ready again as soon as the dependency answers', async () => {
    const replies = [Promise.reject(new Error('gone')), Promise.resolve()]
    const readiness = createReadiness([
      { ...database, ask: () => replies.shift() ?? Promise.reject(new Error('none left')) },
    ])
    await expect(readiness()).rejects.toMatchObject({ code: 'health.not_ready' })
    expect(await readiness()).toMatchObject({ status: 'ready', parts: [{ name: 'database' }] })
  })

  test('is not ready once it is stopping, while its dependencies still answer', async () => {
    let isStopping = false
    const readiness = createReadiness([{ ...database, ask: async () => {} }], { isStopping: () => isStopping })
    expect(await readiness()).toMatchObject({ status: 'ready' })
    isStopping = true
    await expect(readiness()).rejects.toMatchObject({ code: 'health.not_ready', message: 'The server is stopping' })
  })
})
