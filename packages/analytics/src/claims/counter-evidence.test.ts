import { describe, expect, test } from 'vitest'
import { parseQuery } from '../query/parse-query.ts'
import type { Claim } from './claim.ts'
import { findDisputes, findOtherChanges, findOtherTone, oppositeOf, type ReadDocument } from './counter-evidence.ts'

const reading = parseQuery('oat milk')
if (!reading.ok) throw new Error('the query is readable')
const node = reading.query

let documents = 0
const read = (fields: Partial<ReadDocument>): ReadDocument => {
  documents += 1
  return {
    id: `doc_${documents}`,
    storyCluster: `doc_c${documents}`,
    source: 'imported',
    kind: 'article',
    outlet: `outlet-${documents}.example`,
    lang: 'en',
    title: 'Oat milk',
    body: null,
    tone: 'neutral',
    day: '2026-11-10',
    ...fields,
  }
}
const claim = (fields: Partial<Claim>): Claim => ({
  id: 'c1',
  kind: 'share',
  status: 'supported',
  reason: 'Counted.',
  numbers: [],
  names: [],
  quote: null,
  evidence: {},
  documentIds: [],
  formula: 'tone',
  ...fields,
})

describe('the opposite of a claim', () => {
  const share = (low: number) => ({
    pointer: null,
    subject: null,
    value: 60,
    low,
    high: 70,
    n: 100,
    unit: 'percent' as const,
    text: '60%',
  })
  test('is the other tone where one side leads', () => {
    const leading = claim({ evidence: { tone: 'positive' }, numbers: [share(51)] })
    expect(oppositeOf(leading)).toEqual({ kind: 'tone', side: 'positive' })
  })

  test('is not defined for a mixed tone, which has no other side', () => {
    const mixed = claim({ evidence: { tone: 'positive' }, numbers: [share(49)] })
    expect(oppositeOf(mixed)).toMatchObject({ kind: null, reason: expect.stringContaining('mixed') })
  })

  test('is not defined for a count, and says why', () => {
    expect(oppositeOf(claim({ kind: 'count', formula: 'match' }))).toEqual({
      kind: null,
      reason: 'A count has no opposite that a document could say.',
    })
  })
})

describe('the other tone', () => {
  const praise = read({ tone: 'positive', title: 'Oat milk is wonderful and everybody loves it' })
  const complaint = read({ tone: 'negative', title: 'Oat milk is terrible and I hate it' })
  const elsewhere = read({ tone: 'negative', title: 'A horrible, awful war', body: 'Oat milk was sold there.' })
  const options = { node, without: new Set<string>() }

  test('is shown by a sentence that names the topic, and not by a document that only has the tone', () => {
    const { objections } = findOtherTone([praise, complaint, elsewhere], 'positive', options)
    expect(objections).toMatchObject([{ id: complaint.id, passage: complaint.title }])
  })

  test.each([
    ['denies it', 'Nobody says that oat milk is terrible'],
    ['is of the topic as an object', 'A horrible fear of oat milk'],
    ['stands far from the topic', 'Oat milk was on the table of the family that saw the terrible attack'],
    ['describes another thing', 'The worst oat milk picture'],
    ['is turned by the rest of the title', 'Oat milk is terrible. Said the dairy board'],
    ['also says the opposite', 'Oat milk is terrible but I love it'],
  ])('is not shown by a sentence whose tone %s', (_name, title) => {
    const other = read({ tone: 'negative', title })
    expect(findOtherTone([praise, other], 'positive', options).objections).toEqual([])
  })

  test('is counted once for versions of one article, with the share of the claim and by outlet', () => {
    const copy = { ...complaint, id: 'doc_copy', outlet: 'copy.example' }
    const { objections, balance } = findOtherTone([praise, complaint, copy], 'positive', options)
    expect(objections).toHaveLength(1)
    expect(balance).toMatchObject({
      agreeing: 1,
      otherwise: 1,
      share: 0.5,
      outlets: { agreeing: 1, otherwise: 1, both: 0 },
    })
    expect(balance?.low).toBeLessThan(0.5)
  })

  test('is nothing where everybody agrees', () => {
    expect(findOtherTone([praise], 'positive', options)).toMatchObject({ objections: [], balance: { share: 1 } })
  })
})

describe('a dispute', () => {
  const headline = 'Oat milk recalled after glass splinters in cartons'
  const told = read({ title: headline })
  test('shares words with the headline and disputes it', () => {
    const denial = read({ title: 'Dairy denies that cartons of oat milk had glass splinters' })
    const other = read({ title: 'Mayor denies that he drinks oat milk' })
    const repeated = read({ title: 'Glass splinters found in cartons of oat milk' })
    const { objections, balance } = findDisputes(
      [told, denial, other, repeated],
      { headline, documentIds: [told.id] },
      node,
    )
    expect(objections).toMatchObject([{ id: denial.id, passage: denial.title }])
    expect(balance).toMatchObject({ agreeing: 2, otherwise: 1 })
  })

  test('is not a sentence that shares few of the headline’s words', () => {
    const loose = read({ title: 'Glass maker denies that his cartons break' })
    const long = `${headline}, as authorities warn families of several northern districts`
    expect(findDisputes([told, loose], { headline: long, documentIds: [told.id] }, node).objections).toEqual([])
  })

  test('is not found in the report itself or a version of it', () => {
    const self = read({
      title: 'Report that glass splinters in cartons of oat milk are a hoax',
      storyCluster: told.storyCluster,
    })
    expect(findDisputes([told, self], { headline, documentIds: [told.id] }, node).objections).toEqual([])
  })
})

test('a change goes the other way in kinds of sources with clearly fewer documents, and not where one of the spans is empty', () => {
  const many = (count: number, fields: Partial<ReadDocument>) => Array.from({ length: count }, () => read(fields))
  const all = [
    ...many(30, { day: '2026-11-12' }),
    ...many(5, { day: '2026-11-02' }),
    ...many(2, { kind: 'post', day: '2026-11-12' }),
    ...many(20, { kind: 'post', day: '2026-11-02' }),
    ...many(20, { kind: 'comment', day: '2026-11-02' }),
  ]
  expect(findOtherChanges(all, { from: '2026-11-08', grew: true })).toEqual([
    { source: 'imported', kind: 'post', before: 20, now: 2 },
  ])
})
