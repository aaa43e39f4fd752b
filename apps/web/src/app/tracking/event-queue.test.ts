import type { EventInput } from '@auspex/sdk'
import { describe, expect, test } from 'vitest'
import { createEventQueue, type SendOutcome } from './event-queue.ts'

const toEvent = (narrowCategory: string) => ({
  category_broad: 'monitors',
  category_narrow: narrowCategory,
  event: 'opened',
})

/** A queue with a fixed clock, a browser that becomes idle on command, and a server with scripted responses. */
const setUp = () => {
  const sent: { events: EventInput[]; isLeaving: boolean }[] = []
  const timers = new Set<() => void>()
  const state = { isOn: true, outcome: 'stored' as SendOutcome }
  const queue = createEventQueue({
    send: async (events, isLeaving) => {
      sent.push({ events, isLeaving })
      return state.outcome
    },
    isOn: () => state.isOn,
    schedule: (run) => {
      timers.add(run)
      return () => void timers.delete(run)
    },
    now: () => new Date('2026-11-23T10:00:00Z'),
    userAgent: 'Firefox',
  })
  const beIdle = async () => {
    const due = [...timers]
    timers.clear()
    for (const run of due) run()
    await Promise.resolve()
    await Promise.resolve()
  }
  return { queue, sent, state, timers, beIdle }
}

describe('events on their way to the server', () => {
  test('wait for an idle browser and are sent together', async () => {
    const { queue, sent, beIdle } = setUp()
    queue.add(toEvent('/monitors'))
    queue.add(toEvent('/inbox'))
    expect(sent).toEqual([])
    await beIdle()
    expect(sent).toEqual([
      {
        isLeaving: false,
        events: ['/monitors', '/inbox'].map((name) => ({
          data: toEvent(name),
          time: '2026-11-23T10:00:00.000Z',
          userAgent: 'Firefox',
        })),
      },
    ])
  })

  test('are sent at once when the page is left, and not a second time', async () => {
    const { queue, sent, beIdle } = setUp()
    queue.add(toEvent('/monitors'))
    queue.leave()
    expect(sent.map(({ isLeaving }) => isLeaving)).toEqual([true])
    await beIdle()
    queue.leave()
    expect(sent).toHaveLength(1)
  })

  test('what the server could not take now is sent once more later', async () => {
    const { queue, sent, state, beIdle } = setUp()
    state.outcome = 'later'
    queue.add(toEvent('/monitors'))
    await beIdle()
    state.outcome = 'stored'
    queue.add(toEvent('/inbox'))
    await beIdle()
    expect(sent.at(-1)?.events.map(({ data }) => data.category_narrow)).toEqual(['/monitors', '/inbox'])
  })

  test('a server that keeps no activity is not asked again', async () => {
    const { queue, sent, state, timers, beIdle } = setUp()
    state.outcome = 'refused'
    queue.add(toEvent('/monitors'))
    await beIdle()
    queue.add(toEvent('/inbox'))
    expect(timers.size).toBe(0)
    queue.leave()
    expect(sent).toHaveLength(1)
  })

  test('a person who turns it off takes back what was not sent yet', async () => {
    const { queue, sent, state, beIdle } = setUp()
    queue.add(toEvent('/monitors'))
    state.isOn = false
    queue.add(toEvent('/inbox'))
    await beIdle()
    state.isOn = true
    queue.leave()
    expect(sent).toEqual([])
  })

  test('a queue that was stopped sends nothing a minute later, even when its last batch could not be taken', async () => {
    const { queue, sent, state, timers, beIdle } = setUp()
    state.outcome = 'later'
    queue.add(toEvent('/monitors'))
    queue.leave()
    queue.stop()
    await beIdle()
    expect(timers.size).toBe(0)
    expect(sent).toHaveLength(1)
  })

  test('of more than a batch holds the oldest are dropped', async () => {
    const { queue, sent, beIdle } = setUp()
    for (let number = 0; number < 130; number++) queue.add(toEvent(String(number)))
    await beIdle()
    expect(sent).toHaveLength(1)
    expect(sent[0]?.events).toHaveLength(100)
    expect(sent[0]?.events[0]?.data.category_narrow).toBe('30')
  })
})
