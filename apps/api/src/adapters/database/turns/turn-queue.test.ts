import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createTurnQueue, type Turn, type TurnRequest } from './turn-queue.ts'
import { yieldToEventLoop } from './yield-to-event-loop.ts'

describe('turn queue', () => {
  const oneConnection = { maxConcurrent: 1, analysis: { maxConcurrent: 1, maxPerOwner: 1 } }
  const requestOf = (owner: string, workload: TurnRequest['workload'] = 'analysis') => ({
    owner,
    workload,
    signal: null,
  })

  /** A queue that records the order in which turns begin. `endTurns` ends them one after another, until none is running. */
  function createRecordedQueue(options = oneConnection) {
    const queue = createTurnQueue(options)
    const order: string[] = []
    const running: Turn[] = []
    const enqueue = (request: TurnRequest) =>
      queue.take(request).then((turn) => {
        order.push(`${request.owner} ${request.workload}`)
        running.push(turn)
        return turn
      })
    const endTurns = async () => {
      for (let turn = running.shift(); turn !== undefined; turn = running.shift()) {
        turn.end()
        // the next turn begins in a microtask, and is recorded in another
        await Promise.resolve()
        await Promise.resolve()
      }
    }
    return { queue, order, enqueue, endTurns }
  }

  describe('turns', () => {
    test('rotate between owners, however many statements one of them sends', async () => {
      const { order, enqueue, endTurns } = createRecordedQueue()
      const all = ['a', 'a', 'a', 'b', 'c'].map((owner) => enqueue(requestOf(owner)))
      await all[0]
      await endTurns()
      await Promise.all(all)
      // the first statement of a never waited, so the rotation begins with its second
      expect(order).toEqual(['a analysis', 'a analysis', 'b analysis', 'c analysis', 'a analysis'])
    })

    test('go to interactive statements before any analysis', async () => {
      const { order, enqueue, endTurns } = createRecordedQueue()
      const all = [enqueue(requestOf('a')), enqueue(requestOf('b')), enqueue(requestOf('c', 'interactive'))]
      await all[0]
      await endTurns()
      await Promise.all(all)
      expect(order).toEqual(['a analysis', 'c interactive', 'b analysis'])
    })

    test('of analysis leave slots for interactive statements, and one owner cannot take all of them', async () => {
      const options = { maxConcurrent: 4, analysis: { maxConcurrent: 3, maxPerOwner: 2 } }
      const { queue, order, enqueue } = createRecordedQueue(options)
      const [first] = ['a', 'a', 'a', 'b', 'c'].map((owner) => enqueue(requestOf(owner)))
      await enqueue(requestOf('d', 'interactive'))
      expect(order).toEqual(['a analysis', 'a analysis', 'b analysis', 'd interactive'])
      expect(queue.mustYield('c')).toBe(true)
      const turn = await first
      turn?.end()
      await Promise.resolve()
      expect(order.at(-1)).toBe('a analysis')
    })

    test('are not granted to a caller who has disconnected', async () => {
      const { order, enqueue, endTurns, queue } = createRecordedQueue()
      const caller = new AbortController()
      const first = enqueue(requestOf('a'))
      const second = enqueue({ ...requestOf('b'), signal: caller.signal })
      const third = enqueue(requestOf('c'))
      caller.abort(new Error('hung up'))
      await expect(second).rejects.toThrow('hung up')
      await expect(enqueue({ ...requestOf('b'), signal: caller.signal })).rejects.toThrow('hung up')
      await first
      await endTurns()
      await third
      expect(order).toEqual(['a analysis', 'c analysis'])
      expect(queue.mustYield('a')).toBe(false)
    })

    test('of a statement that yielded wait for a series of interactive statements', async () => {
      const { order, enqueue, endTurns } = createRecordedQueue()
      const all = [enqueue(requestOf('a', 'interactive')), enqueue({ ...requestOf('b'), isPatient: true })]
      await all[0]
      await endTurns()
      expect(order).toEqual(['a interactive'])
      await enqueue(requestOf('a', 'interactive'))
      await endTurns()
      await all[1]
      expect(order).toEqual(['a interactive', 'a interactive', 'b analysis'])
    })
  })

  describe('background statements', () => {
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
    })
    afterEach(() => {
      vi.useRealTimers()
    })
    const lines = (isPatient = false) => ({ ...requestOf('import', 'interactive'), isBackground: true, isPatient })

    test('let everything pass for which somebody waits, and preempt none of it', async () => {
      const { queue, order, enqueue, endTurns } = createRecordedQueue()
      const all = [enqueue(requestOf('a')), enqueue(lines())]
      await all[0]
      expect(queue.mustYield('a')).toBe(false)
      all.push(enqueue(requestOf('a')), enqueue(requestOf('b', 'interactive')))
      await endTurns()
      await Promise.all(all)
      expect(order).toEqual(['a analysis', 'b interactive', 'a analysis', 'import interactive'])
    })

    test('go before analysis when they have waited long', async () => {
      const { order, enqueue, endTurns } = createRecordedQueue()
      const all = [enqueue(requestOf('a')), enqueue(lines())]
      await all[0]
      vi.advanceTimersByTime(500)
      all.push(enqueue(requestOf('a')))
      await endTurns()
      await Promise.all(all)
      expect(order).toEqual(['a analysis', 'import interactive', 'a analysis'])
    })

    test('of maintenance wait until the others have paused, and hold up no lines of an import meanwhile', async () => {
      const { order, enqueue, endTurns } = createRecordedQueue()
      await enqueue(requestOf('a'))
      const checkpoint = enqueue(lines(true))
      await endTurns()
      for (let time = 0; time < 3; time += 1) {
        vi.advanceTimersByTime(80)
        await enqueue(requestOf('a'))
        await endTurns()
      }
      expect(order).toEqual(Array.from({ length: 4 }, () => 'a analysis'))
      await enqueue({ ...lines(), owner: 'another import' })
      expect(order.at(-1)).toBe('another import interactive')
      await endTurns()
      vi.advanceTimersByTime(100)
      await checkpoint
      expect(order.at(-1)).toBe('import interactive')
    })

    test('of maintenance do not wait for ever', async () => {
      const { order, enqueue, endTurns } = createRecordedQueue()
      await enqueue(requestOf('a'))
      const all = [enqueue(lines(true)), enqueue(requestOf('a'))]
      vi.advanceTimersByTime(20_000)
      await endTurns()
      await Promise.all(all)
      expect(order).toEqual(['a analysis', 'import interactive', 'a analysis'])
    })
  })
})

describe('yield to event loop', () => {
  test('resumes one of several waiting tasks in each turn of the event loop, in rotation', async () => {
    const steps: string[] = []
    const work = async (name: string) => {
      for (let step = 1; step <= 2; step += 1) {
        await yieldToEventLoop()
        steps.push(`${name}${step}`)
      }
    }
    const all = Promise.all([work('a'), work('b'), work('c')])
    let maxRunning = 0
    while (steps.length < 6) {
      const before = steps.length
      await nextTurn()
      maxRunning = Math.max(maxRunning, steps.length - before)
    }
    await all

    expect(steps).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'c2'])
    expect(maxRunning).toBe(1)
  })

  test('resumes a task that starts when none has been waiting', async () => {
    await yieldToEventLoop()
    await nextTurn()
    await expect(yieldToEventLoop()).resolves.toBeUndefined()
  })
})
