import type { SearchState, SignalComparison } from '@auspex/sdk/types'
import { addDays, type AlignedSignal, compareWithReference, type DailyReport } from '@auspex/analytics'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRandomId } from '../../../kernel/ids.ts'
import { sampleDocument } from '../../../testing/stored-documents.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'
import { silentLog } from '../../../testing/test-database.ts'
import { createDocumentsModule } from '../../library/index.ts'

describe('comparisons api', () => {
  let api: TestApi
  const ids: Record<string, string> = {}

  const [firstDay, days] = ['2026-10-01', 40]
  const terms = ['oat milk', 'green tea', 'rye bread', 'cold brew', 'dark rum', 'pine nuts'] as const
  /** Documents a day: twice as many of oat milk as of green tea, and rye bread only from the twentieth day on. */
  const plans: Record<string, (day: number) => number> = {
    'oat milk': (day) => 4 + 2 * (day % 3),
    'green tea': (day) => 2 + (day % 3),
    'rye bread': (day) => (day < 20 ? 0 : 3 + (day % 2)),
  }
  const library = Array.from({ length: days }, (_, day) => addDays(firstDay, day)).flatMap((day, index) =>
    Object.entries(plans).flatMap(([term, plan]) =>
      Array.from({ length: plan(index) }, (_, n) =>
        sampleDocument({
          nativeId: `${term}-${day}-${n}`,
          url: `https://example.org/${term.replace(' ', '-')}/${day}/${n}`,
          outlet: `outlet-${n}.example`,
          title: `${term} ${day} part ${n}`,
          body:
            term === 'oat milk' ? 'A wonderful, lovely and excellent day.' : n % 2 ? 'An awful mess.' : 'It is a day.',
          publishedAt: `${day}T08:00:00Z`,
        }),
      ),
    ),
  )

  beforeAll(async () => {
    api = await createTestApi({ config: { sources: 'live' } })
    const { database, clock } = api
    const documents = createDocumentsModule({ database, clock, createId: createRandomId, log: silentLog })
    await documents.storeDocuments(library)
    for (const term of terms) {
      const reply = await api.request({
        method: 'POST',
        path: '/explore/topicQuery',
        as: 'mira',
        body: { query_term: term },
      })
      ids[term] = reply.json<SearchState>().signal_id
    }
  })
  afterAll(() => api.close())

  const requestComparison = (query: Record<string, string>, as: 'mira' | 'ana' = 'mira') =>
    api.request({ method: 'GET', path: `/signals/compare?${new URLSearchParams(query)}`, as })
  const idsOf = (...termsOrIds: string[]) => termsOrIds.map((term) => ids[term] ?? term).join(',')
  const compare = async (query: Record<string, string>): Promise<SignalComparison> => {
    const reply = await requestComparison(query)
    expect(reply).toMatchObject({ statusCode: 200 })
    return reply.json<SignalComparison>()
  }

  describe('comparing signals', () => {
    test('states as a finding the months in which the other was ahead, and nothing where too few days tell', async () => {
      const [tea, bread] = [ids['green tea'] ?? '', ids['rye bread'] ?? '']
      const { finding, differences } = await compare({ ids: idsOf('rye bread', 'green tea') })
      const [{ documents } = fail()] = differences
      expect([documents.value !== null && documents.value > 1, documents.distinct]).toEqual([true, expect.any(Boolean)])
      expect(finding).toMatch(
        documents.distinct === true
          ? /^Green tea drew .* as much attention as rye bread, but less in November 2026$/u
          : /^Green tea drew .* times .* as much attention as rye bread, a difference that chance may explain$/u,
      )
      const short = await compare({ ids: `${tea},${bread}`, from: '2026-10-01', to: '2026-10-05' })
      expect(short.finding).toBeNull()
    })

    test('aligns them on one calendar with ratios and their intervals', async () => {
      const comparison = await compare({ ids: idsOf('green tea', 'oat milk') })
      expect(comparison).toMatchObject({ basis: 'documents', referenceId: ids['green tea'], firstDay, from: firstDay })
      const [tea, milk] = comparison.signals
      expect(tea?.values.slice(0, 6)).toEqual([2, 3, 4, 2, 3, 4])
      expect(milk?.values.slice(0, 6)).toEqual([4, 6, 8, 4, 6, 8])
      expect(tea?.values).toHaveLength(milk?.values.length ?? 0)
      expect(milk).toMatchObject({ documents: 238, storyDays: expect.any(Number), query: { title: 'oat milk' } })
      expect(comparison.differences).toHaveLength(1)
      const [{ documents, share, tone } = fail()] = comparison.differences
      expect(documents.value).toBeCloseTo(2, 4)
      expect(documents).toMatchObject({ days, distinct: true, reason: null })
      expect(comparison.finding).toBe('Oat milk drew about twice as much attention as green tea')
      expect(share.value).toBeCloseTo(2, 4)
      expect(tone.value).toBeGreaterThan(0.2)
      expect(tone.distinct).toBe(true)
    })

    test('fills covered days before the first match with zeros, and has totals for lines by share', async () => {
      const comparison = await compare({ ids: idsOf('oat milk', 'rye bread'), basis: 'share' })
      const rye = comparison.signals[1]
      expect(rye?.values.slice(18, 22)).toEqual([0, 0, 3, 4])
      expect(rye?.exposures[0]).toBe(6)
      expect(comparison.differences[0]?.documents).toMatchObject({ days })
    })

    test('counts only the brushed days and keeps the lines complete', async () => {
      const [from, to] = [addDays(firstDay, 3), addDays(firstDay, 8)]
      const comparison = await compare({ ids: idsOf('green tea', 'oat milk'), from, to })
      expect(comparison).toMatchObject({ from, to, firstDay })
      expect(comparison.signals[0]).toMatchObject({ documents: 18, knownDays: 6 })
      expect(comparison.signals[0]?.values.length).toBeGreaterThanOrEqual(days)
      expect(comparison.differences[0]?.documents).toMatchObject({
        value: expect.closeTo(2, 4),
        low: null,
        distinct: null,
        reason: expect.stringMatching(/14 days/),
      })
    })

    test('compares with the chosen reference; a signal without documents is unknown, never 0', async () => {
      const comparison = await compare({
        ids: idsOf('green tea', 'oat milk', 'pine nuts'),
        reference: ids['oat milk'] ?? '',
      })
      expect(comparison.differences.map(({ signalId }) => signalId)).toEqual([ids['green tea'], ids['pine nuts']])
      expect(comparison.differences[0]?.documents.value).toBeCloseTo(0.5, 4)
      expect(comparison.differences[1]?.tone).toMatchObject({
        value: null,
        reason: expect.stringMatching(/no document/),
      })
    })

    test('is available to every signed-in person, like signals', async () => {
      expect(await requestComparison({ ids: idsOf('green tea', 'oat milk') }, 'ana')).toMatchObject({ statusCode: 200 })
    })
  })

  describe('what cannot be compared', () => {
    test('a sixth signal is refused with the reason', async () => {
      const reply = await requestComparison({ ids: idsOf(...terms) })
      expect(reply.statusCode).toBe(422)
      expect(reply.json()).toMatchObject({
        code: 'comparisons.too_many_signals',
        title: 'At most five signals can be compared',
        detail: 'A sixth line cannot be told apart. Remove one first.',
      })
      expect(await requestComparison({ ids: idsOf(...terms.slice(0, 5)) })).toMatchObject({ statusCode: 200 })
    })

    test.each([
      ['one signal', { ids: () => idsOf('oat milk') }, 'comparisons.too_few_signals'],
      ['a signal with itself', { ids: () => idsOf('oat milk', 'oat milk') }, 'comparisons.too_few_signals'],
      [
        'an unknown reference',
        { ids: () => idsOf('oat milk', 'green tea'), reference: () => ids['rye bread'] ?? '' },
        'comparisons.reference_not_compared',
      ],
      [
        'days that end before they begin',
        { ids: () => idsOf('oat milk', 'green tea'), from: () => '2026-11-01', to: () => '2026-10-01' },
        'comparisons.days_reversed',
      ],
    ])('%s is refused', async (_what, query: Record<string, () => string>, code) => {
      const reply = await requestComparison(
        Object.fromEntries(Object.entries(query).map(([key, value]) => [key, value()])),
      )
      expect(reply.statusCode).toBe(422)
      expect(reply.json()).toMatchObject({ code })
    })

    test('an unknown signal is not found, and sign-in is required', async () => {
      expect(await requestComparison({ ids: idsOf('oat milk', 'sig_nobody') })).toMatchObject({ statusCode: 404 })
      const path = `/signals/compare?ids=${idsOf('oat milk', 'green tea')}`
      expect(await api.request({ method: 'GET', path })).toMatchObject({ statusCode: 401 })
    })
  })

  function fail(): never {
    throw new Error('there is no difference')
  }
})

describe('signal differences', () => {
  const days = 40

  /** A signal with the given number of documents on each day. */
  function signal(name: string, countOf: (day: number) => number): AlignedSignal {
    const counts = Array.from({ length: days }, (_, day) => countOf(day))
    const series = { counts, exposure: counts.map(() => 1) }
    return {
      report: { signalId: name } as DailyReport, // the figures only need its name
      series: { documents: series, stories: series, outlets: series, share: series },
      tone: { means: counts.map(() => null), weights: counts.map(() => 0) },
    }
  }

  const allDays = { start: 0, end: days }
  const steady = signal('steady', () => 5)
  const difference = (compared: AlignedSignal) =>
    compareWithReference({ signal: compared, reference: steady, comparisons: 1 }, allDays).documents

  test('reports the ratio of two topics with many documents', () => {
    const { value, low, high, reason } = difference(signal('double', (day) => 9 + (day % 3)))
    expect(value).toBeCloseTo(2, 1)
    expect([low !== null && low > 1.5, high !== null && high < 2.5, reason]).toEqual([true, true, null])
  })

  test('omits the ratio of a topic dominated by one day and gives the reason', () => {
    expect(difference(signal('burst', (day) => (day === 20 ? 60 : 0)))).toMatchObject({
      value: null,
      low: null,
      high: null,
      distinct: null,
      reason: expect.stringContaining('too uneven'),
    })
  })

  test('omits the ratio of two topics with few documents', () => {
    const few = signal('few', (day) => (day === 3 ? 2 : 0))
    const none = signal('none', (day) => (day === 9 ? 1 : 0))
    const { documents } = compareWithReference({ signal: few, reference: none, comparisons: 1 }, allDays)
    expect(documents).toMatchObject({ value: null, reason: expect.stringContaining('too few documents') })
  })
})
