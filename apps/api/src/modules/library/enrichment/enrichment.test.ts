import { describe, expect, test } from 'vitest'
import { chooseClusters } from './enrichment.ts'
import { runOnce } from '../../../adapters/jobs/testing/run-once.ts'
import { createEnrichmentJob } from './enrichment.jobs.ts'

describe('cluster step', () => {
  const week = '2026-01-05'
  const before = '2026-01-03'
  const row = (id: string, cluster_id: string, day = week) => ({ id, cluster_id, day })

  describe('naming story clusters', () => {
    test('writes nothing when the clusters have not changed', () => {
      const window = [row('1', 's'), row('2', 's'), row('3', '3')]
      expect(
        chooseClusters({
          window,
          firstIds: new Map([
            ['1', '1'],
            ['2', '1'],
            ['3', '3'],
          ]),
          week,
        }),
      ).toEqual([])
    })

    test('adds a copy to a story of the previous week and keeps its name', () => {
      const window = [row('1', 's', before), row('2', '2')]
      const clusters = new Map([
        ['1', '1'],
        ['2', '1'],
      ])
      expect(chooseClusters({ window, firstIds: clusters, week })).toEqual([{ id: '2', cluster: 's' }])
    })

    test('separates two stories with the same title', () => {
      const window = [row('1', 's'), row('2', 's')]
      expect(
        chooseClusters({
          window,
          firstIds: new Map([
            ['1', '1'],
            ['2', '2'],
          ]),
          week,
        }),
      ).toEqual([{ id: '2', cluster: '2' }])
    })
  })
})

describe('enrichment jobs', () => {
  const atOnce = async () => {}

  test('processes documents until none are pending, then leaves the index vacuumed', async () => {
    const calls: string[] = []
    let pending = 3
    const job = createEnrichmentJob({
      step: async () => {
        calls.push('step')
        return pending-- > 0
      },
      settle: async () => calls.push('settle') > 0,
      whenIdle: atOnce,
    })
    await runOnce(job)
    expect(calls).toEqual(['step', 'step', 'step', 'step', 'settle'])
  })

  test('pauses while a search is running', async () => {
    const search = Promise.withResolvers<void>()
    let steps = 0
    const job = createEnrichmentJob({
      step: async () => {
        steps += 1
        return false
      },
      settle: async () => true,
      whenIdle: () => search.promise,
    })
    const running = runOnce(job)
    await new Promise(setImmediate)
    expect(steps).toBe(0)
    search.resolve()
    await running
    expect(steps).toBe(1)
  })

  test('stops waiting for a search when the server stops', async () => {
    const stop = new AbortController()
    const job = createEnrichmentJob({
      step: async () => true,
      settle: async () => true,
      whenIdle: () => new Promise(() => {}),
    })
    const running = runOnce(job, { signal: stop.signal })
    stop.abort(new Error('the server stops'))
    await expect(running).rejects.toThrow('the server stops')
  })
})
