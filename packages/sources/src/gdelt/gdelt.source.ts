import type { Dialect } from '../query/dialect.ts'
import type { FailureText, Http } from '../http/http.types.ts'
import { toBounds } from '../search-pages.ts'
import { newestDocuments, recordRun, schemaChanged, toProbe } from '../source-run.ts'
import { writeNativeQuery } from '../query/write-native-query.ts'
import type { Clock, DocumentClient, SourceDocument, SourceQuery } from '../source.types.ts'
import { countryForGdelt } from './country-names.ts'
import { parseGdelt } from './gdelt.parse.ts'
import type { SourceDescriptor } from '../source-descriptor.ts'

/**
 * `query` of the DOC 2.0 API: adjacent words are all required, OR works only inside one level of parentheses, a minus
 * excludes. https://blog.gdeltproject.org/gdelt-doc-2-0-api-debuts/
 */
const gdeltDialect: Dialect = {
  key: 'gdelt',
  name: 'GDELT',
  and: ' ',
  or: ' OR ',
  not: (part) => `-${part}`,
  phrase: (words) => `"${words}"`,
  prefix: null,
  near: ([first, second], distance) => `near${distance}:"${first} ${second}"`,
  fields: {
    outlet: ({ value }) => (/^[a-z\d-]+(?:\.[a-z\d-]+)+$/.test(value) ? `domainis:${value}` : null),
  },
  nesting: 'or_in_and',
  group: (part) => `(${part})`,
  groupsEveryOr: true,
  maxLength: 1000,
}

export interface GdeltOptions {
  http: Http
  clock: Clock
  baseUrl?: string
}

/** Maximum number of articles per response. */
const cap = 250
const maxRequests = 8
/** The index covers three months. */
const reachMs = 90 * 86_400_000
const timeoutMs = 30_000

/** Sentences with which GDELT rejects a query, sent as a web page with status 200. */
const failureTexts: readonly FailureText[] = [
  { pattern: /limit requests to one every/i, status: 'rate_limited' },
  {
    pattern:
      /too short or too long|too common|parenthetical clauses|must be surrounded by|may only appear inside|illegal character|at least one/i,
    status: 'bad_query',
  },
]

/**
 * GDELT's DOC 2.0 article list: online news of the last three months. Titles only; windows with too many results are
 * halved.
 */
export function createGdeltSource(options: GdeltOptions): DocumentClient {
  const { http, clock, baseUrl = 'https://api.gdeltproject.org/api/v2/doc/doc' } = options
  const fetchArticles = (query: string, window: Window | null, signal: AbortSignal) => {
    const url = `${baseUrl}?${new URLSearchParams({
      query,
      mode: 'artlist',
      format: 'json',
      maxrecords: String(window === null ? 1 : cap),
      sort: 'datedesc',
      ...(window && { startdatetime: stamp(window.fromMs), enddatetime: stamp(window.toMs) }),
    })}`
    return http.get({ url, signal, expect: 'json', failureTexts, timeoutMs })
  }

  return {
    async probe(signal) {
      return toProbe(await fetchArticles('news', null, signal), (body) => parseGdelt(body) !== null)
    },
    async search(query, { signal, limit, onProgress }) {
      const bounds = toBounds(query, clock)
      const earliestMs = clock().getTime() - reachMs
      const fromMs = Math.max(bounds.fromMs ?? earliestMs, earliestMs)
      const cutShort = bounds.fromMs === null || bounds.fromMs < earliestMs
      const gdeltQuery = writeNativeQuery(query, gdeltDialect)
      const native = atPlace(gdeltQuery.nativeQuery, query.geo)
      const notHonoured = [...gdeltQuery.notHonoured, 'Times are when GDELT saw an article, not when it was published.']
      if (cutShort) notHonoured.push('GDELT reaches three months back; older days were not searched.')
      const run = recordRun({ nativeQuery: native, notHonoured, onProgress })
      const found: SourceDocument[] = []
      let damaged = 0
      let complete = true
      // A stack of windows, the newest on top.
      const isNeeded = gdeltQuery.requests.length > 0 && bounds.toMs > fromMs
      const windows: Window[] = isNeeded ? [{ fromMs, toMs: bounds.toMs }] : []
      for (let window = windows.pop(); window && found.length < limit; window = windows.pop()) {
        if (run.requests() >= maxRequests) {
          complete = false
          break
        }
        run.countRequest()
        const answer = await fetchArticles(native, window, signal)
        if (!answer.ok) return { run: run.fail(answer), documents: newestDocuments(found, limit) }
        const list = parseGdelt(answer.body)
        if (!list) return { run: run.fail(schemaChanged), documents: newestDocuments(found, limit) }
        const halves = list.entryCount >= cap ? halve(window) : null
        if (halves) {
          windows.push(...halves)
          continue
        }
        complete &&= list.entryCount < cap
        run.countDocuments(list.documents.length)
        damaged += list.damaged
        found.push(...list.documents)
      }
      complete &&= windows.length === 0
      if (damaged > 0) {
        const articles =
          damaged === 1 ? '1 article of GDELT’s answers was' : `${damaged} articles of GDELT’s answers were`
        notHonoured.push(`${articles} damaged and could not be read.`)
      }
      const reason = complete ? null : 'There are more articles than could be requested; older ones were left out.'
      return { run: run.finish({ complete, reason }), documents: newestDocuments(found, limit) }
    },
  }
}

interface Window {
  fromMs: number
  toMs: number
}

/** The older half and the newer half, overlapping by one second because both ends are exclusive; null below an hour. */
function halve({ fromMs, toMs }: Window): [Window, Window] | null {
  if (toMs - fromMs < 3_600_000) return null
  const middleMs = Math.floor((fromMs + toMs) / 2000) * 1000
  return [
    { fromMs, toMs: middleMs + 1000 },
    { fromMs: middleMs, toMs },
  ]
}

function atPlace(words: string, geo: SourceQuery['geo']): string {
  return geo === null ? words : `${words} sourcecountry:${countryForGdelt(geo)}`
}

function stamp(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 19).replace(/[-:T]/g, '')
}

export const gdelt: SourceDescriptor = {
  key: 'gdelt',
  number: 3,
  kind: 'documents',
  label: 'GDELT news',
  licence: 'Free to use with credit to the GDELT Project; articles belong to their publishers.',
  rate: 'One request every five seconds; under load the service refuses more.',
  homepage: 'https://www.gdeltproject.org',
  attribution: 'Data: the GDELT Project (gdeltproject.org)',
  reach: 'The last three months, fresh to 15 minutes.',
  hosts: {
    'api.gdeltproject.org': { intervalMs: 5000, burst: 1, concurrency: 1 },
  },
  dialect: gdeltDialect,
  create: ({ http, clock }) => createGdeltSource({ http, clock }),
}
