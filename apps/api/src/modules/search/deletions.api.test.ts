import type { SearchState, SignalReport } from '@auspex/sdk/types'
import type { DocumentSource, SearchResult, SourceDocument } from '@auspex/sources'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { searchToEnd } from '../../testing/finish-search.ts'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'
import { documentsAbout } from '../../testing/stored-documents.ts'
import { answering, failing, type FakeSource, fakeSource } from './testing/fake-sources.ts'

let api: TestApi
const connectors: FakeSource[] = []
beforeAll(async () => {
  api = await createTestApi({ connectors, config: { sources: 'live' } })
})
afterAll(async () => api.close())

const posts = documentsAbout({ term: 'oat milk', count: 12, sourceKey: 'reddit', kind: 'post', outlet: 'reddit/r/tea' })
const ids = posts.map(({ nativeId }) => nativeId ?? '')

/** Reddit's current responses: these posts, and which are deleted. */
function setRedditResponse(response: {
  documents: SourceDocument[]
  gone?: string[]
  findGone?: DocumentSource['findGone']
}): void {
  const { documents, gone = [], findGone } = response
  const answer = async (...args: Parameters<DocumentSource['search']>): Promise<SearchResult> => ({
    ...(await answering(documents)(...args)),
    gone,
  })
  connectors.splice(0, connectors.length, { ...fakeSource({ key: 'reddit', answer }), ...(findGone && { findGone }) })
}

let minute = 0
async function search(): Promise<SearchState> {
  // Half an hour later each time, when an answer is no longer fresh
  minute += 30
  api.clock.set(new Date(Date.parse('2026-11-21T08:00:00Z') + minute * 60_000).toISOString())
  return searchToEnd(api, { query_term: 'oat milk' })
}
const reportOf = async ({ signal_id: id }: Pick<SearchState, 'signal_id'>) =>
  (await api.request({ method: 'GET', path: `/signal/json/${id}`, as: 'mira' })).json<SignalReport>()
const redditOf = (state: SearchState) => state.sources.find(({ source }) => source === 'reddit')

test('removes documents deleted at their source from the report, its counts and its lists', async () => {
  setRedditResponse({ documents: posts })
  const before = await search()
  expect(await reportOf(before)).toMatchObject({ counts: { documents: 12 } })

  setRedditResponse({ documents: posts.slice(2), gone: ids.slice(0, 2) })
  const after = await search()
  expect(after).toMatchObject({ matched: 10 })
  expect(redditOf(after)?.reason).toBe('2 stored documents were deleted there, and so here.')
  const report = await reportOf(after)
  expect(report).toMatchObject({ counts: { documents: 10 }, stale: false })
  expect(JSON.stringify(report)).not.toContain('oat milk story 0')
})

test('looks up documents missing from the results and removes those that were deleted', async () => {
  const requestedIds: (readonly string[])[] = []
  setRedditResponse({
    documents: posts.slice(4),
    findGone: async (stored) => {
      requestedIds.push(stored)
      return stored.filter((id) => id === ids[2])
    },
  })
  expect(await search()).toMatchObject({ matched: 9 })
  expect(requestedIds.map((stored) => new Set(stored))).toEqual([new Set([ids[2], ids[3]])])
})

test('removes nothing when a source fails, whatever the failure', async () => {
  setRedditResponse({ documents: posts.slice(4), findGone: () => Promise.reject(new Error('broken')) })
  expect(await search()).toMatchObject({ matched: 9 })
  const answer = failing('rate_limited', 'It asked for a pause.')
  connectors.splice(0, 1, { ...fakeSource({ key: 'reddit', answer }), findGone: async (stored) => [...stored] })
  expect(await search()).toMatchObject({ matched: 9 })
})
