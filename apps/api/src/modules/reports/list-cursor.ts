import { refusal } from '@auspex/contract/refusals'
import type { InvalidField } from '@auspex/contract'
import { CodedError } from '../../kernel/errors.ts'
import { fromDocumentId, type ListOrder, type ListPosition, type ListSlice } from '../library/index.ts'

interface PageInput {
  page?: number | undefined
  perPage?: number | undefined
  cursor?: string | undefined
}

const followable: readonly ListOrder[] = ['newest', 'oldest', 'relevance', 'reach']

/**
 * Whether a list in this order can be continued by cursor. An order by reactions alone cannot, because they change while somebody reads. In the order
 * by a story's reach they are only one part, and a row that moves is better than losing all rows after it.
 */
export function isFollowable(order: ListOrder): boolean {
  return followable.includes(order)
}

/** Writes the position where the next slice begins. Opaque to clients; it includes the number of the next page so that page numbers continue. */
export function writeCursor(order: ListOrder, { key, id }: ListPosition, page: number): string {
  return Buffer.from(JSON.stringify([order, page, key, id])).toString('base64url')
}

/** The requested slice. Throws `signals.cursor_invalid` for a cursor that no list in this order issued. */
export function toSlice(
  { page = 1, perPage = 20, cursor }: PageInput,
  order: ListOrder,
  part: InvalidField['in'],
): ListSlice {
  if (cursor === undefined) return { page, perPage, after: null }
  const position = readCursor(cursor)
  if (position === null || position.order !== order) throw cursorInvalid(part)
  return { page: position.page, perPage, after: position.after }
}

function readCursor(cursor: string): { order: string; page: number; after: ListPosition } | null {
  const parts = parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  if (!Array.isArray(parts) || parts.length !== 4) return null
  const [order, page, key, id]: unknown[] = parts
  if (typeof order !== 'string' || !isFollowable(order as ListOrder)) return null // the order may be any text
  if (typeof page !== 'number' || !Number.isInteger(page) || page < 2 || page > 100_000) return null
  if (typeof key !== 'string' || !/^-?\d{1,18}$/.test(key)) return null // more digits do not fit a bigint
  if (typeof id !== 'string' || fromDocumentId(id) === null) return null
  return { order, page, after: { key, id } }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function cursorInvalid(part: InvalidField['in']): CodedError {
  const message = 'must be the nextCursor of a list in the same order'
  return new CodedError({
    kind: 'invalid',
    ...refusal('signals.cursor_invalid'),
    fields: [{ in: part, pointer: '/cursor', message }],
  })
}
