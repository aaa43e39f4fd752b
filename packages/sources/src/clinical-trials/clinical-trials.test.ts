import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeDocumentSource } from '../source.contract.ts'
import type { SourceQuery } from '../source.types.ts'
import { answer, type FaultServer, startFaultServer, testHttp, testNow } from '../testing/fault-server.ts'
import { sharedData } from '../testing/shared-data.ts'
import { parseClinicalTrials } from './clinical-trials.parse.ts'
import { createClinicalTrialsSource } from './clinical-trials.source.ts'
import { parseTrials, toRegisterText } from './trial.parse.ts'

describe('clinical trials', () => {
  const sample = readFileSync(join(import.meta.dirname, 'samples/studies.json'), 'utf8')
  const clock = () => testNow
  const query: SourceQuery = {
    terms: { text: 'heat pumps', phrases: ['heat pumps'] },
    geo: null,
    from: '2026-05-01',
    to: null,
  }

  describeDocumentSource('ClinicalTrials.gov', {
    create: ({ http, url }) => createClinicalTrialsSource({ http, clock, baseUrl: url }),
    sample: { body: sample, type: 'application/json' },
    documents: 2,
    empty: '{"studies":[],"totalCount":0}',
    query: () => query,
    probes: true,
    texts: null,
  })

  describe('parseClinicalTrials', () => {
    test('a trial has its summary and keywords, and the country of its sites when there is one', () => {
      expect(parseClinicalTrials(sample)).toMatchObject({
        entryCount: 3,
        total: 3,
        nextToken: null,
        documents: [
          {
            nativeId: 'NCT90000001',
            url: 'https://clinicaltrials.gov/study/NCT90000001',
            author: 'University of Northfield',
            body: 'Residents sleep in rooms that are\nwarmed & cooled by heat pumps.\nConditions: Sleep\nInterventions: Room temperature\nKeywords: heat pumps',
            publishedAt: '2026-05-11T00:00:00Z',
            datePrecision: 'day',
            country: 'DE',
            countryBasis: 'content',
          },
          { nativeId: 'NCT90000002', country: null, countryBasis: null },
        ],
      })
    })

    test.each(['', '[]', '{"studies":{}}', '{"studies":[{"a":1}]}'])('%j is an unexpected response', (body) => {
      expect(parseClinicalTrials(body)).toBeNull()
    })

    const folder = sharedData('payloads/clinicaltrials_v2')
    test.skipIf(!folder)('reads the recorded responses and their page tokens', () => {
      const names = readdirSync(folder ?? '').filter((name) => name.startsWith('ctgov__search'))
      expect(names.length).toBeGreaterThan(4)
      for (const name of names) {
        const body = readFileSync(join(folder ?? '', name), 'utf8')
        const page = parseClinicalTrials(body)
        const { studies, nextPageToken }: { studies: unknown[]; nextPageToken?: string } = JSON.parse(body)
        expect(page).toMatchObject({ entryCount: studies.length, nextToken: nextPageToken ?? null })
      }
    })
  })

  test('a study without an update date has no date, rather than an old one', async () => {
    const study = { protocolSection: { identificationModule: { nctId: 'NCT90000003', briefTitle: 'Sleep and heat' } } }
    const page = await parseTrials(JSON.stringify({ studies: [study], totalCount: 1 }))
    expect(page?.studies).toMatchObject([{ nctId: 'NCT90000003', lastUpdateDay: null, startDate: null }])
  })

  describe('searching', () => {
    let server: FaultServer
    beforeAll(async () => {
      server = await startFaultServer()
    })
    afterAll(() => server.close())
    const search = (more: Partial<SourceQuery> = {}) =>
      createClinicalTrialsSource({ http: testHttp({ timeoutMs: 2000 }), clock, baseUrl: server.url }).search(
        { ...query, ...more },
        { signal: AbortSignal.timeout(5000), limit: 100 },
      )

    test('requests the words, the time and the country, and follows the page token', async () => {
      server.behave((request, response) => {
        const isSecond = request.url?.includes('pageToken=next1') ?? false
        const body = isSecond ? '{"studies":[]}' : sample.replace('"totalCount": 3', '"nextPageToken":"next1"')
        answer({ body })(request, response)
      })
      const { run, documents } = await search({ geo: 'DE' })
      expect(run).toMatchObject({ status: 'ok', complete: true, requests: 2, nativeQuery: '"heat pumps"' })
      expect(documents).toHaveLength(2)
      const { searchParams } = new URL(server.requestPaths[0] ?? '', server.url)
      expect(searchParams.get('query.term')).toBe('"heat pumps"')
      expect(searchParams.get('filter.advanced')).toBe(
        'AREA[StudyFirstPostDate]RANGE[2026-05-01,2026-06-01] AND AREA[LocationCountry]"Germany"',
      )
    })

    test('an error about the query is reported as an invalid query', async () => {
      server.behave(answer({ status: 400, type: 'text/plain', body: 'Query parse error: too complicated query' }))
      expect((await search()).run).toMatchObject({ status: 'bad_query', complete: false })
    })
  })
})

describe('register text', () => {
  test('escaped characters of the register are unescaped', () => {
    expect(toRegisterText('recurrent glioma \\[rHGG\\], age \\> 18 &amp; \\*not\\* pregnant')).toBe(
      'recurrent glioma [rHGG], age > 18 & *not* pregnant',
    )
  })

  test('a backslash before a letter stays', () => {
    expect(toRegisterText('a\\b, 5 mg')).toBe('a\\b, 5 mg')
  })
})
