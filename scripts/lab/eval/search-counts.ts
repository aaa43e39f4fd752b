import { join } from 'node:path'
import { parseQuery } from '@auspex/analytics'
import { toMatching } from '@auspex/api'
import { readDocuments, type SourceDocument } from '@auspex/sources'
import { openLibrary } from '../../checks/harness/library.ts'
import { makeTemporaryFolder } from '../../checks/harness/process.ts'
import { type EvalTask, readJsonLines } from '../figures.ts'
import { both, either, has, type Matcher, type NaiveRow, near, not, type RawRow, readRow } from './naive-matcher.ts'

const corpora = ['forum_hn_stackexchange', 'forum_reddit_2006_2013', 'news_gdelt_2017_2021']
const rowsEach = 30_000
const batchSize = 2_000

/**
 * Checks that searches count exactly: a hundred queries against a scan of the same rows that shares no code with the product. Documents are in
 * ClickHouse if AUSPEX_CHDB is set.
 */
export const searchCounts: EvalTask = {
  name: 'search-counts',
  async run(data) {
    const files = corpora.flatMap((name) => data.path(`corpora/${name}.jsonl.gz`) ?? [])
    const row = {
      data: `${questions.length} queries over ${rowsEach.toLocaleString('en')} documents of each of ${corpora.length} corpora`,
      measure: 'share of counts exactly equal',
      bar: { atLeast: 1 },
    }
    if (files.length < corpora.length) return [{ ...row, value: null }]
    const dataDir = makeTemporaryFolder('counts')
    const isInClickhouse = process.env['AUSPEX_CHDB'] !== undefined
    const library = await openLibrary({
      dataDir: join(dataDir, 'data'),
      documentsIn: isInClickhouse ? `chdb:${join(dataDir, 'documents')}` : undefined,
    })
    try {
      const rows: NaiveRow[] = []
      const knownIds = new Set<string>()
      for (const path of files) {
        const naive = await readNaive(path)
        for (const batch of await readBatches(path)) {
          const { ids } = await library.documents.storeDocuments(batch)
          for (const [index, id] of ids.entries()) {
            const found = naive.get(batch[index]?.nativeId ?? '')
            if (found === undefined) throw new Error(`${path} has no row ${batch[index]?.nativeId ?? 'without an id'}`)
            if (!knownIds.has(id)) rows.push(found)
            knownIds.add(id)
          }
        }
      }
      let equal = 0
      for (const [typed, matches] of questions) {
        const expected = rows.filter(matches).length
        const parsed = parseQuery(typed)
        if (!parsed.ok) throw new Error(`${typed}: ${parsed.message}`)
        const counted = await library.documents.countDocuments({ world: 'real', ...toMatching(parsed.query) })
        if (counted === expected) equal++
        else console.error(`${typed}: ${counted} counted, ${expected} expected`)
      }
      return [{ ...row, value: equal / questions.length }]
    } finally {
      await library.close()
    }
  },
}

async function readNaive(path: string): Promise<Map<string, NaiveRow>> {
  const rows = new Map<string, NaiveRow>()
  for await (const raw of readJsonLines<RawRow>(path)) {
    if (rows.size === rowsEach) break
    rows.set(raw.id, readRow(raw))
  }
  return rows
}

async function readBatches(path: string): Promise<SourceDocument[][]> {
  const documents: SourceDocument[] = []
  let read = 0
  for await (const row of readDocuments({ path, clock: () => new Date() })) {
    if (++read > rowsEach) break
    if ('document' in row) documents.push(row.document)
  }
  return Array.from({ length: Math.ceil(documents.length / batchSize) }, (_, n) =>
    documents.slice(n * batchSize, (n + 1) * batchSize),
  )
}

/** A query as typed, and the same query for the naive matcher. */
type Question = readonly [typed: string, matches: Matcher]

const words =
  'google python java linux climate obama bitcoin startup china trade coffee beer security energy war solar seafood wuhan ruby wikileaks'
const phrases =
  'climate change|open source|silicon valley|hacker news|machine learning|new york|united states|trade war|global warming|white house|social media|black hole|stack overflow|south korea|artificial intelligence'
const beginnings = 'program* vaccin* climat* econom* terror* hack* brew* encrypt* quantum* migrat* java* electr*'
const pairs =
  'google microsoft|python ruby|obama war|climate energy|china trade|apple iphone|linux windows|bitcoin bank'

function single(text: string): Question {
  return [text, has(text)]
}

function split(pair: string): [string, string] {
  const [a = '', b = ''] = pair.split(' ')
  return [a, b]
}

const joins = pairs.split('|').flatMap((pair): Question[] => {
  const [a, b] = split(pair)
  return [
    [`${a} AND ${b}`, both(has(a), has(b))],
    [`${a} OR ${b}`, either(has(a), has(b))],
    [`${a} -${b}`, both(has(a), not(has(b)))],
  ]
})

const nears = pairs.split('|').map((pair, index): Question => {
  const [a, b] = split(pair)
  return [`${a} near/${index * 2 + 2} ${b}`, near(a, b, index * 2 + 2)]
})

function on(outlet: string): Matcher {
  return (row) => row.outlet.toLowerCase() === outlet
}

function withScore(holds: (score: number) => boolean): Matcher {
  return (row) => row.score !== null && holds(row.score)
}

const others: Question[] = [
  [
    '(google OR apple) AND (phone OR android) -microsoft',
    both(either(has('google'), has('apple')), either(has('phone'), has('android')), not(has('microsoft'))),
  ],
  ['"open source" AND NOT (linux OR windows)', both(has('open source'), not(either(has('linux'), has('windows'))))],
  [
    'climate AND (change OR warming) AND -hoax',
    both(has('climate'), either(has('change'), has('warming')), not(has('hoax'))),
  ],
  ['"new york" OR "los angeles" OR chicago', either(has('new york'), has('los angeles'), has('chicago'))],
  ['tea near/3 te*', near('tea', 'te*', 3)],
  ['"climate change" near/8 energy', near('climate change', 'energy', 8)],
  ['"open source" near/4 software', near('open source', 'software', 4)],
  ['beer near/5 brew*', near('beer', 'brew*', 5)],
  ['government AND -(tax OR near OR war)', both(has('government'), not(either(has('tax'), has('near'), has('war'))))],
  ['python source:imported', has('python')],
  ['python source:reddit OR ruby', has('ruby')],
  ['trade country:CN', both(has('trade'), (row) => row.country === 'CN')],
  ['china -country:US', both(has('china'), (row) => row.country !== 'US')],
  ['google outlet:news.ycombinator.com', both(has('google'), on('news.ycombinator.com'))],
  ['python -outlet:Reddit/r/Python', both(has('python'), not(on('reddit/r/python')))],
  ['obama since:2009 until:2009-06', both(has('obama'), (row) => row.day >= '2009-01-01' && row.day <= '2009-06-30')],
  [
    'bitcoin (since:2014 OR score:>100)',
    both(
      has('bitcoin'),
      either(
        (row) => row.day >= '2014-01-01',
        withScore((n) => n > 100),
      ),
    ),
  ],
  [
    'linux score:>=50',
    both(
      has('linux'),
      withScore((n) => n >= 50),
    ),
  ],
  [
    'linux score:10..20',
    both(
      has('linux'),
      withScore((n) => n >= 10 && n <= 20),
    ),
  ],
  ['war -score:<5', both(has('war'), not(withScore((n) => n < 5)))],
  ['beer kind:comment', both(has('beer'), (row) => row.kind === 'forum_comment')],
]

/** A hundred queries: words, phrases, prefixes, operators, proximity, fields, and all of them nested. */
const questions: readonly Question[] = [
  ...words.split(' ').map(single),
  ...phrases.split('|').map(single),
  ...beginnings.split(' ').map(single),
  ...joins,
  ...nears,
  ...others,
].slice(0, 100)
