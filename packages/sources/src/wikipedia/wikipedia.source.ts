import type { Http } from '../http/http.types.ts'
import type { Dialect } from '../query/dialect.ts'
import type { SourceDescriptor } from '../source-descriptor.ts'
import type { Clock, DailySeries, SeriesClient } from '../source.types.ts'
import { z } from 'zod'
import { writeNativeQuery } from '../query/write-native-query.ts'
import { toBounds } from '../search-pages.ts'
import { recordRun, schemaChanged, toProbe } from '../source-run.ts'
import { parseJson } from '../text/parse-json.ts'

/** A search for one article: one article is one subject, so only one word or phrase is searched for. */
const wikipediaDialect: Dialect = {
  key: 'wikipedia',
  name: 'Wikipedia',
  and: null,
  or: null,
  not: null,
  phrase: (words) => words,
  prefix: null,
  near: null,
  fields: {},
  nesting: 'none',
  group: (part) => part,
  maxLength: 200,
  maxRequests: 1,
  sumUp: (queryText) => `Only “${queryText}” was looked up; one article is one subject.`,
}

const searchAnswer = z.object({ pages: z.array(z.object({ key: z.string().min(1), title: z.string() })) })
const views = z.object({ items: z.array(z.object({ timestamp: z.string(), views: z.number() })) })

/** The first article that a title search found, null when it found none, undefined for an unknown shape. */
function parseTitleSearch(body: string): { key: string; title: string } | null | undefined {
  const answer = searchAnswer.safeParse(parseJson(body))
  return answer.success ? (answer.data.pages[0] ?? null) : undefined
}

/** Daily page views; undefined for an unknown shape. Days without a point are unknown. */
function parsePageviews(body: string): DailySeries['points'] | undefined {
  const answer = views.safeParse(parseJson(body))
  if (!answer.success) return undefined
  return answer.data.items.flatMap(({ timestamp, views: value }) => {
    const match = /^(\d{4})(\d{2})(\d{2})/.exec(timestamp)
    return match ? [{ day: `${match[1]}-${match[2]}-${match[3]}`, value }] : []
  })
}

export interface WikipediaOptions {
  http: Http
  clock: Clock
  /** Language edition. Default `en`. */
  language?: string
  /** Base of the edition's REST API. */
  searchUrl?: string
  /** Base of the page view metrics. */
  metricsUrl?: string
}

/** First day of the page views. */
const firstDayMs = Date.UTC(2015, 6, 1)
const yearMs = 365 * 86_400_000

/** Daily views of the Wikipedia article that fits the query best, a measure of attention since July 2015. */
export function createWikipediaSource(options: WikipediaOptions): SeriesClient {
  const { http, clock, language = 'en' } = options
  const searchUrl = options.searchUrl ?? `https://${language}.wikipedia.org/w/rest.php/v1`
  const metricsUrl = options.metricsUrl ?? 'https://wikimedia.org/api/rest_v1/metrics'
  const unit = 'views per day'
  const find = (words: string, signal: AbortSignal) =>
    http.get({
      url: `${searchUrl}/search/page?${new URLSearchParams({ q: words, limit: '1' })}`,
      signal,
      expect: 'json',
    })

  return {
    unit,
    async probe(signal) {
      return toProbe(await find('Wikipedia', signal), (body) => parseTitleSearch(body) !== undefined)
    },
    async fetchSeries(query, { signal }) {
      const written = writeNativeQuery(query, wikipediaDialect)
      const words = written.requests[0]
      const notHonoured = [
        ...written.notHonoured,
        'Views of redirects are not added, so the true attention is a little higher.',
      ]
      if (query.geo !== null) notHonoured.push('Page views are counted per language, not per country.')
      const run = recordRun({ nativeQuery: written.nativeQuery, notHonoured })
      if (words === undefined)
        return { run: run.finish({ complete: true, reason: written.notHonoured[0] ?? null }), series: null }

      run.countRequest()
      const search = await find(words, signal)
      if (!search.ok) return { run: run.fail(search), series: null }
      const page = parseTitleSearch(search.body)
      if (page === undefined) return { run: run.fail(schemaChanged), series: null }
      if (page === null)
        return { run: run.finish({ complete: true, reason: 'No article fits the query.' }), series: null }

      const { fromMs, toMs } = toBounds(query, clock)
      const startMs = Math.max(fromMs ?? toMs - yearMs, firstDayMs)
      const range = [startMs, toMs].map((at) => `${new Date(at).toISOString().slice(0, 10).replaceAll('-', '')}00`)
      const title = encodeURIComponent(page.key.replaceAll(' ', '_'))
      const path = `pageviews/per-article/${language}.wikipedia/all-access/user/${title}/daily/${range.join('/')}`
      run.countRequest()
      const answer = await http.get({ url: `${metricsUrl}/${path}`, signal, expect: 'json' })
      // The metrics return 404 when an article has no views in the range.
      if (!answer.ok && answer.httpStatus === 404)
        return {
          run: run.finish({ complete: true, reason: `No views of "${page.title}" in this time.` }),
          series: null,
        }
      if (!answer.ok) return { run: run.fail(answer), series: null }
      const points = parsePageviews(answer.body)
      if (points === undefined) return { run: run.fail(schemaChanged), series: null }
      run.countDocuments(points.length)
      const name = `${page.title} (${language}.wikipedia)`
      return { run: run.finish({ complete: true }), series: points.length === 0 ? null : { name, unit, points } }
    },
  }
}

export const wikipedia: SourceDescriptor = {
  key: 'wikipedia',
  number: 5,
  kind: 'series',
  label: 'Wikipedia page views',
  licence: 'Page view counts are CC0; titles are CC BY-SA.',
  rate: 'One request a second; anonymous use is limited since March 2026.',
  homepage: 'https://wikitech.wikimedia.org/wiki/Analytics/AQS/Pageviews',
  reach: 'Each day since 1 July 2015, a day late.',
  hosts: {
    'en.wikipedia.org': { intervalMs: 1000, burst: 2, concurrency: 1 },
    'wikimedia.org': { intervalMs: 1000, burst: 2, concurrency: 1 },
  },
  dialect: wikipediaDialect,
  create: ({ http, clock }) => createWikipediaSource({ http, clock }),
}
