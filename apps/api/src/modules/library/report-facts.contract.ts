import { parseQuery } from '@auspex/analytics'
import { createRandom } from '@auspex/contract/random'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../adapters/database/database.port.ts'
import { createFixedClock } from '../../kernel/clock.ts'
import { createSequentialIds } from '../../kernel/ids.ts'
import { sampleDocument } from '../../testing/stored-documents.ts'
import { silentLog } from '../../testing/test-database.ts'
import { countryBasisCodes, kindCodes } from './document-codes.ts'
import { type DocumentFilter, toMatching } from './document-filter.ts'
import type { DocumentTally } from './document-tally.ts'
import { fromDocumentId } from './document-id.ts'
import { createDocumentsModule, type DocumentsModule } from './documents.module.ts'
import type { NamedFacts, ReportFacts } from './report-facts.types.ts'
import { readFactsBySql, type SqlFacts } from './testing/facts-by-sql.ts'
import { sourceCodes } from './source-codes.ts'
import { readWholeFacts } from './testing/whole-facts.ts'
import type { ToneCounts } from './tally.ts'

const words = ['oat', 'milk', 'great', 'terrible', 'price', 'sweden', 'plant', 'café', 'shares']
const documents = 600
const filters = 60
const queries = 200

/** A repeatable stream of picks. */
function createPicks(seed: number) {
  const { pick } = createRandom(seed)
  return <Value>(...values: readonly Value[]): Value => pick(values)
}

function randomDocument(pick: ReturnType<typeof createPicks>, n: number) {
  const country = pick(null, 'DE', 'FR', 'US')
  return sampleDocument({
    nativeId: `${n}`,
    sourceKey: pick('imported', 'hacker_news', 'rss', 'demo'),
    kind: pick('article', 'post', 'comment', 'question', 'video'),
    outlet: `outlet-${pick(1, 2, 3, 4, 5, 6, 7, 8, 9)}${pick('', 'a', 'b', 'c', 'd', 'ö')}.org`,
    author: pick(null, `author ${pick(1, 2, 3, 4)}${pick('', 'x', 'y', 'z', 'Z')}`),
    title: `${pick(...words)} ${pick(...words)} ${pick(...words)}${pick('', ' in a title of six words')}`,
    body: pick(null, `${pick(...words)} and ${pick(...words)}`),
    publishedAt: `${pick('1969-12-31', '2025-12-31', '2026-01-01', '2026-01-05')}T${pick('00:00:00Z', '23:59:59Z', '12:30:00.250Z')}`,
    country,
    countryBasis: country === null ? null : pick('source', 'content', 'author'),
    engagement: pick(null, {
      score: pick(null, 0, 5, -3, 2_000_000_000),
      comments: pick(null, 1, 9),
      views: null,
      reposts: null,
    }),
  })
}

function randomFilter(pick: ReturnType<typeof createPicks>): DocumentFilter {
  return {
    world: pick('real', 'real', 'demo'),
    tsquery: pick(
      null,
      ...['oat', 'milk', 'cafe', 'nothing'].map((word) => `'${word}'`),
      `'oat' | !'milk'`,
      `'oat' & 'milk'`,
    ),
    sources: pick(null, null, ['rss'] as const, ['imported', 'hacker_news'] as const),
    country: pick(null, null, 'DE'),
    fromDay: pick(null, null, '2026-01-01'),
    kinds: pick(null, null, ['comment'] as const, ['article', 'video'] as const),
    author: pick(null, null, null, 'author 1'),
  }
}

/** The contract that counting in this process gives the same results as grouping in PostgreSQL. Call inside a `describe`. */
export function reportFactsContract(open: () => Promise<Database>): void {
  let database: Database
  let library: DocumentsModule
  const pick = createPicks(7)
  beforeAll(async () => {
    database = await open()
    library = createDocumentsModule({
      database,
      clock: createFixedClock('2026-02-01T00:00:00Z'),
      createId: createSequentialIds(),
      log: silentLog,
    })
    await library.storeDocuments(Array.from({ length: documents }, (_, n) => randomDocument(pick, n)))
    // stories that span days, and whose id is that of a member or of an unrelated document
    await sql`
      update document d set cluster_id = o.id from (select id, row_number() over (order by id) as n from document) o
      where o.n = (abs(d.id) % 40) + 1 and d.id % 3 = 0`.execute(database.kysely)
  })
  afterAll(() => database.close())

  describe('facts counted from rows', () => {
    test(`are those that SQL counts, for ${filters} random filters`, async () => {
      let matched = 0
      for (let n = 0; n < filters; n += 1) {
        const filter = randomFilter(pick)
        const facts = await readWholeFacts(library, filter)
        expect({ filter, counted: toSqlFacts(facts) }).toEqual({
          filter,
          counted: roundTones(await readFactsBySql(database, filter)),
        })
        matched += facts.documents
      }
      expect(matched).toBeGreaterThan(documents)
    })

    test('are reported first with the same numbers as in the full report', async () => {
      let matched = 0
      for (let n = 0; n < filters; n += 1) {
        const filter = randomFilter(pick)
        const tallies: DocumentTally[] = []
        const { counted } = await library.reportFacts(filter, { onTally: (tally) => void tallies.push(tally) })
        expect(tallies).toHaveLength(1)
        expect({ filter, counted }).toMatchObject({ filter, counted: tallies[0] })
        matched += counted.documents
      }
      expect(matched).toBeGreaterThan(documents)
    })
  })

  test(`what an index is asked first leaves out no document, for ${queries} random queries`, async () => {
    let matched = 0
    for (let n = 0; n < queries; n += 1) {
      const text = randomQueryText(pick)
      const read = parseQuery(text)
      if (!read.ok) throw new Error(`${text}: ${read.message}`)
      const { tsquery, words: indexWords, exact } = toMatching(read.query)
      expect(indexWords).not.toMatch(/<|!/)
      const counted = await library.countDocuments({ world: 'real', tsquery, words: indexWords, exact })
      expect({ text, counted }).toEqual({
        text,
        counted: await library.countDocuments({ world: 'real', tsquery, exact }),
      })
      matched += counted
    }
    expect(matched).toBeGreaterThan(documents)
  })
}

/** A required word, combined with phrases, neighbours, exclusions, fields and alternatives. */
function randomQueryText(pick: ReturnType<typeof createPicks>): string {
  const word = () => pick(...words, 'and', 'pri*')
  const part = (): string =>
    pick(
      word,
      () => `"${word()} ${word()}"`,
      () => `(${word()} near/${pick(1, 2, 5)} ${word()})`,
      () => `-"${word()} ${word()}"`,
      () => `-${word()}`,
      () => pick('kind:article', '-source:rss', 'country:DE'),
      () => `(${word()} OR "${word()} ${word()}")`,
    )()
  return pick(
    () => `"${word()}" ${part()} ${part()}`,
    () => `("${word()}" ${part()}) OR "${word()} ${word()}"`,
    () => `(${word()} near/3 ${word()}) ${part()}`,
  )()
}

const round = (n: number) => Math.round(n * 1e6) / 1e6
/** The last digits of a sum of fractions depend on the order of addition. */
const roundTones = (facts: SqlFacts): unknown =>
  JSON.parse(JSON.stringify(facts), (_, value: unknown) => (typeof value === 'number' ? round(value) : value))
const orNull = <Value>(list: Value[]): Value[] | null => (list.length === 0 ? null : list)
const toneOf = ({ negative, neutral, positive, unknown, sum, sumOfSquares }: ToneCounts) =>
  [negative, neutral, positive, unknown, sum, sumOfSquares].map(round)

function byGroup(groups: ReportFacts['groups'], of: 'days' | 'storyDays') {
  return groups
    .flatMap((group) =>
      [...group[of]].map(([day, n]): [number, number, string, number] => [
        sourceCodes[group.sourceKey],
        kindCodes[group.kind],
        day,
        n,
      ]),
    )
    .toSorted(([a, k, x], [b, l, y]) => a - b || k - l || (x < y ? -1 : 1))
}

function toSqlFacts(facts: ReportFacts): unknown {
  const named = ({
    name,
    group,
    stories,
    followers,
    documents: n,
    score,
    comments,
    tone,
    firstDay,
    lastDay,
  }: NamedFacts) => [name, group, stories, followers, n, score, comments, toneOf(tone), firstDay, lastDay]
  return {
    total: { n: facts.documents, c: facts.clusters, o: facts.outlets, a: facts.authors, tone: toneOf(facts.tone) },
    days: orNull(facts.days.map((day) => [day.day, day.documents, day.clusters, toneOf(day.tone)])),
    groupDays: orNull(byGroup(facts.groups, 'days')),
    groupStoryDays: orNull(byGroup(facts.groups, 'storyDays')),
    weeks: orNull(facts.weeks.map(({ firstDay, clusters, outlets }) => [firstDay, clusters, outlets])),
    months: orNull(facts.months.map(({ firstDay, clusters, outlets }) => [firstDay, clusters, outlets])),
    kinds: orNull(facts.byKind.map(({ kind, documents: n, tone }) => [kindCodes[kind], n, toneOf(tone)])),
    countries: orNull(
      facts.byCountry.map(({ country, basis, documents: n, tone }) => [
        country,
        basis === null ? null : countryBasisCodes[basis],
        n,
        toneOf(tone),
      ]),
    ),
    outlets: orNull(facts.topOutlets.map(named)),
    authors: orNull(facts.topAuthors.map(named)),
    newest: orNull(facts.newest.map(fromDocumentId)),
    engaged: orNull(facts.mostEngaged.map(fromDocumentId)),
  }
}
