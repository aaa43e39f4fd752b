import { describe, expect, test } from 'vitest'
import { findRequestBounds } from './request-bounds.ts'
import { smallContract, smallOperation } from './testing/small-contract.ts'

const looseOf = (note: Record<string, unknown>) =>
  findRequestBounds(
    smallContract(smallOperation(), { Note: { type: 'object', additionalProperties: false, ...note } }),
  ).loose.map((place) => place.replace('saveNote application/json', 'note'))

describe('what a request can hold', () => {
  test('is bounded when strings, lists and free fields are', () => {
    expect(
      looseOf({
        additionalProperties: true,
        maxProperties: 20,
        'x-open': 'Its parts are for others to read.',
        properties: {
          text: { type: ['string', 'null'], maxLength: 20 },
          kind: { enum: ['a', 'b'] },
          list: { type: 'array', maxItems: 5, items: { type: 'integer' } },
        },
      }),
    ).toEqual([])
  })

  test.each([
    [{ type: 'string' }, 'note/part: a string without maxLength'],
    [{ type: 'array', items: { type: 'integer' } }, 'note/part: a list without maxItems'],
    [{ type: 'object', 'x-open': 'Why.' }, 'note/part: an object with free fields and without maxProperties'],
    [{ type: 'object', maxProperties: 20 }, 'note/part: an object with free fields and without x-open, which says why'],
    [{ type: 'object', maxProperties: 101, 'x-open': 'Why.' }, 'note/part: an object of more than 100 fields'],
    [{ $ref: '#/components/schemas/Note' }, 'note/part: recursion'],
  ])('is not when it has %o', (part, fault) => {
    expect(looseOf({ properties: { part } })).toEqual([fault])
  })

  test('is not when it nests deeper than is read', () => {
    const nested = (levels: number): object =>
      levels === 0 ? { type: 'integer' } : { type: 'array', maxItems: 1, items: nested(levels - 1) }
    expect(looseOf({ properties: { part: nested(30) } })).toEqual([])
    expect(looseOf({ properties: { part: nested(31) } })[0]).toContain('more than 32 levels')
  })

  test('is looked for in parameters too', () => {
    const operation = smallOperation({ parameters: [{ name: 'q', in: 'query', schema: { type: 'string' } }] })
    expect(findRequestBounds(smallContract(operation)).loose).toContain('saveNote q: a string without maxLength')
  })
})
