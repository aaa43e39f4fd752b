import { describe, expect, test } from 'vitest'
import { checkText } from './check-text.ts'
import { allDocuments, type Claim } from './claim.ts'
import { claimNumber } from './render-number.ts'

const documents = new Map([
  ['doc_1', { id: 'doc_1', title: 'Prices rise', body: 'On Monday prices rose by 12 %. Nobody said why.' }],
])
const quotation = 'On Monday prices rose by 12 %.'

function claim(part: Partial<Claim> = {}): Claim {
  return {
    id: 'c1',
    kind: 'count',
    status: 'supported',
    reason: 'Counted.',
    numbers: [claimNumber({ value: 1412, unit: 'documents' })],
    names: [],
    quote: null,
    evidence: allDocuments,
    documentIds: [],
    formula: 'match',
    ...part,
  }
}

const quoting = claim({
  numbers: [],
  quote: { documentId: 'doc_1', part: 'body', start: 0, end: quotation.length, text: quotation },
})

function faultsOf(text: string, ...claims: Claim[]): string[] {
  const checked = checkText(text, claims, documents)
  return checked.ok ? [] : checked.faults.map(({ kind, found }) => `${kind}: ${found}`)
}

describe('a sentence', () => {
  test('passes when its numbers are renderings of its claims', () => {
    expect(faultsOf('1,412 documents mention it.', claim())).toEqual([])
  })

  test.each([
    ['another number', '1,413 documents mention it.', 'number-without-claim: 1,413'],
    ['a number beside a right one', '1,412 documents mention it in 7 days.', 'number-without-claim: 7'],
    ['the right digits of something else', '1,412 people mention it.', 'number-without-claim: 1,412'],
    ['the end of a larger number', '21,412 documents mention it.', 'number-without-claim: 21,412'],
    ['a longer number that begins so', '1,412 documents, 3.5 each.', 'number-without-claim: 3.5'],
    ['digits of another script', '١٢ mention it.', 'number-without-claim: ١٢'],
    ['a fraction sign', '½ of it.', 'number-without-claim: ½'],
    ['a number in words', 'Mentions doubled to 1,412 documents.', 'number-in-words: doubled'],
    ['a vague amount', 'The majority of 1,412 documents.', 'number-in-words: majority'],
  ])('is refused for %s', (_, text, fault) => {
    expect(faultsOf(text, claim())).toContain(fault)
  })

  test('may say a name with digits only when a claim names it', () => {
    expect(faultsOf('1,412 documents mention GPT-4.', claim())).toContain('number-without-claim: 4')
    expect(faultsOf('1,412 documents mention GPT-4.', claim({ names: ['GPT-4'] }))).toEqual([])
  })

  test('is refused when the claim itself is written wrongly', () => {
    const number = { ...claimNumber({ value: 1412, unit: 'documents' }), text: '2,000 documents' }
    expect(faultsOf('2,000 documents mention it.', claim({ numbers: [number] }))).toEqual([
      'wrong-rendering: 2,000 documents',
    ])
  })
})

describe('a quotation', () => {
  test('passes when it is an exact span of the cited document', () => {
    expect(faultsOf(`Somebody wrote: “${quotation}”`, quoting)).toEqual([])
  })

  test.each([
    ['changed by a letter', 'Somebody wrote: “On Monday prices rose by 13 %.”'],
    ['shortened', 'Somebody wrote: “On Monday prices rose”'],
    ['in other marks', 'Somebody wrote: "prices rose"'],
    ['in single marks', 'Somebody wrote: ‘prices rose’'],
  ])('is refused when it is %s', (_, text) => {
    expect(faultsOf(text, quoting).join()).toContain('quotation-without-source')
  })

  test('is refused when the span is elsewhere or the document unknown', () => {
    const text = `Somebody wrote: “${quotation}”`
    const moved = { documentId: 'doc_1', part: 'body', start: 1, end: quotation.length + 1, text: quotation } as const
    expect(faultsOf(text, { ...quoting, quote: moved })).toEqual([`quotation-not-exact: ${quotation}`])
    expect(faultsOf(text, { ...quoting, quote: { ...moved, documentId: 'doc_2' } })).toHaveLength(1)
  })
})
