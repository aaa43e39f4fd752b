import { expect, test } from 'vitest'
import { splitFields } from './split-fields.ts'

const split = (text: string) => {
  const { words, fields } = splitFields(text, new Set(['tone', 'outlet', 'country']))
  return [words, ...fields.map(({ field, value }) => `${field}=${value}`)]
}

test('takes the conditions on fields out of a typed query, and leaves its words as they were typed', () => {
  expect(split('Bitcoin tone:negative')).toEqual(['Bitcoin', 'tone=negative'])
  expect(split('outlet:"The Hill" AND "Oat Milk" AND country:us -soy')).toEqual([
    '"Oat Milk" AND -soy',
    'outlet=the hill',
    'country=US',
  ])
})

test('leaves a condition that not every document must meet, and fields that are not named', () => {
  expect(split('tea OR (coffee tone:negative)')).toEqual(['tea OR (coffee tone:negative)'])
  expect(split('tea NOT tone:negative')).toEqual(['tea NOT tone:negative'])
  expect(split('tea -outlet:example.com author:Ana')).toEqual(['tea -outlet:example.com author:Ana'])
  expect(split('"tea')).toEqual(['"tea'])
})
