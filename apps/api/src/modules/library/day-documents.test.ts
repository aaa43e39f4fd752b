import { expect, test } from 'vitest'
import { createDayDocuments } from './day-documents.ts'
import { toDocumentId } from './document-id.ts'
import type { MatchingRows } from './matching-rows.ts'

const day = 86_400_000_000

/** Documents as pairs of a day and the number of their story; the columns are longer than the rows, as those of the database are. */
function rowsOf(documents: readonly (readonly [day: number, story: number])[]): MatchingRows {
  const spare = 5
  const column = (valueOf: (at: number) => bigint) =>
    BigInt64Array.from({ length: documents.length + spare }, (_, at) => (at < documents.length ? valueOf(at) : 0n))
  return {
    length: documents.length,
    id: column((at) => BigInt(at + 1) << 40n),
    cluster: column((at) => BigInt(documents[at]?.[1] ?? 0) << 40n),
    micros: Float64Array.from({ length: documents.length + spare }, (_, at) => (documents[at]?.[0] ?? 0) * day + at),
  } as MatchingRows // nothing else is read
}

test('days have the documents with the lowest ids, and none that is not there', () => {
  const days = createDayDocuments(rowsOf(Array.from({ length: 60 }, (_, at) => [at % 3, at + 1] as const)))
  const ids = (places: readonly number[]) => places.map((at) => toDocumentId(String(BigInt(at) << 40n)))
  expect(days.within({ from: '1970-01-01', to: '1970-01-01' }, 3)).toEqual(ids([1, 4, 7]))
  expect(days.outside([{ from: '1970-01-01', to: '1970-01-02' }], 2)).toEqual(ids([3, 6]))
})

test('the text with most copies on some days is found, with its first document', () => {
  const days = createDayDocuments(
    rowsOf([
      [0, 9],
      [1, 7],
      [1, 7],
      [1, 9],
      [1, 9],
      [1, 9],
      [2, 7],
      [2, 7],
    ]),
  )
  expect(days.mostCopied({ from: '1970-01-02', to: '1970-01-02' })).toEqual({
    storyCluster: toDocumentId(String(9n << 40n)),
    documents: 3,
    documentId: toDocumentId(String(4n << 40n)),
  })
  expect(days.mostCopied({ from: '1970-01-01', to: '1970-01-01' })).toBeNull()
})
