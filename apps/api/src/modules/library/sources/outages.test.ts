import type { SourceKey } from '@auspex/sdk/types'
import { describe, expect, test } from 'vitest'
import { createFixedClock } from '../../../kernel/clock.ts'
import { createLogger } from '../../../kernel/logger.ts'
import { type Attempt, createOutages } from './outages.ts'

/** Outages over sources whose probes end as the test specifies; scheduled tasks run on demand. */
function watchSources(answers: Partial<Record<SourceKey, Attempt>> = {}) {
  const waiting: { task: () => void; ms: number }[] = []
  const probed: SourceKey[] = []
  const clock = createFixedClock('2026-11-21T14:02:00Z')
  const outages = createOutages({
    probe: async (key, signal) => {
      probed.push(key)
      signal.throwIfAborted()
      outages.record(key, answers[key] ?? 'answered')
    },
    schedule: (task, ms) => {
      const entry = { task, ms }
      waiting.push(entry)
      return () => void (waiting.includes(entry) && waiting.splice(waiting.indexOf(entry), 1))
    },
    clock,
    log: createLogger('silent'),
  })
  /** Runs the scheduled tasks, and returns the delay of each. */
  const runWaiting = async () => {
    const due = waiting.splice(0)
    for (const { task } of due) task()
    await new Promise((resolve) => setImmediate(resolve))
    return due.map(({ ms }) => ms)
  }
  return { outages, answers, probed, waiting, runWaiting, clock }
}

describe('a source that cannot be reached', () => {
  test('is skipped once a background probe fails too, dated from its first failure', async () => {
    const { outages, runWaiting, clock } = watchSources({ gdelt: 'no_connection' })
    outages.record('gdelt', 'no_connection')
    expect(outages.since('gdelt')).toBeNull()
    clock.set('2026-11-21T14:03:00Z')
    expect(await runWaiting()).toEqual([0])
    expect(outages.since('gdelt')).toEqual(new Date('2026-11-21T14:02:00Z'))
    expect(outages.since('arxiv')).toBeNull()
  })

  test('is queried again after a single accidental failure', async () => {
    const { outages, runWaiting, waiting } = watchSources()
    outages.record('gdelt', 'no_connection')
    await runWaiting()
    outages.record('gdelt', 'no_connection')
    expect(outages.since('gdelt')).toBeNull()
    expect(waiting).toHaveLength(1)
  })

  test('is skipped after three timeouts in a row, because one may be a slow query', () => {
    const { outages, waiting } = watchSources()
    outages.record('gdelt', 'no_answer')
    outages.record('gdelt', 'no_answer')
    expect(outages.since('gdelt')).toBeNull()
    expect(waiting).toEqual([])
    outages.record('gdelt', 'no_answer')
    expect(outages.since('gdelt')).not.toBeNull()
  })

  test('is probed less and less often, at least every five minutes, and queried again once it answers', async () => {
    const { outages, answers, runWaiting } = watchSources({ gdelt: 'no_connection' })
    outages.record('gdelt', 'no_connection')
    const waits: number[] = []
    for (let tries = 0; tries < 8; tries += 1) waits.push(...(await runWaiting()))
    expect(waits.map((ms) => ms / 1000)).toEqual([0, 15, 30, 60, 120, 240, 300, 300])
    answers.gdelt = 'answered'
    await runWaiting()
    expect(outages.since('gdelt')).toBeNull()
    expect(await runWaiting()).toEqual([])
  })

  test('is probed at once when another unreachable source recovers: the network may be back', async () => {
    const { outages, answers, runWaiting } = watchSources({ gdelt: 'no_connection', arxiv: 'no_connection' })
    outages.record('gdelt', 'no_connection')
    outages.record('arxiv', 'no_connection')
    await runWaiting()
    answers.gdelt = 'answered'
    answers.arxiv = 'answered'
    outages.record('gdelt', 'answered')
    expect(await runWaiting()).toEqual([0])
    expect(outages.since('arxiv')).toBeNull()
  })

  test('is not assumed for feeds: each belongs to another person', () => {
    const { outages, waiting } = watchSources()
    for (let times = 0; times < 5; times += 1) outages.record('rss', 'no_connection')
    expect(outages.since('rss')).toBeNull()
    expect(waiting).toEqual([])
  })

  test('is no longer probed when the server stops', async () => {
    const { outages, waiting, probed } = watchSources({ gdelt: 'no_connection' })
    outages.record('gdelt', 'no_connection')
    await outages.stop()
    expect(waiting).toEqual([])
    outages.record('gdelt', 'no_connection')
    expect(waiting).toEqual([])
    expect(probed).toEqual([])
  })
})
