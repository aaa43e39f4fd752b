// Feeds: whether every well-formed file of feedparser's conformance set is parsed, and whether a document's fields have the values
// that the file states. AUSPEX_FEEDS_VERBOSE=1 lists the files that fail.
import { parseFeedDate, readFeed, type Feed, toPlainText } from '@auspex/sources'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { EvalRow, EvalTask } from './eval.types.ts'
import { type Expectation, readExpectations } from './feeds/expectations.ts'

/** Base of relative addresses in the files. */
const home = 'http://127.0.0.1:8097/tests/feed.xml'
const now = new Date('2100-01-01T00:00:00Z')
const bar = { atLeast: 0.98 }

export const feeds: EvalTask = {
  name: 'feeds',
  run: async (data) => {
    const sets = ['wellformed', 'entities'] as const
    return sets.flatMap((set) => rowsOf(set, data.path(`payloads/feeds/feedparser/${set}`)))
  },
}

function rowsOf(set: string, folder: string | null): EvalRow[] {
  const row = { task: 'feeds', bar: set === 'wellformed' ? bar : null, baseline: null }
  const name = `feedparser ${set}`
  if (folder === null)
    return ['read as a feed', 'kept values as expected'].map((measure) => ({
      ...row,
      data: name,
      measure,
      value: null,
    }))
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.xml'))
  const results = files.map((file) => judge(join(folder, file), file))
  const read = results.filter((result) => result.isRead)
  const judged = results.flatMap((result) => result.judged)
  const equal = judged.filter(({ isEqual }) => isEqual)
  if (process.env['AUSPEX_FEEDS_VERBOSE'] !== undefined) printResults(results)
  const share = (part: readonly unknown[], whole: readonly unknown[]) => part.length / Math.max(1, whole.length)
  return [
    {
      ...row,
      data: `${name}, ${read.length} of ${files.length} files`,
      measure: 'read as a feed',
      value: share(read, files),
    },
    {
      ...row,
      data: `${name}, ${equal.length} of ${judged.length} statements`,
      measure: 'kept values as expected',
      value: share(equal, judged),
    },
  ]
}

interface Result {
  file: string
  feature: string
  isRead: boolean
  judged: (Expectation & { isEqual: boolean; found: string | null })[]
}

function judge(path: string, file: string): Result {
  const body = readFileSync(path, 'utf8')
  // some files state the address from which they were served
  const location = /^\s*Header:\s*Content-Location:\s*(\S+)/m.exec(body)?.[1]
  const feed = readFeed(body, location === undefined ? home : new URL(location, home).href)
  const judged = (readExpectations(body) ?? []).flatMap((expectation) => {
    const readValue = feedValueOf(expectation.path)
    if (readValue === null || expectation.value === undefined) return []
    const found = feed === null ? null : readValue(feed)
    return [{ ...expectation, found, isEqual: feed !== null && isSame(found, expectation.value) }]
  })
  return { file, feature: dirname(file), isRead: feed !== null, judged }
}

type FeedValue = (feed: Feed) => string | null

/** Which part of a document a path in the expressions refers to; null for parts that documents do not store. */
function feedValueOf(path: string): FeedValue | null {
  const plain = path.replace(/_detail'\]\['(value|name)'\]$/, "']")
  return feedValues[plain] ?? null
}

function first(feed: Feed) {
  return feed.entries[0]
}

const summary: FeedValue = (feed) => first(feed)?.summary ?? first(feed)?.content ?? null
const content: FeedValue = (feed) => first(feed)?.content ?? null
const description: FeedValue = (feed) => feed.description
const publishedDay: FeedValue = (feed) => day(first(feed)?.published)
const updatedDay: FeedValue = (feed) => day(first(feed)?.updated ?? first(feed)?.published)
const firstId: FeedValue = (feed) => first(feed)?.id ?? null
const feedValues: Readonly<Record<string, FeedValue>> = {
  "feed['title']": (feed) => feed.title,
  "feed['link']": (feed) => feed.link,
  "feed['description']": description,
  "feed['subtitle']": description,
  "feed['tagline']": description,
  "feed['info']": description,
  "feed['language']": (feed) => feed.language,
  "entries[0]['title']": (feed) => first(feed)?.title ?? null,
  "entries[0]['link']": (feed) => first(feed)?.link ?? null,
  "entries[0]['id']": firstId,
  "entries[0]['guid']": firstId,
  "entries[0]['author']": (feed) => first(feed)?.author ?? null,
  "entries[0]['summary']": summary,
  "entries[0]['description']": summary,
  "entries[0]['content'][0]['value']": content,
  "entries[0]['published_parsed']": publishedDay,
  "entries[0]['issued_parsed']": publishedDay,
  "entries[0]['updated_parsed']": updatedDay,
  "entries[0]['modified_parsed']": updatedDay,
  "entries[0]['content'][0]['language']": (feed) => first(feed)?.language ?? null,
}

function day(written: string | null | undefined): string | null {
  return parseFeedDate(written ?? null, now)?.publishedAt ?? null
}

/** Compares texts as plain text with collapsed spaces, and times to the second. Documents store no e-mail addresses of authors. */
function isSame(found: string | null, value: NonNullable<Expectation['value']> | null): boolean {
  if (value === null) return found === null
  if (typeof value !== 'string') {
    const [year = 0, month = 1, ...rest] = value
    return found === `${new Date(Date.UTC(year, month - 1, ...rest.slice(0, 4))).toISOString().slice(0, 19)}Z`
  }
  const expectedText = squeeze(toPlainText(value))
  return (
    squeeze(found ?? '') === expectedText ||
    squeeze(found ?? '') === squeeze(value) ||
    found === withoutEmail(expectedText)
  )
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function withoutEmail(text: string): string {
  return text.replace(/\s*\([\w.+-]+@[\w.-]+\)$/, '')
}

function printResults(results: readonly Result[]): void {
  for (const { file, isRead, judged } of results) {
    if (!isRead) console.error(`not read: ${file}`)
    for (const { path, value, found, isEqual } of judged)
      if (!isEqual) console.error(`${file}: ${path} is ${JSON.stringify(found)}, not ${JSON.stringify(value)}`)
  }
}
