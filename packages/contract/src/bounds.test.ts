import { describe, expect, test } from 'vitest'
import { maxFaults } from './bounded-keywords.ts'
import { checkRequest } from './check-request.ts'
import { loadContract } from './contract.ts'
import type { ContractDocument } from './document.ts'
import { mostFields } from './fields.ts'

const document: ContractDocument = {
  components: {
    schemas: {
      Word: { type: 'string', maxLength: 20, pattern: '^[a-z]+$' },
      Row: { type: 'object', required: ['day', 'close'], properties: { day: { type: 'string', maxLength: 10 } } },
    },
  },
  paths: {
    '/words': {
      post: {
        operationId: 'saveWords',
        parameters: [{ name: 'X-Trace', in: 'header', schema: { type: 'string' } }],
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: {
                  words: {
                    type: 'array',
                    maxItems: 50,
                    uniqueItems: true,
                    items: { $ref: '#/components/schemas/Word' },
                  },
                  rows: { type: 'array', maxItems: 20_000, items: { $ref: '#/components/schemas/Row' } },
                  either: {
                    oneOf: [
                      { type: 'array', maxItems: 500, items: { type: 'integer' } },
                      { type: 'array', maxItems: 500, items: { type: 'string', maxLength: 5 } },
                    ],
                  },
                  day: { type: 'string', maxLength: 10, format: 'date' },
                },
              },
            },
            'application/x-www-form-urlencoded': {
              schema: { type: 'object', properties: { words: { type: 'array', items: { type: 'string' } } } },
            },
          },
        },
        responses: { 200: {} },
      },
    },
  },
}
const [operation] = loadContract(document).operations

const check = (body: unknown, type = 'application/json', headers: Record<string, string> = {}) => {
  if (operation === undefined) throw new Error('the contract has one operation')
  return checkRequest(operation, { path: {}, query: '', headers: { 'content-type': type, ...headers }, body })
}
const faultsOf = (checked: ReturnType<typeof check>) =>
  checked.kind === 'invalid'
    ? checked.faults.map((fault) => `${fault.in}${fault.pointer} ${fault.message}`)
    : checked.kind

describe('a size is told before what is inside', () => {
  test('of a list: neither its items nor whether they are unique', () => {
    expect(faultsOf(check({ words: Array.from({ length: 51 }, () => 'WRONG') }))).toEqual([
      'body/words must have at most 50 items',
    ])
  })

  test('of a text: neither its pattern nor its format', () => {
    expect(faultsOf(check({ words: ['A'.repeat(100)], day: 'x'.repeat(100) }))).toEqual([
      'body/words/0 must have at most 20 characters',
      'body/day must have at most 10 characters',
    ])
  })

  test('within the sizes every fault is told', () => {
    expect(faultsOf(check({ words: ['A', 'b', 'b'], day: 'today' }))).toEqual([
      'body/words/0 must match pattern "^[a-z]+$"',
      'body/words must NOT have duplicate items (items ## 1 and 2 are identical)',
      'body/day must match format "date"',
    ])
  })
})

describe('no more faults are looked for than a problem carries', () => {
  test('in a long list of wrong items', () => {
    const faults = faultsOf(check({ rows: Array.from({ length: 20_000 }, () => ({})) }))
    expect(faults).toHaveLength(maxFaults)
    expect(faults.slice(0, 3)).toEqual([
      'body/rows/0/day is required',
      'body/rows/0/close is required',
      'body/rows/1/day is required',
    ])
  })

  test('and a list that is wrong for one alternative is still read whole for the next', () => {
    expect(faultsOf(check({ either: Array.from({ length: 400 }, () => 'short') }))).toBe('valid')
    const last = [...Array.from({ length: 400 }, () => 'short'), 'too long']
    expect(check({ either: last }).kind).toBe('invalid')
  })

  test('and more fields than any form has are not read at all', () => {
    const form = 'application/x-www-form-urlencoded'
    const fields = (count: number) => Array.from({ length: count }, () => 'words=a').join('&')
    expect(faultsOf(check(fields(mostFields), form))).toBe('valid')
    expect(faultsOf(check(fields(mostFields + 1), form))).toEqual(['body/ must not hold more than 1000 fields'])
  })
})

describe('a text that no database stores is refused with its place', () => {
  test.each([
    ['in a value', { words: [], note: { deep: ['a\0b'] } }, 'body/note/deep/0 must not hold the character U+0000'],
    ['in a name', { 'a\0b': 1 }, 'body/a\uFFFDb must not hold the character U+0000'],
    ['half of a pair', { note: '\uD83D' }, 'body/note must not hold half of a surrogate pair'],
  ])('%s', (_where, body, fault) => {
    expect(faultsOf(check(body))).toEqual([fault])
  })

  test('in a form and in a header', () => {
    expect(faultsOf(check('words=a%00', 'application/x-www-form-urlencoded', { 'x-trace': 'b\0' }))).toEqual([
      'header/x-trace must not hold the character U+0000',
      'body/words/0 must not hold the character U+0000',
    ])
  })

  test('and a whole pair is a character like any other', () => {
    expect(check({ note: '\uD83D\uDE42' }).kind).toBe('valid')
  })
})
