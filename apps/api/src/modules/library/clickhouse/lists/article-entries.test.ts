import { expect, test } from 'vitest'
import { toDocumentId } from '../../document-id.ts'
import { listEntries } from './article-lists.ts'
import type { ArticleSlice } from '../../lists/cut-articles.ts'

const rows = {
  length: 5,
  id: BigInt64Array.from([10n, 11n, 12n, 13n, 14n]),
  cluster: BigInt64Array.from([1n, 1n, 2n, 3n, 3n]),
  outlet: Int32Array.from([1, 2, 1, 1, 1]),
  ms: Float64Array.from([3_000, 1_000, 2_000, 1_000, 500]),
  read: Uint16Array.from([1, 0, 0, 0, 0]),
  mute: Uint16Array.from([0, 0, 1, 0, 2]),
}
const filter = {
  mutes: [
    { kind: 'outlet' as const, outlet: 'a' },
    { kind: 'outlet' as const, outlet: 'b' },
  ],
  isUnreadOnly: false,
  withMuted: false,
}
const slice: ArticleSlice = { perPage: 9, offset: 0, after: null, order: 'newest' }
const idsOf = (items: readonly { id: string }[]) => items.map(({ id }) => id)

test('a text is one entry at its first telling, read with any copy, and hidden when every copy is', () => {
  const listed = listEntries(rows, filter, slice)
  expect(listed).toEqual({
    items: [
      { id: toDocumentId('13'), isRead: false, documents: 1, outlets: 1, mute: null },
      { id: toDocumentId('11'), isRead: true, documents: 2, outlets: 2, mute: null },
    ],
    total: 2,
    unread: 1,
    last: null,
    hidden: [1, 1],
  })
  expect(idsOf(listEntries(rows, { ...filter, isUnreadOnly: true }, slice).items)).toEqual([toDocumentId('13')])
})

test('what mutes hide is listed where it is asked for, with the mute that hides all copies', () => {
  const { items } = listEntries(rows, { ...filter, withMuted: true }, slice)
  expect(items.map(({ id, mute }) => [id, mute])).toEqual([
    [toDocumentId('12'), 0],
    [toDocumentId('11'), null],
    [toDocumentId('14'), null],
  ])
})

test('slices follow each other in both orders', () => {
  for (const order of ['newest', 'oldest'] as const) {
    const all = listEntries(rows, { ...filter, withMuted: true }, { ...slice, order })
    const first = listEntries(rows, { ...filter, withMuted: true }, { ...slice, order, perPage: 1 })
    const rest = listEntries(rows, { ...filter, withMuted: true }, { ...slice, order, after: first.last })
    expect([...first.items, ...rest.items]).toEqual(all.items)
  }
})
