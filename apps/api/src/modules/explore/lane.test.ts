import { describe, expect, test } from 'vitest'
import { createLane } from './lane.ts'

const { signal } = new AbortController()
const isWaiting = async (entering: Promise<unknown>) =>
  (await Promise.race([entering.then(() => 'in'), new Promise((resolve) => setImmediate(() => resolve('waits')))])) ===
  'waits'

describe('a lane', () => {
  test('lets in as many as it has places, the others in the order they came', async () => {
    const lane = createLane(2)
    const leaveFirst = await lane.enter(signal)
    await lane.enter(signal)
    const third = lane.enter(signal)
    const fourth = lane.enter(signal)
    expect(await isWaiting(third)).toBe(true)
    leaveFirst()
    leaveFirst() // leaving twice gives one place back
    await third
    expect(await isWaiting(fourth)).toBe(true)
  })

  test('forgets who stopped waiting', async () => {
    const lane = createLane(1)
    const leave = await lane.enter(signal)
    const impatient = new AbortController()
    const second = lane.enter(impatient.signal)
    const third = lane.enter(signal)
    impatient.abort()
    await expect(second).rejects.toThrow()
    leave()
    await expect(third).resolves.toBeTypeOf('function')
  })
})
