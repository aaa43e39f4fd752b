import { expect, test } from 'vitest'
import { hash63 } from './document-id.ts'
import { storiesToRead } from './story-contexts.ts'

/** This many documents, of which each of the first `copies` shares a story with the one `copies` rows after it. */
function rowsOf({ documents, copies = 0 }: { documents: number; copies?: number }) {
  const id = BigInt64Array.from({ length: documents }, (_, at) => BigInt(hash63(`${at}`)))
  const cluster = id.map((rowId, at) => (at < copies ? (id[at + copies] ?? rowId) : rowId))
  return { length: documents, id, cluster, outlet: new Int32Array(documents) }
}

const bucketOf = ({ id }: { id: bigint }) => Number(id % 128n)

test('up to 500 documents are all read, each for itself', () => {
  const rows = rowsOf({ documents: 500, copies: 200 })
  expect(new Set(storiesToRead(rows).map(({ id }) => id))).toEqual(new Set(rows.id))
})

test('of more, one document of each of 500 stories is read, and speaks for all that tell it', () => {
  const rows = rowsOf({ documents: 40_000, copies: 12_000 })
  const read = storiesToRead(rows)
  expect(read).toHaveLength(500)
  expect(new Set(read.map(({ story }) => story)).size).toBe(500)
  for (const { id, documents } of read) {
    const at = rows.id.indexOf(id)
    const partner = at < 12_000 ? at + 12_000 : at < 24_000 ? at - 12_000 : at
    expect(documents).toBe(at === partner ? 1 : 2)
    expect(id <= (rows.id[partner] ?? 0n)).toBe(true)
  }
})

test('those that are read lie beside each other where documents are kept by bucket and id', () => {
  const rows = rowsOf({ documents: 40_000 })
  const read = storiesToRead(rows)
  const inOrder = [...rows.id].toSorted((a, b) => bucketOf({ id: a }) - bucketOf({ id: b }) || (a < b ? -1 : 1))
  expect(read.map(({ id }) => id)).toEqual(inOrder.slice(0, 500))
})
