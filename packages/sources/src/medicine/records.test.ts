import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

import { parseStudy } from '../clinical-trials/study-record.parse.ts'
import { parseFacts, parseTrials } from '../clinical-trials/trial.parse.ts'
import { parseEuropePmc } from '../europe-pmc/europe-pmc.literature.ts'
import { nctIdsIn, parsePubmedRecords } from '../pubmed/pubmed-record.parse.ts'
import { sharedData } from '../testing/shared-data.ts'

const sample = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8')

describe('a study of the register', () => {
  test('has its arms, endpoints, sites and dates, with planned and actual ones distinguished', () => {
    const record = parseStudy(sample('clinical-trials/samples/study.json'))
    expect(record?.study).toMatchObject({
      trial: { nctId: 'NCT90000001', phases: ['PHASE2', 'PHASE3'], enrollment: 240, enrollmentType: 'ESTIMATED' },
      whyStopped: null,
      dates: {
        start: { date: '2026-05-14', type: 'ACTUAL' },
        completion: { date: '2027-12', type: 'ESTIMATED' },
      },
      arms: [{ label: 'Cooled rooms', type: 'EXPERIMENTAL' }, { label: 'Usual rooms' }],
      outcomes: [
        { kind: 'primary', measure: 'Hours of sleep', timeFrame: '12 weeks' },
        { kind: 'secondary', measure: 'Falls' },
      ],
      sites: [{ city: 'Kiel', country: 'Germany', latitude: 54.32 }],
      sitesTotal: 1,
      design: [
        { name: 'Allocation', value: 'Randomized' },
        { name: 'Masking', value: 'None' },
      ],
    })
    expect(record?.references).toEqual([{ pmid: '90000001', relation: 'result' }])
  })

  test('is compared by its fields, which contain no persons', () => {
    const { fields = {} } = parseStudy(sample('clinical-trials/samples/study.json')) ?? {}
    expect(fields).toMatchObject({
      'statusModule.overallStatus': 'RECRUITING',
      'outcomesModule.primaryOutcomes': 'Hours of sleep · 12 weeks',
      hasResults: 'false',
    })
    expect(JSON.stringify(fields)).not.toMatch(/Erika|555/)
  })

  test.each(['', '{}', '{"protocolSection":{}}', '{"studies":[]}'])('%j is an unexpected response', (body) => {
    expect(parseStudy(body)).toBeNull()
  })

  test('that cannot be parsed fails the page, since counts would miss it', async () => {
    expect(
      await parseFacts('{"studies":[{"protocolSection":{"identificationModule":{"nctId":"nonsense"}}}]}'),
    ).toBeNull()
    expect((await parseTrials(sample('clinical-trials/samples/studies.json')))?.studies).toHaveLength(3)
  })
})

describe('an article', () => {
  test('of PubMed has its authors, headings, kinds and the studies that it names', async () => {
    const articles = await parsePubmedRecords(sample('pubmed/samples/record.xml'))
    expect(articles).toEqual([
      {
        pmid: '90000007',
        title: 'Sleep in cooled rooms: a randomized trial & its lessons.',
        abstract: 'RESULTS: Residents slept longer (p < 0.05). Registered as NCT90000001.',
        journal: 'Journal of Warm Homes',
        authors: ['Nádasdy E', 'Working Group Heat'],
        publishedAt: '2026-05',
        publicationTypes: ['Journal Article', 'Randomized Controlled Trial'],
        meshTerms: ['Sleep', 'Hot Temperature'],
        nctIds: ['NCT90000002', 'NCT90000001'],
        doi: '10.5555/jwh.7',
        url: 'https://pubmed.ncbi.nlm.nih.gov/90000007/',
      },
    ])
  })

  test.each(['', '<a/>', '<PubmedArticleSet><PubmedArticle><x/></PubmedArticle></PubmedArticleSet>'])(
    '%j is an unexpected response',
    async (body) => expect(await parsePubmedRecords(body)).toBeNull(),
  )

  test('the absence of articles is an empty list', async () => {
    expect(await parsePubmedRecords('<PubmedArticleSet></PubmedArticleSet>')).toEqual([])
  })

  test('of Europe PMC has the same shape, without its markup', () => {
    expect(parseEuropePmc(sample('europe-pmc/samples/search.json'))).toEqual({
      total: 12,
      articles: [
        expect.objectContaining({
          pmid: '90000007',
          title: 'Sleep in cooled rooms of BRCA carriers.',
          authors: ['Nádasdy E', 'Roy A'],
          publishedAt: '2026-05-04',
          publicationTypes: ['Randomized controlled trial', 'Journal article'],
          meshTerms: ['Sleep'],
          nctIds: ['NCT90000001'],
        }),
      ],
    })
  })

  test.each([
    ['see NCT01234567.', ['NCT01234567']],
    ['(nct 01234567)', ['NCT01234567']],
    ['NCT012345678 has a digit too many', []],
    ['XNCT01234567 is another code', []],
  ])('%j names %j', (words, numbers) => expect(nctIdsIn(words)).toEqual(numbers))
})

describe('recorded responses', () => {
  const trials = sharedData('payloads/clinicaltrials_v2')
  test.skipIf(!trials)('of the register are read completely', async () => {
    const bodies = readdirSync(trials ?? '')
      .filter((name) => name.startsWith('ctgov__'))
      .map((name) => [name, readFileSync(join(trials ?? '', name), 'utf8')] as const)
    expect(bodies.length).toBeGreaterThan(8)
    const studies = await Promise.all(
      bodies.map(async ([name, body]) => {
        const study = name.includes('get_nct') ? parseStudy(body) : null
        return [name, study === null ? ((await parseTrials(body))?.studies.length ?? 0) : 1] as const
      }),
    )
    expect(studies.filter(([, read]) => read === 0)).toEqual([])
  })

  const articles = sharedData('payloads/pubmed_biomcp')
  test.skipIf(!articles)('of PubMed name the study that they report', async () => {
    const body = readFileSync(join(articles ?? '', 'pubmed__efetch_citation_22663011.xml'), 'utf8')
    expect(await parsePubmedRecords(body)).toMatchObject([{ pmid: '22663011', nctIds: ['NCT01245062'] }])
  })

  const europe = sharedData('payloads/literature_other')
  test.skipIf(!europe)('of Europe PMC are parsed', () => {
    const names = readdirSync(europe ?? '').filter((name) => /europepmc__.*json$/.test(name))
    expect(names.length).toBeGreaterThan(5)
    for (const name of names) {
      const read = parseEuropePmc(readFileSync(join(europe ?? '', name), 'utf8'))
      expect(read).not.toBeNull()
      expect(read?.articles.every(({ title }) => !/<\/?[a-z]|&lt;/.test(title))).toBe(true)
    }
  })
})
