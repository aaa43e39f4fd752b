import { describe, expect, test } from 'vitest'
import { countLeaves } from './schema-leaves.ts'
import { smallContract, smallOperation } from './testing/small-contract.ts'

const withNote = (properties: Record<string, unknown>) =>
  countLeaves(smallContract(smallOperation(), { Note: { type: 'object', properties } }))

describe('the leaves of a contract', () => {
  test('are counted once, however many operations reach them', () => {
    const leaves = countLeaves(smallContract())
    expect(leaves.strings).toEqual({ total: 1, loose: [] })
    expect(leaves.numbers).toEqual({ total: 1, loose: [] })
    expect(leaves.bare).toEqual([])
  })

  test('are loose without a bound, at each end for numbers', () => {
    const { strings, arrays, numbers } = withNote({
      free: { type: 'string' },
      fixed: { const: 'note' },
      chosen: { type: ['string', 'null'], enum: ['a', null] },
      list: { type: 'array', items: { type: 'integer', minimum: 0 } },
      share: { type: 'number', exclusiveMinimum: 0, maximum: 1 },
    })
    expect(strings.loose).toEqual(['#/components/schemas/Note/free'])
    expect(strings.total).toBe(3)
    expect(arrays.loose).toEqual(['#/components/schemas/Note/list'])
    expect(numbers.loose).toEqual(['#/components/schemas/Note/list/items'])
  })

  test('are found in parameters, headers and alternatives', () => {
    const operation = smallOperation({
      parameters: [{ name: 'q', in: 'query', schema: { type: 'string' } }],
      responses: {
        '200': {
          headers: { ETag: { schema: { type: 'string' } } },
          content: {
            'application/json': {
              schema: { $ref: '#/components/schemas/Either' },
            },
          },
        },
      },
    })
    const { strings } = countLeaves(
      smallContract(operation, { Either: { oneOf: [{ type: 'string' }, { type: 'null' }] } }),
    )
    expect(strings.loose).toEqual(['saveNote q', '#/components/schemas/Either/0', 'saveNote 200 ETag'])
  })

  test('are not hidden by objects that say nothing', () => {
    const { bare } = withNote({
      inline: { type: 'object', properties: { text: { type: 'string', maxLength: 5 } } },
      anything: {},
    })
    expect(bare).toEqual(['#/components/schemas/Note/inline', '#/components/schemas/Note/anything'])
    expect(
      countLeaves(smallContract(smallOperation(), { Note: { type: 'object', additionalProperties: true } })).bare,
    ).toEqual(['#/components/schemas/Note'])
  })

  test('end in recursion', () => {
    const { bare } = withNote({ replies: { type: 'array', maxItems: 5, items: { $ref: '#/components/schemas/Note' } } })
    expect(bare).toEqual([])
  })
})
