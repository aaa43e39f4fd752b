import { matchesQuery, parseQuery, type QueryNode, tokens } from '@auspex/analytics'
import { expect, test } from 'vitest'
import { watchQueries } from './follow-posts.ts'

const read = (text: string): QueryNode => {
  const parsed = parseQuery(text)
  if (!parsed.ok) throw new Error(parsed.message)
  return parsed.query
}
const queries = [
  'heat pump',
  'tea AND milk',
  'coffee OR mate -sugar',
  'vaccin*',
  'grant near/3 solar',
  'tram lang:de',
  'x (ab OR "b cd*")',
]
const texts = [
  '',
  'Our HEAT pump hums',
  'the heat of a pump',
  'milk with tea',
  'tea alone',
  'mate with sugar',
  'mate without',
  'unvaccinated, vaccinations',
  'a solar panel grant',
  'a grant for nobody but solar farms',
  'Die Tram kommt',
  'x b cde',
  'b cd',
]

test.each(texts)('“%s” matches the same queries as each of them alone says', (text) => {
  for (const query of queries.map(read))
    expect(watchQueries([query]).match(text)).toBe(matchesQuery(query, [], tokens(text)))
  const any = queries.some((query) => matchesQuery(read(query), [], tokens(text)))
  expect(watchQueries(queries.map(read)).match(text)).toBe(any)
})

test('nothing is wanted where nothing is watched', () => {
  expect(watchQueries([]).match('anything')).toBe(false)
})
