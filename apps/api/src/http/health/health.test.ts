import { describe, expect, test } from 'vitest'
import { createFixedClock } from '../../kernel/clock.ts'
import { createReadiness, remember } from './health.operations.ts'

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

describe('a cached result', () => {
  test('is shared until it expires', async () => {
    const clock = createFixedClock('2026-11-21T08:00:00Z')
    let runs = 0
    const cached = remember(clock, 1000, async () => ++runs)
    expect(await Promise.all([cached(), cached()])).toEqual([1, 1])
    clock.set('2026-11-21T08:00:01Z')
    expect(await cached()).toBe(2)
  })

  test('that failed is not cached', async () => {
    let runs = 0
    const cached = remember(createFixedClock('2026-11-21T08:00:00Z'), 1000, async () => {
      runs += 1
      if (runs === 1) throw new Error('down')
      return runs
    })
    await expect(cached()).rejects.toThrow('down')
    expect(await cached()).toBe(2)
  })
})
