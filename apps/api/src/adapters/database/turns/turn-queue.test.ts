import { describe, expect, test } from 'vitest'
import { createTurnQueue, type Turn, type TurnRequest } from './turn-queue.ts'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { yieldToEventLoop } from './yield-to-event-loop.ts'

describe('turn queue', () => {
  const one = { maxConcurrent: 1, analysis: { maxConcurrent: 1, maxPerOwner: 1 } }
  const asks = (owner: string, workload: TurnRequest['workload'] = 'analysis') => ({ owner, workload, signal: null })

  /** Takes a turn and records when it begins; `end` ends the most recent turn. */
  function recorder(options = one) {
    const queue = createTurnQueue(options)
    const order: string[] = []
    const turns: Turn[] = []
    const requestTurn = (request: TurnRequest) =>
      queue.take(request).then((turn) => {
        order.push(`${request.owner} ${request.workload}`)
        turns.push(turn)
        return turn
      })
    const endAll = async () => {
      for (let turn = turns.shift(); turn !== undefined; turn = turns.shift()) {
        turn.end()
        await Promise.resolve()
        await Promise.resolve()
      }
    }
    return { queue, order, ask: requestTurn, endAll }
  }

  describe('turns', () => {
    test('rotate between owners, however many statements one of them sends', async () => {
      const { order, ask: enqueue, endAll } = recorder()
      const all = [enqueue(asks('a')), enqueue(asks('a')), enqueue(asks('a')), enqueue(asks('b')), enqueue(asks('c'))]
      await all[0]
      await endAll()
      await Promise.all(all)
      expect(order).toEqual(['a analysis', 'a analysis', 'b analysis', 'c analysis', 'a analysis'])
    })

    test('go to interactive statements before any analysis', async () => {
      const { order, ask: enqueue, endAll } = recorder()
      const all = [enqueue(asks('a')), enqueue(asks('b')), enqueue(asks('c', 'interactive'))]
      await all[0]
      await endAll()
      await Promise.all(all)
      expect(order).toEqual(['a analysis', 'c interactive', 'b analysis'])
    })

    test('of analysis leave slots for interactive statements, and one owner cannot take all of them', async () => {
      const {
        queue,
        order,
        ask: enqueue,
      } = recorder({ maxConcurrent: 4, analysis: { maxConcurrent: 3, maxPerOwner: 2 } })
      const [first] = [
        enqueue(asks('a')),
        enqueue(asks('a')),
        enqueue(asks('a')),
        enqueue(asks('b')),
        enqueue(asks('c')),
      ]
      await enqueue(asks('d', 'interactive'))
      expect(order).toEqual(['a analysis', 'a analysis', 'b analysis', 'd interactive'])
      expect(queue.mustYield('c')).toBe(true)
      const turn = await first
      turn?.end()
      await Promise.resolve()
      expect(order.at(-1)).toBe('a analysis')
    })

    test('are not given to a caller who has disconnected', async () => {
      const { order, ask: enqueue, endAll, queue } = recorder()
      const caller = new AbortController()
      const first = enqueue(asks('a'))
      const second = enqueue({ ...asks('b'), signal: caller.signal })
      const third = enqueue(asks('c'))
      caller.abort(new Error('hung up'))
      await expect(second).rejects.toThrow('hung up')
      await expect(enqueue({ ...asks('b'), signal: caller.signal })).rejects.toThrow('hung up')
      await first
      await endAll()
      await third
      expect(order).toEqual(['a analysis', 'c analysis'])
      expect(queue.mustYield('a')).toBe(false)
    })

    test('of a statement that yielded wait for a series of interactive statements', async () => {
      const { order, ask: enqueue, endAll } = recorder()
      const row = [enqueue(asks('a', 'interactive')), enqueue({ ...asks('b'), isPatient: true })]
      await row[0]
      await endAll()
      expect(order).toEqual(['a interactive'])
      const next = enqueue(asks('a', 'interactive'))
      await next
      await endAll()
      await row[1]
      expect(order).toEqual(['a interactive', 'a interactive', 'b analysis'])
    })
  })
})

describe('yield to event loop', () => {
  test('one of many long tasks continues in each turn of the event loop, in rotation', async () => {
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

  test('work that starts after an idle time continues as well', async () => {
    await yieldToEventLoop()
    await nextTurn()
    await expect(yieldToEventLoop()).resolves.toBeUndefined()
  })
})
