import { expect, test } from 'vitest'
import { runOnce } from '../../adapters/jobs/testing/run-once.ts'
import { createSubscriptionJobs } from './subscriptions.module.ts'
import { createLogger } from '../../kernel/logger.ts'

test('alerts are posted even if trends cannot be sent, and the job is retried for the trends', async () => {
  const done: string[] = []
  const jobs = createSubscriptionJobs({
    steps: [
      async () => void done.push('monitors'),
      () => Promise.reject(new Error('no trends')),
      async () => void done.push('posts'),
    ],
    log: createLogger('silent'),
  })
  await expect(runOnce(jobs)).rejects.toThrow('no trends')
  expect(done).toEqual(['monitors', 'posts'])
})

test('a server that is stopping starts no further step, and the job returns to its queue', async () => {
  const stop = new AbortController()
  const done: string[] = []
  const jobs = createSubscriptionJobs({
    steps: [async () => stop.abort(new Error('the server stops')), async () => void done.push('trends')],
    log: createLogger('silent'),
  })
  await expect(runOnce(jobs, { signal: stop.signal })).rejects.toThrow('the server stops')
  expect(done).toEqual([])
})
