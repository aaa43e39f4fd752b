import { setImmediate as nextTurn } from 'node:timers/promises'

import type { Http, HttpResult } from '../http/http.types.ts'
import { toBounds } from '../query-bounds.ts'
import { isWithin } from '../search-pages.ts'
import { newest, recordRun, type RunFailure, schemaChanged, toProbe } from '../source-run.ts'
import type { Clock, DocumentClient, SourceDocument } from '../source.types.ts'
import { fileNamesOf, quartersBack, reachesBack } from './archive-files.ts'
import { parseArchiveFeed, parseArchiveLine } from './gdelt-archive.parse.ts'
import { createWordMatch } from './word-match.ts'

export interface GdeltArchiveOptions {
  http: Http
  clock: Clock
  baseUrl?: string
}

const minuteMs = 60_000
/** The period that the rolling feed covers. */
const feedReachMs = 15 * minuteMs
/** Quarters of an hour that one search reads: three hours of the world's news. */
const maxQuarters = 12
/** Lines to read before yielding to the event loop. */
const linesAtOnce = 400

/**
 * News from GDELT's article list: titles and one sentence of each article. There is no search, only files: the newest
 * quarters of an hour are read, and documents that do not match the words are dropped.
 */
export function createGdeltArchiveSource(options: GdeltArchiveOptions): DocumentClient {
  const { http, clock, baseUrl = 'https://storage.googleapis.com/data.gdeltproject.org/gdeltv3/gal' } = options
  const readFeed = (signal: AbortSignal) => http.get({ url: `${baseUrl}/feed.rss`, signal, expect: 'feed' })
  const readFile = (name: string, signal: AbortSignal) =>
    http.get({ url: `${baseUrl}/${name}`, signal, expect: 'lines' })

  return {
    async probe(signal) {
      return toProbe(await readFeed(signal), (body) => parseArchiveFeed(body, clock()) !== null)
    },
    async search(query, { signal, limit, stopAtMs, onProgress }) {
      const now = clock()
      const bounds = toBounds(query, clock)
      const notHonoured = ['Times are when GDELT saw an article, not when it was published.']
      if (query.geo !== null) notHonoured.push('The article list does not say countries; the place was not applied.')
      const run = recordRun({ nativeQuery: query.terms.phrases.join(' | '), notHonoured, onProgress })
      const matches = createWordMatch(query)
      const found: SourceDocument[] = []
      const keep = (documents: readonly SourceDocument[]) => {
        const matchingDocuments = documents.filter(
          (document) => isWithin(document, bounds) && matches(`${document.title}\n${document.body ?? ''}`),
        )
        run.countDocuments(matchingDocuments.length)
        found.push(...matchingDocuments)
      }
      const failed = (failure: RunFailure) => ({ run: run.fail(failure), documents: newest(found, limit) })

      const usesFeed = bounds.toMs > now.getTime() - feedReachMs
      if (usesFeed) {
        run.countRequest()
        const answer = await readFeed(signal)
        if (!answer.ok) return failed(answer)
        const documents = parseArchiveFeed(answer.body, now)
        if (documents === null) return failed(schemaChanged)
        keep(documents)
      }

      const quarters = quartersBack({ ...bounds, most: maxQuarters })
      const read: number[] = []
      let files = 0
      for (const quarter of quarters) {
        if (found.length >= limit || (stopAtMs !== undefined && clock().getTime() >= stopAtMs)) break
        const answers = await Promise.all(
          fileNamesOf(quarter).map((name) => {
            run.countRequest()
            return readFile(name, signal)
          }),
        )
        for (const answer of answers) {
          if (isAbsent(answer)) continue
          if (!answer.ok) return failed(answer)
          const documents = await parseLines(answer.body)
          if (documents === null) return failed(schemaChanged)
          files += 1
          keep(documents)
        }
        read.push(quarter)
      }
      if (files === 0 && !usesFeed && read.length > 0) return failed(noFiles)
      const complete = read.length === quarters.length && reachesBack({ fromMs: bounds.fromMs, quarters: read })
      const reason = complete ? null : `The article list was read back to ${clockTime(read.at(-1) ?? now.getTime())}.`
      return { run: run.finish({ complete, reason }), documents: newest(found, limit) }
    },
  }
}

/**
 * File names are guessed, because there is no index: the store returns 404, or 403 where it hides that there is
 * nothing.
 */
function isAbsent(answer: HttpResult): boolean {
  return !answer.ok && (answer.httpStatus === 404 || answer.httpStatus === 403)
}

const noFiles: RunFailure = {
  status: 'upstream_down',
  reason: 'None of the files of that time is in the article list.',
  retryAfterMs: null,
}

/** The documents of a file, parsed in chunks so that it does not block other work; null when no line can be parsed. */
async function parseLines(body: string): Promise<SourceDocument[] | null> {
  const lines = body.split('\n').filter((line) => line.trim() !== '')
  const documents: SourceDocument[] = []
  for (let from = 0; from < lines.length; from += linesAtOnce) {
    documents.push(...lines.slice(from, from + linesAtOnce).flatMap((line) => parseArchiveLine(line) ?? []))
    await nextTurn()
  }
  return lines.length > 0 && documents.length === 0 ? null : documents
}

function clockTime(epochMs: number): string {
  return `${new Date(epochMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
