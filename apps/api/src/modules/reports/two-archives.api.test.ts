import type { DocumentPage, SearchState, SignalComparison, SignalReport } from '@auspex/sdk/types'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSequentialIds } from '../../kernel/ids.ts'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'
import { silentLog } from '../../testing/test-database.ts'
import { createDocumentsModule } from '../library/index.ts'
import { archives, laterForum, plantTwoArchives } from './testing/archives.ts'

let api: TestApi
let signalId: string
let report: SignalReport

beforeAll(async () => {
  api = await createTestApi({ config: { sources: 'live' } })
  const { database, clock } = api
  const documents = createDocumentsModule({ database, clock, createId: createSequentialIds(), log: silentLog })
  await documents.storeDocuments([...plantTwoArchives()])
  while (await documents.enrich.step());
  await documents.enrich.stop()
  signalId = await search('privacy')
  report = await get<SignalReport>(`/signal/json/${signalId}`)
})

afterAll(async () => api.close())

async function get<T>(path: string): Promise<T> {
  const reply = await api.request({ method: 'GET', path, as: 'mira' })
  expect(reply).toMatchObject({ statusCode: 200 })
  return reply.json<T>()
}

async function search(term: string): Promise<string> {
  const body = { query_term: term }
  const reply = await api.request({ method: 'POST', path: '/explore/topicQuery', as: 'mira', body })
  return reply.json<SearchState>().signal_id
}

const groupOf = (label: string) => report.volume.groups.find((group) => group.label === label)

describe('two archives of forum posts, imported years apart', () => {
  test('are two groups with names of their own, each with the days that it covers', () => {
    expect(groupOf('Forum posts, 2012–2013')).toMatchObject({
      spans: [{ firstDay: archives.firstDay, lastDay: archives.lastDay }],
      endsOn: archives.lastDay,
      uncoveredDocuments: 5,
    })
    expect(groupOf('Forum posts, 2015–2016')).toMatchObject({
      spans: [laterForum],
      endsOn: null,
      documents: 131 + 28,
      uncoveredDocuments: 0,
    })
  })

  test('cover nothing between them', () => {
    const between = report.volume.points.filter(
      ({ firstDay, lastDay }) => firstDay > '2014-05-01' && lastDay < laterForum.firstDay,
    )
    expect(between.length).toBeGreaterThan(10)
    expect(between.every(({ coveredDays }) => coveredDays === 0)).toBe(true)
  })

  test('have their own events, and the step from one to the other is none', () => {
    expect(report.events.events.map(({ onset }) => onset).toSorted()).toEqual([archives.onset, '2016-06-23'])
    expect(report.inflections.points.filter(({ day }) => day > '2013-08-01' && day < '2016-06-01')).toEqual([])
    expect(report.stage.asOf).toBe(laterForum.lastDay)
  })

  test('are told as one kind of source that is not covered between them', () => {
    const story = report.summary.statements.filter(({ part }) => part === 'story').map(({ text }) => text)
    expect(story.at(-1)).toBe('Not covered: forum posts from 19 August 2013 to 31 August 2015.')
  })

  test('are the same in the list, in a comparison and in the report of some days', async () => {
    const { documents } = groupOf('Forum posts, 2015–2016') ?? { documents: 0 }
    const days = `from=${laterForum.firstDay}&to=${laterForum.lastDay}`
    expect((await get<DocumentPage>(`/signals/${signalId}/documents?${days}&perPage=1`)).page.total).toBe(documents)
    const part = await get<SignalReport>(`/signal/json/${signalId}?${days}`)
    expect(part.volume.groups.filter((group) => group.documents > 0)).toMatchObject([
      { label: 'Forum posts, 2015–2016', documents, spans: [laterForum], uncoveredDocuments: 0 },
    ])
    const other = await search('cooking')
    const { signals } = await get<SignalComparison>(`/signals/compare?ids=${signalId},${other}&basis=share`)
    const [covered, total] = [0, 1].map((place) =>
      report.volume.points.reduce(
        (sum, one) => sum + (place === 0 ? (one.share ?? 0) * (one.total ?? 0) : (one.total ?? 0)),
        0,
      ),
    )
    expect(signals[0]?.share).toBeCloseTo((covered ?? 0) / (total ?? 1), 6)
  })
})
