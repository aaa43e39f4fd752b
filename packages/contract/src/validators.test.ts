import { expect, test } from 'vitest'
import type { ContractDocument } from './document.ts'
import { createValidators, toInvalidFields } from './validators.ts'

const alternative = (kind: string, field: string) => ({
  type: 'object',
  required: ['kind', field],
  properties: { kind: { type: 'string', const: kind }, [field]: { type: 'string' } },
})
const document: ContractDocument = {
  components: {
    schemas: {
      Text: alternative('text', 'words'),
      Quote: alternative('quote', 'source'),
      Card: {
        oneOf: [{ $ref: '#/components/schemas/Text' }, { $ref: '#/components/schemas/Quote' }],
        discriminator: {
          propertyName: 'kind',
          mapping: { text: '#/components/schemas/Text', quote: '#/components/schemas/Quote' },
        },
      },
    },
  },
  paths: {},
}
const check = createValidators(document).body({ $ref: 'contract#/components/schemas/Card' })
const faultsOf = (card: unknown) =>
  toInvalidFields('body', check(card)).map(({ pointer, message }) => `${pointer} ${message}`)

test('a fault in one alternative is told as that, and the others are not mentioned', () => {
  expect(faultsOf({ kind: 'quote', source: 'Mira' })).toEqual([])
  expect(faultsOf({ kind: 'quote' })).toEqual(['/source is required'])
})

test('a kind that no alternative has is told at its place', () => {
  expect(faultsOf({ kind: 'poem' })).toEqual(['/kind names no alternative of the contract'])
  expect(faultsOf({})).toEqual(['/kind names no alternative of the contract'])
})

test('what is no object at all is no alternative', () => {
  for (const card of [[], [['text']], 'text', 7, null])
    expect(faultsOf(card)).toEqual([expect.stringContaining('must be an object')])
})
