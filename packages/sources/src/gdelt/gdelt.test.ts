import type { SourceQuery } from '../source.types.ts'
import { countryCodes } from '@auspex/contract/countries'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeDocumentSource, escapeMarkup } from '../source.contract.ts'
import { answer, type FaultServer, startFaultServer, testHttp, testNow } from '../testing/fault-server.ts'
import { sharedData } from '../testing/shared-data.ts'
import { countryForGdelt, countryFromGdelt } from './country-names.ts'
import { parseGdelt, textForms } from './gdelt.parse.ts'
import { createGdeltSource } from './gdelt.source.ts'

const sample = readFileSync(join(import.meta.dirname, 'samples/artlist.json'), 'utf8')
const clock = () => testNow
const query: SourceQuery = {
  terms: { text: 'heat pumps', phrases: ['heat pumps'] },
  geo: null,
  from: '2026-05-01',
  to: null,
}

describeDocumentSource('GDELT', {
  create: ({ http, url }) => createGdeltSource({ http, clock, baseUrl: url }),
  sample: { body: sample, type: 'application/json' },
  documents: 2,
  empty: '{}',
  query: () => query,
  probes: true,
  texts: {
    forms: textForms,
    read: {
      title: (text) => {
        const article = { url: 'https://a.example', title: escapeMarkup(text), seendate: '20261127T090000Z' }
        return parseGdelt(JSON.stringify({ articles: [article] }))?.documents
      },
    },
  },
})

describe('parseGdelt', () => {
  test('an article has its outlet, country and language as our codes; an unusable one is skipped', () => {
    expect(parseGdelt(sample)).toMatchObject({
      entryCount: 3,
      documents: [
        { outlet: 'harbour-times.example', country: 'GB', lang: 'en', publishedAt: '2026-03-02T08:15:00Z', body: null },
        { title: 'Wärmepumpen & Altbau', country: 'DE', countryBasis: 'source', lang: 'de' },
      ],
    })
  })

  test.each(['', '{"articles":', '{"articles":{}}', '{"articles":[{"a":1}]}'])(
    '%j is an unexpected response',
    (body) => {
      expect(parseGdelt(body)).toBeNull()
    },
  )

  const listOf = (...titles: string[]) =>
    `{"articles": [ ${titles
      .map((title, at) => `{ "url": "https://a.example/${at}", "title": "${title}", "seendate": "20260302T081500Z" }`)
      .join(', ')} ] }`
  const titlesOf = (...titles: string[]) => {
    const list = parseGdelt(listOf(...titles))
    return { titles: list?.documents.map(({ title }) => title), entryCount: list?.entryCount, damaged: list?.damaged }
  }

  test.each([
    ['an escape that JSON does not know', String.raw`It\'s C:\docs`, String.raw`It\'s C:\docs`],
    ['half an escape', String.raw`Tea \u12 milk`, String.raw`Tea \u12 milk`],
    ['a line break', 'Tea\nand milk', 'Tea and milk'],
    ['a control character', 'Tea\u0001 and milk', 'Tea and milk'],
    ['escapes that JSON knows', String.raw`\"Tea\" \u0026 \\ milk`, String.raw`"Tea" & \ milk`],
  ])('reads a title with %s, and all others', (_, written, title) => {
    for (const at of [0, 1, 2]) {
      const others = ['One', 'Two', 'Three']
      expect(titlesOf(...others.with(at, written))).toEqual({
        titles: others.with(at, title),
        entryCount: 3,
        damaged: 0,
      })
    }
  })

  test.each(['He said "tea" twice', 'An end"', '"'])(
    'a title %j skips only that article, which is counted',
    (written) => {
      for (const at of [0, 1, 2]) {
        const others = ['One', 'Two', 'Three']
        const expected = { titles: others.toSpliced(at, 1), entryCount: 3, damaged: 1 }
        expect(titlesOf(...others.with(at, written))).toEqual(expected)
      }
    },
  )

  const payloads = sharedData('payloads/gdelt_doc')
  test.skipIf(!payloads)('reads the recorded lists, and recognizes their countries and languages', () => {
    const folder = payloads ?? ''
    const names = readdirSync(folder).filter((name) => name.startsWith('artlist'))
    expect(names.length).toBeGreaterThan(3)
    for (const name of names) {
      const body = readFileSync(join(folder, name), 'utf8')
      const list = parseGdelt(body)
      expect(list?.documents.length).toBeGreaterThan(0)
      const articles: { sourcecountry: string; language: string }[] = JSON.parse(body).articles
      const unknown = articles.filter(({ sourcecountry }) => sourcecountry && !countryFromGdelt(sourcecountry))
      expect(unknown.map(({ sourcecountry }) => sourcecountry)).toEqual([])
      expect(list?.documents.filter(({ lang }) => lang === null)).toEqual([])
    }
  })
})

describe('country names', () => {
  test.each([
    ['United States', 'US'],
    ['Turkey', 'TR'],
    ['Czech Republic', 'CZ'],
    ['Ivory Coast', 'CI'],
    ['South Korea', 'KR'],
    ['Atlantis', null],
  ])('%s is %s', (name, code) => expect(countryFromGdelt(name)).toBe(code))

  test('every country has a name that is only letters', () => {
    for (const code of countryCodes()) expect(countryForGdelt(code)).toMatch(/^[a-z]{4,}$/)
    expect(countryForGdelt('GB')).toBe('unitedkingdom')
    expect(countryForGdelt('CZ')).toBe('czechrepublic')
  })
})

describe('searching', () => {
  let server: FaultServer
  beforeAll(async () => {
    server = await startFaultServer()
  })
  afterAll(() => server.close())
  const search = (more: Partial<SourceQuery> = {}, limit = 2000) =>
    createGdeltSource({ http: testHttp({ timeoutMs: 2000 }), clock, baseUrl: server.url }).search(
      { ...query, ...more },
      { signal: AbortSignal.timeout(10_000), limit },
    )

  /** Responds with an article every `hours` hours, at most 250, both ends exclusive, as GDELT does. */
  function serveEvery(hours: number): void {
    server.behave((request, response) => {
      const { searchParams } = new URL(request.url ?? '', server.url)
      const at = (name: string) => {
        const text = searchParams.get(name) ?? ''
        return Date.parse(text.replace(/(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)/, '$1-$2-$3T$4:$5:$6Z'))
      }
      const stepMs = hours * 3_600_000
      const articles = []
      const last = Math.floor((at('enddatetime') - 1) / stepMs) * stepMs
      for (let ms = last; ms > at('startdatetime') && articles.length < 250; ms -= stepMs) {
        const seendate = `${new Date(ms).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
        articles.push({ url: `https://a.example/${ms}`, title: `Title ${ms}`, seendate, domain: 'a.example' })
      }
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ articles }))
    })
  }

  test('halves a full window, and returns each article once', async () => {
    serveEvery(2)
    const { run, documents } = await search()
    expect(documents).toHaveLength(31 * 12 - 1)
    expect(run).toMatchObject({ status: 'ok', complete: true, requests: 3 })
  })

  test('reports the number of damaged articles', async () => {
    const article = (title: string, at: number) =>
      `{"url":"https://a.example/${at}","title":"${title}","seendate":"20260530T081500Z"}`
    const body = `{"articles":[${['One', 'a "b" c', 'Three', 'Four', 'Five'].map(article).join(',')}]}`
    server.behave(answer({ body }))
    const { run, documents } = await search()
    expect(documents.map(({ title }) => title).toSorted()).toEqual(['Five', 'Four', 'One', 'Three'])
    expect(run.notHonoured.join(' ')).toContain('1 article of GDELT’s answers was damaged')
  })

  test('stops after eight requests with the newest articles, and says so', async () => {
    serveEvery(0.25)
    const { run, documents } = await search()
    expect(run).toMatchObject({ status: 'ok', complete: false, requests: 8 })
    expect(Date.parse(documents[0]?.publishedAt ?? '')).toBeGreaterThan(testNow.getTime() - 3_600_000)
  })

  test('translates phrases and places into its query syntax, and goes back three months at most', async () => {
    server.behave(answer({ body: '{}' }))
    const terms = { text: 'a', phrases: ['heat pumps', 'boiler (old)'] }
    const { run } = await search({ terms, geo: 'GB', from: '2020-01-01' })
    expect(run.nativeQuery).toBe('("heat pumps" OR "boiler old") sourcecountry:unitedkingdom')
    expect(run.notHonoured.join(' ')).toMatch(/three months/)
    expect(server.requestPaths.at(-1)).toContain('startdatetime=20260303000000')
  })

  test.each([
    ['Your query was too short or too long.', 'bad_query'],
    ['Please limit requests to one every 5 seconds or contact us.', 'rate_limited'],
  ])('the sentence "%s" with status 200 is %s', async (body, status) => {
    server.behave(answer({ type: 'text/html; charset=utf-8', body }))
    const { run } = await search()
    expect(run).toMatchObject({ status, complete: false })
    expect(run.reason).toContain(body.slice(0, 20))
  })
})
