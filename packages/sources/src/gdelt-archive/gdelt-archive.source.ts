import type { Http, HttpResult, RunFailure } from '../http/http.types.ts'
import type { SourceDescriptor } from '../source-descriptor.ts'
import type {
  Clock,
  DocumentClient,
  SourceDocument,
  SourcePhrase,
  SourceQuery,
  SourceQueryNode,
} from '../source.types.ts'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { isWithin, toBounds } from '../search-pages.ts'
import { newestDocuments, recordRun, schemaChanged, toProbe } from '../source-run.ts'
import { parseArchiveFeed, parseArchiveLine } from './gdelt-archive.parse.ts'

const quarterMs = 15 * 60_000
/** Minutes within a quarter of an hour at which files have been seen; there is no index of them. */
const offsets = [0, 1, 2, 3, 4, 5, 6, 7]

/**
 * The quarters of an hour between two moments, newest first, as the milliseconds at which they begin; at most `most`.
 */
function quartersBack({ fromMs, toMs, max }: { fromMs: number | null; toMs: number; max: number }): number[] {
  const newest = Math.floor(toMs / quarterMs)
  const oldest = fromMs === null ? -Infinity : Math.floor(fromMs / quarterMs)
  const count = Math.max(0, Math.min(max, newest - oldest + 1))
  return Array.from({ length: count }, (_, back) => (newest - back) * quarterMs)
}

/** The possible names of files of a quarter of an hour; usually two of them exist. */
function fileNamesOf(quarter: number): string[] {
  return offsets.map((minutes) => {
    const stamp = new Date(quarter + minutes * 60_000).toISOString().slice(0, 19).replace(/[-:T]/g, '')
    return `${stamp}.gal.json.gz`
  })
}

/** Whether the quarters extend back to the requested beginning. */
function reachesBack({ fromMs, quarters }: { fromMs: number | null; quarters: readonly number[] }): boolean {
  const oldest = quarters.at(-1)
  return fromMs !== null && oldest !== undefined && oldest <= fromMs
}

const unspacedCharacter =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** A searchable text: folded words between single spaces. */
type FoldedText = string

/**
 * Creates a test whether a text may match a query, by its words alone. Nearness counts as both words anywhere, and
 * conditions on fields as true: the result is a superset, which the library filters.
 */
function createWordMatch({ node, terms }: SourceQuery): (text: string) => boolean {
  const test = node === undefined ? anyOf(terms.phrases.map(phraseOf)) : toTest(node)
  return (text) => test(fold(text))
}

type Test = (text: FoldedText) => boolean

function toTest(node: SourceQueryNode): Test {
  switch (node.kind) {
    case 'phrase':
      return toPhraseTest(node)
    case 'near':
      return allOf(node.operands.map(toPhraseTest))
    case 'and':
      return allOf(node.operands.map(toTest))
    case 'or':
      return anyOf(node.operands.map(toTest))
    case 'field':
      return () => true
    case 'not':
    default:
      return toExclusion(node.operand)
  }
}

/** Only words can be excluded exactly; a condition that is assumed to be true must not exclude everything. */
function toExclusion(operand: SourceQueryNode): Test {
  if (operand.kind !== 'phrase') return () => true
  const test = toPhraseTest(operand)
  return (text) => !test(text)
}

function allOf(tests: readonly Test[]): Test {
  return (text) => tests.every((test) => test(text))
}

function anyOf(tests: readonly Test[]): Test {
  return (text) => tests.some((test) => test(text))
}

function phraseOf(phrase: string): Test {
  const words = phrase.split(/\s+/).filter(Boolean)
  return toPhraseTest({
    kind: 'phrase',
    words: words.map((word) => ({ text: word.replace(/\*$/, ''), prefix: word.endsWith('*') })),
  })
}

function toPhraseTest({ words }: SourcePhrase): Test {
  const joined = words.map(({ text }) => text).join(' ')
  if (unspacedCharacter.test(joined)) {
    const run = fold(joined).replaceAll(' ', '')
    return (text) => text.replaceAll(' ', '').includes(run)
  }
  const foldedWords = fold(joined)
  const ending = words.at(-1)?.prefix === true ? foldedWords.slice(0, -1) : foldedWords
  return (text) => text.includes(ending)
}

/** Folds case, width and marks; everything that is not a letter or digit becomes one space, also at both ends. */
function fold(text: string): FoldedText {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
  return ` ${plain.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()} `
}

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
      if (query.geo !== null)
        notHonoured.push('The article list does not state countries; the location filter was not applied.')
      const run = recordRun({ nativeQuery: query.terms.phrases.join(' | '), notHonoured, onProgress })
      const matches = createWordMatch(query)
      const documentsSoFar: SourceDocument[] = []
      const addDocuments = (documents: readonly SourceDocument[]) => {
        const matchingDocuments = documents.filter(
          (document) => isWithin(document, bounds) && matches(`${document.title}\n${document.body ?? ''}`),
        )
        run.countDocuments(matchingDocuments.length)
        documentsSoFar.push(...matchingDocuments)
      }
      const failed = (failure: RunFailure) => ({
        run: run.fail(failure),
        documents: newestDocuments(documentsSoFar, limit),
      })

      const usesFeed = bounds.toMs > now.getTime() - feedReachMs
      if (usesFeed) {
        run.countRequest()
        const answer = await readFeed(signal)
        if (!answer.ok) return failed(answer)
        const documents = parseArchiveFeed(answer.body, now)
        if (documents === null) return failed(schemaChanged)
        addDocuments(documents)
      }

      const quarters = quartersBack({ ...bounds, max: maxQuarters })
      const readQuarters: number[] = []
      let files = 0
      for (const quarter of quarters) {
        if (documentsSoFar.length >= limit || (stopAtMs !== undefined && clock().getTime() >= stopAtMs)) break
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
          addDocuments(documents)
        }
        readQuarters.push(quarter)
      }
      if (files === 0 && !usesFeed && readQuarters.length > 0) return failed(noFiles)
      const complete =
        readQuarters.length === quarters.length && reachesBack({ fromMs: bounds.fromMs, quarters: readQuarters })
      const reason = complete
        ? null
        : `The article list was read back to ${clockTime(readQuarters.at(-1) ?? now.getTime())}.`
      return { run: run.finish({ complete, reason }), documents: newestDocuments(documentsSoFar, limit) }
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
  reason: 'The article list has none of the files of that period.',
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

export const gdeltArchive: SourceDescriptor = {
  key: 'gdelt_archive',
  number: 7,
  kind: 'documents',
  label: 'GDELT article list',
  licence: 'Free to use and pass on with credit to the GDELT Project; articles belong to their publishers.',
  rate: 'Static files, which are not limited; at most six at a time.',
  homepage: 'https://blog.gdeltproject.org/announcing-the-gdelt-article-list-rss-feed/',
  attribution: 'Data: the GDELT Project (gdeltproject.org)',
  reach: 'Every article that GDELT saw since 2020, fresh to a minute; a search reads the newest hours.',
  hosts: {
    'storage.googleapis.com': { intervalMs: 25, burst: 16, concurrency: 6 },
  },
  create: ({ http, clock }) => createGdeltArchiveSource({ http, clock }),
}
