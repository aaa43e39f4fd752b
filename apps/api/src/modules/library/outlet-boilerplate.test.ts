import { expect, test } from 'vitest'
import { runAtOnce } from '../../adapters/database/turns/steps.ts'
import { countTerms } from './choose-contexts.ts'
import { storyContexts } from './story-contexts.ts'

/** Stories of three outlets about a topic; the first prints its own name and that of its newsletter over each. */
const read = Array.from({ length: 60 }, (_, at) => {
  const outlet = at < 18 ? 1 : 2 + (at % 2)
  return {
    story: -at - 1,
    documents: 1,
    outlet,
    terms: [
      ...(outlet === 1 ? ['fis', 'worldnews'] : []),
      ...(outlet === 1 || at === 40 ? ['brief'] : []),
      ...(at % 4 === 0 ? ['trade'] : []),
      ...(outlet === 1 && at % 2 === 0 ? ['fishermen'] : []),
    ],
  }
})

test('words that one outlet prints over most of its stories, and nobody else, are no contexts', () => {
  const hits = countTerms(read)
  expect([...hits.keys()].toSorted()).toEqual(['fishermen', 'trade'])
  expect(hits.get('trade')).toMatchObject({ stories: 15, documents: 15 })
})

test('where one outlet holds most of the topic, its words are those of the topic', () => {
  const hits = countTerms(read.filter(({ outlet }, at) => outlet === 1 || at < 25))
  expect([...hits.keys()]).toEqual(expect.arrayContaining(['brief', 'fis', 'worldnews', 'fishermen', 'trade']))
})

test('a few stories of an outlet tell nothing of its habits', () => {
  const hits = countTerms(read.filter(({ outlet }, at) => outlet !== 1 || at < 2))
  expect([...hits.keys()]).toContain('worldnews')
})

test('of names the same holds', () => {
  const names = read.map(({ outlet }, at) => (outlet === 1 ? 7 : at % 3 === 0 ? 8 : 9))
  const { entities } = runAtOnce(
    storyContexts({
      length: read.length,
      id: BigInt64Array.from(read, (_, at) => BigInt(at)),
      cluster: BigInt64Array.from(read, (_, at) => BigInt(at)),
      outlet: Int32Array.from(read, ({ outlet }) => outlet),
      entities: { place: read.map((_, at) => at), entity: names },
    }),
  )
  expect(new Set(entities.keys())).toEqual(new Set([8, 9]))
})
