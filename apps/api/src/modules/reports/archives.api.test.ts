import { addDays } from '@auspex/analytics'
import type { DocumentPage, ReportSection, SearchState, SignalComparison, SignalReport } from '@auspex/sdk/types'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSequentialIds } from '../../kernel/ids.ts'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'
import { silentLog } from '../../testing/test-database.ts'
import { createDocumentsModule } from '../library/index.ts'
import { archives, laterForum, plantArchives, plantTwoArchives } from './testing/archives.ts'

describe('archives api', () => {
  let api: TestApi
  let signalId: string
  let report: SignalReport
  const { firstDay, lastDay, onset, outbreakDays, newsletter } = archives

  beforeAll(async () => {
    api = await createTestApi({ config: { sources: 'live' } })
    const { database, clock } = api
    const documents = createDocumentsModule({ database, clock, createId: createSequentialIds(), log: silentLog })
    await documents.storeDocuments([...plantArchives()])
    while (await documents.enrich.step());
    await documents.enrich.stop()
    const started = await post<SearchState>('/explore/topicQuery', { query_term: 'privacy' })
    signalId = started.signal_id
    report = await get<SignalReport>(`/signal/json/${signalId}`)
  })

  afterAll(async () => api.close())

  async function get<T>(path: string): Promise<T> {
    const reply = await api.request({ method: 'GET', path, as: 'mira' })
    expect(reply).toMatchObject({ statusCode: 200 })
    return reply.json<T>()
  }

  async function post<T>(path: string, body: unknown): Promise<T> {
    const reply = await api.request({ method: 'POST', path, as: 'mira', body })
    expect(reply).toMatchObject({ statusCode: 200 })
    return reply.json<T>()
  }

  describe('a topic of an archive that has ended', () => {
    test("is steady as of the last covered day, independent of today's date", () => {
      expect(report.stage).toMatchObject({ stage: 'steady', asOf: lastDay })
      expect(report.momentum).toMatchObject({ asOf: lastDay, basis: 'share', current: 56, previous: 56 })
    })

    test('shows no change where one archive ends or another begins', () => {
      expect(report.inflections.points.filter(({ day }) => day > '2013-07-01')).toEqual([])
      expect(report.events.events.filter((event) => event.onset > '2013-07-01')).toEqual([])
    })

    test('includes late documents and says that their days are not covered', () => {
      const [forum, news] = report.volume.groups
      expect(forum).toMatchObject({
        label: 'Forum posts',
        endsOn: lastDay,
        spans: [{ firstDay, lastDay }],
        uncoveredDocuments: 5,
      })
      expect(news).toMatchObject({ label: 'News', documents: 0, endsOn: null })
      const gap = report.volume.points.find((point) => point.firstDay > lastDay && point.lastDay < '2014-02-14')
      expect(gap).toMatchObject({ coveredDays: 0, total: 0, share: null })
    })

    test('states this in its summary', () => {
      const texts = report.summary.statements.map(({ text }) => text)
      expect(texts).toContain('Forum posts end on 18 August 2013.')
      expect(texts.join(' ')).not.toMatch(/dormant|fell|fall/iu)
    })
  })

  describe('an outbreak of talk', () => {
    test('is an event with its day, its size and a matching headline', () => {
      const [event, ...others] = report.events.events
      expect(others).toEqual([])
      expect(event).toMatchObject({
        onset,
        until: addDays(onset, outbreakDays - 1),
        stories: 14 * outbreakDays,
        documents: 14 * outbreakDays,
      })
      expect(event?.headline?.title).toContain('PRISM')
      expect(event?.first?.publishedAt.slice(0, 10)).toBe(onset)
      expect(event?.retellings).toBeGreaterThan(20)
      expect(event?.excess.value).toBeGreaterThan(30)
    })

    test('heads the report and comes first in the summary, with a cited quotation', () => {
      const [title, first] = report.summary.statements
      expect(title).toMatchObject({
        part: 'title',
        // the newsletter's copies make March the highest month of the chart, but nothing happened then
        text: expect.stringMatching(/^\d+ June 2013: “[^”]*PRISM/u),
      })
      expect(first).toMatchObject({ part: 'story', text: expect.stringMatching(/ posts from .* June 2013/u) })
      const claims = report.summary.claims.filter(({ id }) => title?.claimIds.includes(id))
      const cited = new Set(report.summary.cited.map(({ id }) => id))
      expect(claims.flatMap(({ documentIds }) => documentIds).every((id) => cited.has(id))).toBe(true)
      expect(claims.length).toBeGreaterThan(0)
    })

    test('is reported next to the month with the most documents and the single text behind them', async () => {
      const busiest = report.summary.statements.find(({ text }) => text.includes(' was the busiest'))
      const [bar, text] = report.summary.claims.filter(({ id }) => busiest?.claimIds.includes(id))
      const [documents] = bar?.numbers ?? []
      const countOf = async (claim: typeof bar) => {
        const query = new URLSearchParams({ ...(claim?.evidence as Record<string, string>), perPage: '1' })
        return (await get<{ page: { total: number } }>(`/signals/${signalId}/documents?${query}`)).page.total
      }
      expect(await countOf(bar)).toBe(documents?.value)
      const index = Number(/^\/volume\/points\/(\d+)\/documents$/u.exec(documents?.pointer ?? '')?.[1])
      expect(report.volume.points[index]).toMatchObject({ documents: documents?.value })
      expect(await countOf(text)).toBe(report.events.busiest?.copies?.documents)
      expect(busiest?.text).toContain('copies of a single post')
    })

    test('counts exactly the documents that its link opens', async () => {
      const [event] = report.events.events
      const query = new URLSearchParams({ from: event?.onset ?? '', to: event?.until ?? '', perPage: '1' })
      const { page } = await get<{ page: { total: number } }>(`/signals/${signalId}/documents?${query}`)
      expect(page.total).toBe(event?.documents)
    })
  })

  describe('one newsletter in 86 copies', () => {
    test('is not an event, despite its many documents', async () => {
      const volume = await get<Extract<ReportSection, { section: 'volume' }>>(
        `/signal/json/${signalId}/volume?interval=day&from=${newsletter}&to=${newsletter}`,
      )
      expect(volume.points).toMatchObject([{ documents: 88 }])
      expect(
        report.events.events.filter((event) => event.onset <= newsletter && newsletter <= (event.until ?? '')),
      ).toEqual([])
    })

    test('is not a change of level either', () => {
      expect(report.inflections.points.filter(({ day }) => day < '2013-06-01')).toEqual([])
    })

    test('counts as one story for growth, next to all documents that its link opens', async () => {
      const { momentum } = await get<SignalReport>(`/signal/json/${signalId}?to=${newsletter}`)
      expect(momentum).toMatchObject({ asOf: newsletter, current: 142, stories: 57, previous: 56, previousStories: 56 })
      expect(momentum.ratio).toMatchObject({ n: 113, value: expect.closeTo(57 / 56, 1) })
    })
  })

  describe('the series of a report', () => {
    const section = (query: string) =>
      get<Extract<ReportSection, { section: 'volume' }>>(`/signal/json/${signalId}/volume?${query}`)

    test('have an interval suited to their span', () => {
      expect([report.volume.interval, report.tone.interval, report.attention.interval]).toEqual([
        'week',
        'week',
        'week',
      ])
      const { points } = report.volume
      expect([points[0]?.firstDay, points.at(-1)?.lastDay]).toEqual([report.firstDay, report.lastDay])
      expect(points.slice(1).map(({ firstDay: day }) => new Date(day).getUTCDay())).toEqual(
        points.slice(1).map(() => 1),
      )
      expect(points.reduce((sum, { documents }) => sum + documents, 0)).toBe(report.counts.documents)
    })

    test('are daily for requested days, or monthly', async () => {
      const byDay = await section(`interval=day&from=${onset}&to=2013-06-12`)
      expect(byDay.interval).toBe('day')
      expect(byDay.points.map(({ documents }) => documents)).toEqual([14, 14, 14, 14, 2, 2])
      const byMonth = await section('interval=month&from=2013-06-10&to=2013-06-12')
      expect(byMonth.points).toMatchObject([
        { firstDay: '2013-06-01', lastDay: '2013-06-30', documents: 2 * 30 + 12 * outbreakDays, coveredDays: 30 },
      ])
    })

    test('count a story and an outlet once per week, however many days they span', async () => {
      const week = report.volume.points.find(({ firstDay: day }) => day === '2013-06-03')
      expect(week).toMatchObject({ documents: 2 * 7 + 12 * 3, outlets: 5 })
      expect(week?.storyClusters).toBeLessThanOrEqual(week?.documents ?? 0)
    })
  })
})

describe('two archives api', () => {
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
    test('are two groups with separate names, each with its covered days', () => {
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

    test('do not cover the days between them', () => {
      const between = report.volume.points.filter(
        ({ firstDay, lastDay }) => firstDay > '2014-05-01' && lastDay < laterForum.firstDay,
      )
      expect(between.length).toBeGreaterThan(10)
      expect(between.every(({ coveredDays }) => coveredDays === 0)).toBe(true)
    })

    test('have separate events, and the step between them is not an event', () => {
      expect(report.events.events.map(({ onset }) => onset).toSorted()).toEqual([archives.onset, '2016-06-23'])
      expect(report.inflections.points.filter(({ day }) => day > '2013-08-01' && day < '2016-06-01')).toEqual([])
      expect(report.stage.asOf).toBe(laterForum.lastDay)
    })

    test('are described as one kind of source with a gap in coverage', () => {
      const texts = report.summary.statements.map(({ text }) => text)
      expect(texts).toContain('Forum posts are missing from 19 August 2013 to 31 August 2015.')
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
})
