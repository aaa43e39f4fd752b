import { addDays } from '@auspex/analytics'
import type { MedicineSection, SearchState, UserProfile } from '@auspex/sdk/types'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createRandomId } from '../../../kernel/ids.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'
import { silentLog } from '../../../testing/test-database.ts'
import { createWrittenWorld } from '../../clinical/testing/written-register.ts'
import { createDocumentsModule } from '../../library/index.ts'
import { documentsOf, plantCounts } from '../../markets/testing/planted-market.ts'

const world = createWrittenWorld()
let api: TestApi
let oatMilk: string
let railFreight: string

const firstDay = '2026-07-20'
const counts = plantCounts(118)
/** Trials follow the talk after two days; papers are independent of it. */
const delay = 2

beforeAll(async () => {
  api = await createTestApi({ config: { sources: 'live' }, medicine: world.medicine })
  const { database, clock } = api
  const documents = createDocumentsModule({ database, clock, createId: createRandomId, log: silentLog })
  await documents.storeDocuments(documentsOf(counts, firstDay))
  world.studies = counts.flatMap((count, index) =>
    Array.from({ length: count }, (_, n) => ({
      nctId: `NCT${String(10_000_000 + index * 100 + n)}`,
      conditions: ['Nutrition'],
      interventions: ['Oat Milk'],
      posted: addDays(firstDay, index + delay),
    })),
  )
  world.articles = Array.from({ length: 60 }, (_, index) => ({
    pmid: String(5_000 + index),
    title: 'On oat milk',
    year: 2026,
    added: addDays(firstDay, (index * 37) % 117),
  }))
  oatMilk = await search('oat milk')
  railFreight = await search('rail freight')
})
afterAll(() => api.close())
beforeEach(() => {
  world.requests = []
  world.failures.clear()
})

const search = async (term: string) =>
  (
    await api.request({ method: 'POST', path: '/explore/topicQuery', as: 'mira', body: { query_term: term } })
  ).json<SearchState>().signal_id
const requestMedicine = (id: string) => api.request({ method: 'GET', path: `/signal/json/${id}/medicine`, as: 'mira' })
const read = async (id: string) => (await requestMedicine(id)).json<MedicineSection>()

describe('trials and papers beside a report', () => {
  test('are absent when the register has no such condition or treatment, and nothing is counted', async () => {
    const section = await read(railFreight)
    expect(section).toMatchObject({
      subject: null,
      points: [],
      talkAndTrials: null,
      talkAndPapers: null,
      isComplete: true,
    })
    expect(world.requests.filter(({ host }) => host.includes('ncbi'))).toEqual([])
  })

  test('are counted by the intervals of the report, newest first, and resume where they stopped', async () => {
    const first = await read(oatMilk)
    expect(first).toMatchObject({
      subject: { term: 'Oat Milk', kind: 'intervention' },
      interval: 'day',
      isComplete: false,
    })
    const counted = first.points.filter(({ papers }) => papers !== null)
    expect(counted.at(-1)?.firstDay).toBe(first.points.at(-1)?.firstDay)
    expect(counted.length).toBeLessThan(counts.length)
    expect(first.talkAndPapers).toBeNull()
    const second = await read(oatMilk)
    expect(second.points.filter(({ papers }) => papers !== null).length).toBeGreaterThan(counted.length)
  })

  test('keep existing counts when the register is unreachable, and say why the rest is missing', async () => {
    const { points: before } = await read(oatMilk)
    for (const host of ['ncbi', 'ebi']) world.failures.set(host, { status: 'upstream_down', reason: 'Nobody answers.' })
    const { points, isComplete, gapReason, talkAndPapers } = await read(oatMilk)
    expect(points).toEqual(before)
    expect({ isComplete, gapReason, talkAndPapers }).toEqual({
      isComplete: false,
      gapReason: 'Nobody answers.',
      talkAndPapers: null,
    })
  })

  test('report a lag with its interval if they follow mentions, and say so if not', async () => {
    let section = await read(oatMilk)
    for (let more = 0; more < 20 && !section.isComplete; more += 1) section = await read(oatMilk)
    expect(section).toMatchObject({
      isComplete: true,
      gapReason: null,
      talkAndTrials: { outcome: 'linked', lag: delay },
      talkAndPapers: { outcome: 'no-link-found' },
      trialsOrigin: { source: 'clinical_trials', notice: null },
      papersOrigin: { source: 'pubmed', notice: null },
    })
    expect(section.talkAndTrials?.coefficient?.low).toBeGreaterThan(0)
    expect(section.talkAndTrials?.verdict).toContain('the talk 2 days before')
    const [point] = section.points
    expect(point).toMatchObject({ firstDay, documents: counts[0], trials: 0, allPapers: 1000 })
    expect(section.points.reduce((sum, { papers }) => sum + (papers ?? 0), 0)).toBe(60)
    world.requests = []
    await read(oatMilk)
    expect(world.requests).toEqual([])
  })

  test('are refused to who may not open trials', async () => {
    const { profile } = (await api.request({ method: 'GET', path: '/users/me', as: 'mira' })).json<UserProfile>()
    const set = (access: boolean) =>
      api.request({
        method: 'POST',
        path: `/godmode/users/${profile.id}/modules`,
        as: 'root',
        body: { module: 'clinical', access },
      })
    expect((await set(false)).statusCode).toBeLessThan(300)
    expect(await requestMedicine(oatMilk)).toMatchObject({ statusCode: 403 })
    await set(true)
  })
})
