import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { yieldToEventLoop } from './yield-to-event-loop.ts'

test('of many long pieces of work one goes on in each turn of the event loop, each in its turn', async () => {
  const steps: string[] = []
  const work = async (name: string) => {
    for (let step = 1; step <= 2; step += 1) {
      await yieldToEventLoop()
      steps.push(`${name}${step}`)
    }
  }
  const all = Promise.all([work('a'), work('b'), work('c')])
  const seen: number[] = []
  while (steps.length < 6) {
    await nextTurn()
    seen.push(steps.length)
  }
  await all

  expect(steps).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'c2'])
  expect(seen.filter((count, turn) => count - (seen[turn - 1] ?? 0) > 1)).toEqual([])
})

test('work that begins after a quiet time goes on as well', async () => {
  await yieldToEventLoop()
  await nextTurn()
  await expect(yieldToEventLoop()).resolves.toBeUndefined()
})
