import { existsSync, readFileSync } from 'node:fs'
import type { JobPage } from '@auspex/sdk/types'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApi, type TestApi } from '../testing/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api.close())

/** For each queue that works through rows, the test with a row that always fails: a file, and the title of its test. */
const proofs: Record<string, readonly [file: string, title: string]> = {
  'cache-updates': [
    'collections/report-cache/report-cache.api.test.ts',
    'a signal that cannot be searched again is counted as failed',
  ],
  'comments-unannounced': [
    'writing/comments/comments.api.test.ts',
    'a comment that cannot be announced keeps no other waiting',
  ],
  destinations: [
    'monitors/destinations/destinations.api.test.ts',
    'arrives although more messages than one pass handles are damaged',
  ],
  digests: ['monitors/digests/digests.api.test.ts', 'is sent although more digests than one pass takes are damaged'],
  enrichment: ['library/set-aside.contract.ts', 'sets aside a poisoned week and a poisoned document'],
  exports: ['writing/exports/exports.jobs.test.ts', 'an export that breaks waits in the queue for its next attempt'],
  forecasts: [
    'reports/forecasts/signal-history.test.ts',
    'more failing forecasts than a job handles do not block the scoring of others',
  ],
  mails: [
    'monitors/notifications/notifications.api.test.ts',
    'more damaged emails than one pass takes keep no other from being sent',
  ],
  'newsfeed-comparison': ['news/clusters/clusters.test.ts', 'one poisoned article is set aside'],
  'newsfeed-feeds': [
    'news/feeds/feeds.api.test.ts',
    'a feed whose %s fails is noted as failed, and the feeds after it are read',
  ],
  'portfolio-refreshes': [
    'collections/portfolios/refresh.api.test.ts',
    'is not stopped by a trend that cannot be measured',
  ],
  'streams-bluesky': ['reports/streams/streams.test.ts', 'an unreadable watched signal does not block others'],
  subscriptions: ['monitors/poisoned-rows.api.test.ts', 'keep no other from being judged'],
  'workflow-schedules': ['workflows/workflows.jobs.test.ts', 'that cannot be read keeps no other workflow'],
  'zeus-reports-purge': [
    'writing/zeus-reports/versions.api.test.ts',
    'a deleted report whose links cannot be ended stays',
  ],
}

const oneStatement =
  'It deletes by time or place alone, in statements that read nothing of a row that could be damaged.'
const oneSubject =
  'Each job has one subject: what fails is tried again with growing waits, then given up, beside the others.'
const withoutProof: Record<string, string> = {
  'word-vectors': 'reads all documents in one pass, and any text has words',
  'activity-retention': oneStatement,
  'comments-of-deleted': 'It looks up which ids exist and deletes the others; it reads nothing else of a row.',
  'deleted-documents':
    'It reads documents that the server itself recorded, all at once: a part that fails is done again, and nothing is shown before.',
  'exports-expired': oneStatement,
  'idempotent-requests-expired': oneStatement,
  'images-unnamed': oneStatement,
  'jobs-vacuum': 'It tidies up the tables of the queue itself and reads no row.',
  'searches-forgotten': oneStatement,
  'security-log-retention': oneStatement,
  'signal-parts-unread': oneStatement,
  'trend-stages-expired': oneStatement,
  'workflow-runs-expired': oneStatement,
  searches: oneSubject,
  'workflow-runs': oneSubject,
  trends: 'It counts the whole library in one go; what a document may do to that is judged at the door of the library.',
}

test('every queue of the background has a test with a row that cannot be worked on, or a reason to have none', async () => {
  const { queues } = (await api.request({ method: 'GET', path: '/godmode/jobs', as: 'root' })).json<JobPage>()
  // the first exists only if a stream is enabled, the second only on the embedded database, which has no autovacuum
  const all = new Set([...queues, 'streams-bluesky', 'jobs-vacuum'])
  expect([...all].toSorted()).toEqual([...Object.keys(proofs), ...Object.keys(withoutProof)].toSorted())
})

test.each(Object.entries(proofs))('the test of %s is there', (_queue, [file, title]) => {
  const path = new URL(file, import.meta.url)
  expect(existsSync(path) && readFileSync(path, 'utf8')).toContain(title)
})
