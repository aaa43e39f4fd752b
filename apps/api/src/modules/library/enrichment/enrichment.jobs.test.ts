import { expect, test } from 'vitest'
import { runOnce } from '../../../adapters/jobs/testing/run-once.ts'
import { createEnrichmentJob } from './enrichment.jobs.ts'

const atOnce = async () => {}

test('reading goes on until nothing is pending, and the index is in order', async () => {
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

test('reading waits while somebody searches', async () => {
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

test('reading that waits for a search ends when the server stops', async () => {
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
