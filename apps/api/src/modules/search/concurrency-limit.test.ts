import { describe, expect, test } from 'vitest'
import { createConcurrencyLimit } from './running-searches.ts'

const { signal } = new AbortController()
const isWaiting = async (entering: Promise<unknown>) =>
  (await Promise.race([entering.then(() => 'in'), new Promise((resolve) => setImmediate(() => resolve('waits')))])) ===
  'waits'

describe('a concurrency limit', () => {
  test('lets in as many as it has places, the others in the order they came', async () => {
    const limit = createConcurrencyLimit(2)
    const leaveFirst = await limit.enter(signal)
    await limit.enter(signal)
    const third = limit.enter(signal)
    const fourth = limit.enter(signal)
    expect(await isWaiting(third)).toBe(true)
    leaveFirst()
    leaveFirst() // leaving twice frees one place
    await third
    expect(await isWaiting(fourth)).toBe(true)
  })

  test('forgets who stopped waiting', async () => {
    const limit = createConcurrencyLimit(1)
    const leave = await limit.enter(signal)
    const impatient = new AbortController()
    const second = limit.enter(impatient.signal)
    const third = limit.enter(signal)
    impatient.abort()
    await expect(second).rejects.toThrow()
    leave()
    await expect(third).resolves.toBeTypeOf('function')
  })
})
