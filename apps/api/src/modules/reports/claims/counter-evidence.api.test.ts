import type { CounterEvidence, SignalReport } from '@auspex/sdk/types'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSequentialIds } from '../../../kernel/ids.ts'
import { searchToEnd } from '../../../testing/finish-search.ts'
import { sampleDocument } from '../../../testing/stored-documents.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'
import { silentLog } from '../../../testing/test-database.ts'
import { createDocumentsModule } from '../../library/index.ts'

let api: TestApi
const places =
  'Oslo Bergen Lima Quito Porto Turin Gdansk Malmo Leeds Perth Osaka Hanoi Cairo Tunis Accra Lagos Doha Minsk'.split(
    ' ',
  )
/** Eighteen different texts that praise, and two that complain, of which one names the topic only beside its complaint. */
const library = [
  ...places.map((place, n) =>
    sampleDocument({
      nativeId: `praise-${n}`,
      outlet: `${place.toLowerCase()}.example`,
      title: `${place} cafe ${n * 37} serves oat milk to ${n + 3} guests`,
      body: `People in ${place} love this wonderful oat milk, says the owner of shop ${n * 91}. ${place} bakery ${n * 17} agrees.`,
      publishedAt: `2026-11-${String((n % 18) + 1).padStart(2, '0')}T08:00:00Z`,
    }),
  ),
  sampleDocument({
    nativeId: 'complaint',
    outlet: 'critic.example',
    title: 'Oat milk is terrible and I hate it',
    body: 'It ruined my breakfast.',
    publishedAt: '2026-11-12T08:00:00Z',
  }),
  sampleDocument({
    nativeId: 'war',
    outlet: 'front.example',
    title: 'A horrible attack killed many and destroyed the awful old harbor',
    body: 'The victims suffered terribly in the brutal assault. A shop nearby sold oat milk.',
    publishedAt: '2026-11-13T08:00:00Z',
  }),
]

let signalId = ''
let report: SignalReport
const read = async <T>(path: string) => (await api.request({ method: 'GET', path, as: 'mira' })).json<T>()
const counter = (claimId?: string) =>
  read<CounterEvidence>(`/counterEvidence/${signalId}${claimId === undefined ? '' : `?claimId=${claimId}`}`)

beforeAll(async () => {
  api = await createTestApi({ config: { sources: 'live' } })
  const { database, clock } = api
  const documents = createDocumentsModule({ database, clock, createId: createSequentialIds(), log: silentLog })
  await documents.storeDocuments(library)
  while (await documents.enrich.step());
  await documents.enrich.stop()
  signalId = (await searchToEnd(api, { query_term: 'oat milk' })).signal_id
  report = await read<SignalReport>(`/signal/json/${signalId}`)
})
afterAll(() => api.close())

describe('what says otherwise', () => {
  const toneClaim = () => report.summary.claims.find(({ evidence }) => evidence.tone === 'positive')

  test('of a positive tone is the document with a negative sentence about the topic, and not one that is negative about something else', async () => {
    const answer = await counter(toneClaim()?.id)
    expect(answer).toMatchObject({ state: 'found', kind: 'tone', total: 1, looked: 20 })
    expect(answer.items).toMatchObject([
      {
        document: { outlet: 'critic.example' },
        passage: 'Oat milk is terrible and I hate it',
        reason: 'It sounds negative, and so does this sentence about the topic.',
      },
    ])
  })

  test('has beside it how one-sided the sources are, with an interval and by outlets', async () => {
    const { balance } = await counter(toneClaim()?.id)
    expect(balance).toMatchObject({
      agreeing: 18,
      otherwise: 2,
      share: 0.9,
      outlets: { agreeing: 18, otherwise: 2, both: 0 },
    })
    expect(balance?.low).toBeCloseTo(0.699, 2)
    expect(balance?.high).toBeCloseTo(0.972, 2)
  })

  test('is not defined for a count, and says so', async () => {
    const count = report.summary.claims.find(({ kind, formula }) => kind === 'count' && formula === 'match')
    expect(await counter(count?.id)).toMatchObject({
      state: 'undefined',
      kind: null,
      opposite: null,
      note: 'A count has no opposite that a document could say.',
      looked: null,
      items: [],
      balance: null,
    })
  })

  test('of the sentence that heads the report is looked for without a claim', async () => {
    const title = report.summary.statements.find(({ part }) => part === 'title') ?? report.summary.statements[0]
    expect(await counter()).toMatchObject({ claimId: title?.claimIds[0], claim: title?.text })
  })

  test('is refused for a claim that the summary does not have', async () => {
    const reply = await api.request({ method: 'GET', path: `/counterEvidence/${signalId}?claimId=c999`, as: 'mira' })
    expect([reply.statusCode, reply.json().code]).toEqual([404, 'claims.no_claim'])
  })
})
