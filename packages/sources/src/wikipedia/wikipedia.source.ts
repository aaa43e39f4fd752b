import type { Http } from '../http/http.types.ts'
import { toBounds } from '../query-bounds.ts'
import { writeNativeQuery } from '../query/write-native-query.ts'
import { recordRun, schemaChanged, toProbe } from '../source-run.ts'
import type { Clock, SeriesClient } from '../source.types.ts'
import { wikipediaDialect } from './wikipedia.dialect.ts'
import { parsePageviews, parseTitleSearch } from './wikipedia.parse.ts'

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
