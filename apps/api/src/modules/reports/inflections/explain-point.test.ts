import { expect, test } from 'vitest'
import { type DocumentId, type StoredDocument, toDocumentId } from '../../library/index.ts'
import { startersOf } from './explain-point.ts'
import { stub } from '../../../testing/stub.ts'

const copyOf = (text: string, outlet: string, hour: string, number: number): StoredDocument => ({
  documentId: toDocumentId(String(number)),
  clusterId: toDocumentId(text),
  sourceKey: 'imported',
  kind: 'article',
  title: 'Strike in Malmo',
  body: null,
  author: null,
  outlet,
  url: null,
  publishedAt: `2026-08-20T${hour}:00.000Z`,
  datePrecision: 'second',
  country: null,
  countryBasis: null,
  lang: 'en',
  tone: null,
  toneLabel: 'unknown',
  score: null,
  comments: null,
  views: null,
  reposts: null,
})

/** The first publishers of documents, oldest first. */
const firstOf = (documents: readonly StoredDocument[]) => {
  const early: DocumentId[] = documents.map(({ documentId }) => documentId)
  const byId = new Map(documents.map((document) => [document.documentId, document]))
  return startersOf({ facts: stub({ stories: [], early }), terms: [], holders: new Map(), documents: byId }).map(
    ({ name }) => name,
  )
}

test('of copies of one text, who published it first is named alone', () => {
  expect(firstOf([copyOf('9', 'one.example', '08:00', 1), copyOf('9', 'two.example', '09:00', 2)])).toEqual([
    'one.example',
  ])
})

test('of copies whose first is dated by day alone nobody is named, the hours of others included', () => {
  const dated = { ...copyOf('9', 'one.example', '00:00', 1), datePrecision: 'day' as const }
  expect(firstOf([dated, copyOf('9', 'two.example', '19:15', 2)])).toEqual([])
})

test('of copies of one instant nobody is named, and the next own text is', () => {
  const agency = Array.from({ length: 120 }, (_, n) => copyOf('9', `outlet${n}.example`, '08:00', n + 1))
  expect(firstOf([...agency, copyOf('8', 'own.example', '10:00', 500)])).toEqual(['own.example'])
  expect(firstOf(agency)).toEqual([])
})
