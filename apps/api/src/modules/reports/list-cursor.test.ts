import { describe, expect, test } from 'vitest'
import { toSlice, writeCursor } from './list-cursor.ts'

const after = { key: '1763712000000000', id: 'doc_3k9f2m' }
const encodeCursor = (parts: unknown) => Buffer.from(JSON.stringify(parts)).toString('base64url')
const invalid = expect.objectContaining({ code: 'signals.cursor_invalid' })

describe('a cursor', () => {
  test('leads behind the document it was written for, and counts pages on', () => {
    const cursor = writeCursor('oldest', after, 3)
    expect(toSlice({ page: 9, perPage: 50, cursor }, 'oldest', 'query')).toEqual({ page: 3, perPage: 50, after })
    expect(toSlice({}, 'newest', 'query')).toEqual({ page: 1, perPage: 20, after: null })
  })

  test('of another order is refused, at the part of the request that has it', () => {
    const fields = [{ in: 'body', pointer: '/cursor', message: 'must be the nextCursor of a list in the same order' }]
    expect(() => toSlice({ cursor: writeCursor('newest', after, 2) }, 'oldest', 'body')).toThrow(
      expect.objectContaining({ kind: 'invalid', fields }),
    )
  })

  test('that the database could not read is refused before it is asked', () => {
    for (const parts of [
      null,
      {},
      ['newest', 2, '0'],
      ['newest', 1, '0', 'doc_1'],
      ['newest', 2.5, '0', 'doc_1'],
      ['newest', 2, '9999999999999999999', 'doc_1'],
      ['newest', 2, 0, 'doc_1'],
      ['newest', 2, '0', 'doc_zzzzzzzzzzzzz'],
      ['newest', 2, '0', "doc_1'; drop table document"],
      ['engagement', 2, '0', 'doc_1'],
    ]) {
      expect(() => toSlice({ cursor: encodeCursor(parts) }, 'newest', 'query')).toThrow(invalid)
    }
    expect(() => toSlice({ cursor: 'nonsense' }, 'newest', 'query')).toThrow(invalid)
  })
})
