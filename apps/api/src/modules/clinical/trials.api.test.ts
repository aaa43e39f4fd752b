import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'
import { createWrittenWorld } from './testing/written-register.ts'

describe('trials api', () => {
  const world = createWrittenWorld()
  let api: TestApi
  let demo: TestApi
  let day = 0
  beforeAll(async () => {
    api = await createTestApi({ medicine: world.medicine })
    demo = await createTestApi()
  })
  afterAll(async () => {
    await api.close()
    await demo.close()
  })
  /** Advances the clock, so that no stored answer of an earlier test is still valid. */
  const nextDay = (days = 2) => {
    day += days
    api.clock.set(new Date(Date.UTC(2026, 10, 21 + day, 8)).toISOString())
  }
  beforeEach(() => {
    nextDay()
    Object.assign(world, { studies: [], articles: [], pageSize: 1000, requests: [] })
    world.failures.clear()
  })
  const get = (path: string, as: 'mira' | 'jon' = 'mira') => api.request({ method: 'GET', path, as })
  const makeStudies = (count: number, facts: object = {}, first = 10_000_000) =>
    Array.from({ length: count }, (_, index) => ({ nctId: `NCT${first + index}`, ...facts }))
  const silent = { status: 'upstream_down', reason: 'Nobody answers.' } as const

  describe('searching trials', () => {
    test('by condition returns the register’s total, and the next page by its cursor', async () => {
      world.studies = [...makeStudies(3), { nctId: 'NCT00000001', conditions: ['Asthma'] }]
      const first = (await get('/clinical-trials/search/condition/hypertension?perPage=2')).json()
      expect(first).toMatchObject({
        items: [{ nctId: 'NCT10000000' }, { nctId: 'NCT10000001' }],
        page: { page: 1, total: 3, totalPages: 2 },
        origin: { source: 'clinical_trials', notice: null },
      })
      const next = await get(`/clinical-trials/search/condition/hypertension?perPage=2&cursor=${first.page.nextCursor}`)
      expect(next.json()).toMatchObject({ items: [{ nctId: 'NCT10000002' }], page: { total: 3, nextCursor: null } })
      expect((await get('/clinical-trials/search/condition/hypertension?perPage=2&page=2')).json().items).toHaveLength(
        1,
      )
    })

    test('by country matches that country, not part of another’s name', async () => {
      world.studies = [
        { nctId: 'NCT10000001', countries: ['Guinea'] },
        { nctId: 'NCT10000002', countries: ['Papua New Guinea'] },
      ]
      const page = (await get('/clinical-trials/search/condition/hypertension?country=Guinea')).json()
      expect(page.items.map(({ nctId }: { nctId: string }) => nctId)).toEqual(['NCT10000001'])
      expect(world.requests[0]?.searchParams.get('filter.advanced')).toBe(
        'AREA[LocationCountry]COVERAGE[FullMatch]"Guinea"',
      )
    })

    test('fetches the same query from the register once a day, for all people', async () => {
      world.studies = makeStudies(1)
      await get('/clinical-trials/search/term/oat')
      await get('/clinical-trials/search/term/OAT', 'jon')
      expect(world.requests).toHaveLength(1)
    })

    test('shows the last answer with its date and a notice when the register is unavailable', async () => {
      world.studies = makeStudies(1, { title: 'A study of silence' })
      const { dataAsOf } = (await get('/clinical-trials/search/term/silence')).json()
      nextDay()
      world.failures.set('clinicaltrials', silent)
      expect((await get('/clinical-trials/search/term/silence')).json()).toMatchObject({
        items: [{ nctId: 'NCT10000000' }],
        dataAsOf,
        origin: { asOf: dataAsOf, notice: expect.stringContaining('did not answer') },
      })
    })
  })

  describe('searching trials refuses', () => {
    test('an unknown field, naming the fields that exist', async () => {
      const reply = await get('/clinical-trials/search/colour/red')
      expect(reply.statusCode).toBe(422)
      expect(JSON.stringify(reply.json())).toContain('condition')
    })

    test('a query that the register does not understand', async () => {
      world.failures.set('clinicaltrials', { status: 'bad_query', reason: 'cannot be parsed' })
      expect((await get('/clinical-trials/search/term/"heart')).json()).toMatchObject({
        status: 422,
        code: 'clinical.query_refused',
      })
    })

    test('a page that can only be reached by a cursor', async () => {
      world.studies = makeStudies(30)
      expect((await get('/clinical-trials/search/term/oat?perPage=1&page=11')).json()).toMatchObject({
        status: 422,
        code: 'clinical.page_too_far',
      })
    })

    test('to return an empty list when the register is unavailable or limits requests', async () => {
      world.failures.set('clinicaltrials', silent)
      const unavailable = await get('/clinical-trials/search/term/never-asked')
      expect(unavailable.json()).toMatchObject({ status: 503, code: 'clinical.source_failed' })
      world.failures.set('clinicaltrials', { status: 'rate_limited', reason: 'Too many requests.' })
      const limited = await get('/clinical-trials/search/term/never-asked')
      expect(limited.json()).toMatchObject({ status: 503, code: 'clinical.rate_limited' })
      expect(limited.headers['retry-after']).toBe('60')
    })

    test.each([
      '/clinical-trials/search/term/oat',
      '/clinical-trials/facets/term/oat',
      '/clinical-trials/autocomplete/oat',
      '/clinical-trials/studies/NCT10000000',
      '/clinical-trials/studies/NCT10000000/papers',
      '/pubmed?condition=oat',
      '/pubmed/time_series?condition=oat',
      '/pubmed/topics?condition=oat',
    ])('the demo contains no medical data: %s', async (path) => {
      const reply = await demo.request({ method: 'GET', path, as: 'mira' })
      expect(reply.json()).toMatchObject({
        status: 503,
        code: 'clinical.demo',
        detail: expect.stringContaining('AUSPEX_SOURCES'),
      })
    })
  })

  describe('the facets of trials', () => {
    test('count every study, each facet under the other filters, with planned and actual enrollment', async () => {
      world.studies = [
        {
          nctId: 'NCT10000001',
          phases: ['PHASE1', 'PHASE2'],
          countries: ['Norway', 'Norway'],
          enrollment: { count: 40, type: 'ACTUAL' },
        },
        {
          nctId: 'NCT10000002',
          phases: ['PHASE2'],
          status: 'COMPLETED',
          countries: ['Norway', 'Portugal'],
          start: '2023',
        },
        { nctId: 'NCT10000003', phases: ['PHASE3'], sponsorClass: 'INDUSTRY' },
      ]
      const counts = (await get('/clinical-trials/facets/condition/hypertension?phase=PHASE2')).json()
      expect(counts).toMatchObject({
        total: 3,
        counted: 3,
        isComplete: true,
        matching: 2,
        facets: {
          phase: [
            { value: 'PHASE2', studies: 2 },
            { value: 'PHASE1', studies: 1 },
            { value: 'PHASE3', studies: 1 },
          ],
          status: [
            { value: 'COMPLETED', studies: 1 },
            { value: 'RECRUITING', studies: 1 },
          ],
          sponsorClass: [{ value: 'OTHER', studies: 2 }],
          country: [
            { value: 'Norway', studies: 2 },
            { value: 'Portugal', studies: 1 },
          ],
          startYear: [
            { value: '2026', studies: 1 },
            { value: '2023', studies: 1 },
          ],
        },
        enrollment: {
          actual: { studies: 1, participants: 40 },
          estimated: { studies: 1, participants: 100 },
          unknown: 0,
        },
      })
      expect(counts.landscape).toHaveLength(3)
      // each count equals the total of the search with that filter
      for (const { value, studies } of counts.facets.phase) {
        const results = await get(`/clinical-trials/search/condition/hypertension?phase=${value}`)
        expect(results.json().page.total).toBe(studies)
      }
    })

    test('of a large search are counted in steps that resume where the last one stopped', async () => {
      world.studies = makeStudies(6400)
      const first = (await get('/clinical-trials/facets/condition/hypertension')).json()
      expect(first).toMatchObject({ total: 6400, counted: 5000, isComplete: false, matching: 5000 })
      const second = (await get('/clinical-trials/facets/condition/hypertension', 'jon')).json()
      expect(second).toMatchObject({ counted: 6400, isComplete: true, facets: { status: [{ studies: 6400 }] } })
      const before = world.requests.length
      await get('/clinical-trials/facets/condition/hypertension?phase=PHASE2')
      expect(world.requests).toHaveLength(before)
    })

    test('accept pages of any size from the register and lose no study', async () => {
      world.studies = makeStudies(1500)
      world.pageSize = 700
      expect((await get('/clinical-trials/facets/condition/hypertension')).json()).toMatchObject({
        counted: 1500,
        matching: 1500,
        isComplete: true,
      })
    })

    test('keep what was counted when the register becomes unavailable halfway', async () => {
      world.studies = makeStudies(6400)
      await get('/clinical-trials/facets/condition/hypertension')
      world.failures.set('clinicaltrials', silent)
      expect((await get('/clinical-trials/facets/condition/hypertension')).json()).toMatchObject({
        counted: 5000,
        isComplete: false,
      })
    })

    test('are not counted for too many studies, and say so', async () => {
      world.studies = makeStudies(30_001)
      expect((await get('/clinical-trials/facets/condition/hypertension')).json()).toMatchObject({
        total: 30_001,
        counted: 0,
        tooMany: true,
        isComplete: true,
      })
      expect(world.requests).toHaveLength(1)
    })
  })

  describe('clinical terms', () => {
    test('are the register’s, sorted by number of studies; a study that is read twice counts once', async () => {
      world.studies = [
        ...makeStudies(6, { conditions: ['Zoster', 'Zoster Ophthalmicus'], interventions: ['Zostavax'] }, 50_000_000),
        { nctId: 'NCT20000001', conditions: ['Herpes Zoster'], interventions: ['Zoster vaccine'] },
      ]
      await get('/clinical-trials/search/condition/zoster')
      await get('/clinical-trials/search/condition/zoster?perPage=50')
      const { items } = (await get('/clinical-trials/autocomplete/zos')).json()
      expect(items).toContainEqual({ term: 'Zoster', kind: 'condition', studies: 6 })
      expect(items).toContainEqual({ term: 'Herpes Zoster', kind: 'condition', studies: 1 })
      expect(items[0].studies).toBe(6)
    })

    test('unknown so far are looked up in the register', async () => {
      world.studies = [{ nctId: 'NCT20000002', conditions: ['Narcolepsy'] }]
      const { items } = (await get('/clinical-trials/autocomplete/narcolepsy')).json()
      expect(items).toEqual([{ term: 'Narcolepsy', kind: 'condition', studies: 1 }])
    })
  })

  describe('the record of a trial', () => {
    const nctId = 'NCT30000001'
    const read = async () => (await get(`/clinical-trials/studies/${nctId}`)).json()

    test('keeps each version it has read, and separates material from administrative changes', async () => {
      world.studies = [{ nctId, enrollment: { count: 200, type: 'ESTIMATED' }, updated: '2026-10-01' }]
      expect((await read()).versions).toMatchObject([{ changes: [] }])
      nextDay()
      world.studies = [{ nctId, enrollment: { count: 200, type: 'ESTIMATED' }, updated: '2026-11-01' }]
      expect((await read()).versions[0]).toMatchObject({
        isMaterial: false,
        changes: [{ field: 'statusModule.lastUpdatePostDateStruct.date', kind: 'administrative' }],
      })
      nextDay()
      world.studies = [
        {
          nctId,
          status: 'TERMINATED',
          whyStopped: 'Slow recruitment',
          enrollment: { count: 83, type: 'ACTUAL' },
          updated: '2026-11-20',
        },
      ]
      const { versions, whyStopped } = await read()
      expect(whyStopped).toBe('Slow recruitment')
      expect(versions).toHaveLength(3)
      expect(versions[0].isMaterial).toBe(true)
      expect(versions[0].changes).toContainEqual({
        field: 'statusModule.overallStatus',
        kind: 'material',
        before: 'RECRUITING',
        after: 'TERMINATED',
      })
      expect(JSON.stringify(versions)).not.toContain('A Person')
    })

    test('that has not changed adds no version', async () => {
      world.studies = [{ nctId: 'NCT30000002' }]
      await get('/clinical-trials/studies/NCT30000002')
      nextDay()
      expect((await get('/clinical-trials/studies/NCT30000002')).json().versions).toHaveLength(1)
    })

    test('removed from the register is removed here, too', async () => {
      world.studies = [{ nctId: 'NCT30000003' }]
      await get('/clinical-trials/studies/NCT30000003')
      nextDay()
      world.studies = []
      expect((await get('/clinical-trials/studies/NCT30000003')).json()).toMatchObject({
        status: 404,
        code: 'clinical.trial_not_found',
      })
      world.studies = [{ nctId: 'NCT30000003', status: 'COMPLETED' }]
      expect((await get('/clinical-trials/studies/NCT30000003')).json().versions).toHaveLength(1)
    })
  })

  describe('the papers of a trial', () => {
    test('are not found when the register does not have the trial', async () => {
      const reply = await get('/clinical-trials/studies/NCT30000009/papers')
      expect([reply.statusCode, reply.json().code]).toEqual([404, 'clinical.trial_not_found'])
    })

    test('are those that the register names or that name the study; others are left out', async () => {
      const nctId = 'NCT40000001'
      world.studies = [
        {
          nctId,
          references: [
            { pmid: '1', type: 'RESULT' },
            { pmid: '9', type: 'BACKGROUND' },
          ],
        },
      ]
      world.articles = [
        { pmid: '1', title: 'What came of it', year: 2026 },
        { pmid: '2', title: 'A registered comparison', year: 2025, accession: nctId },
        { pmid: '3', title: `A longer number ${nctId}9`, year: 2025 },
        { pmid: '9', title: 'What was known before', year: 2001 },
      ]
      const papers = (await get(`/clinical-trials/studies/${nctId}/papers`)).json()
      expect(
        papers.items.map(({ relation, article }: { relation: string; article: { pmid: string } }) => [
          article.pmid,
          relation,
        ]),
      ).toEqual([
        ['1', 'result'],
        ['2', 'names_trial'],
      ])
      expect(papers.leftOut).toBe(1)
    })
  })
})
