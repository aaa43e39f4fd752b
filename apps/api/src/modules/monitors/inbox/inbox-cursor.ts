import { decodeCursor } from '../../../kernel/position-cursor.ts'
import { cursorInvalid } from '../monitors.errors.ts'

/** The message at the end of a page; the next page has older ones. */
export interface InboxPosition {
  sentAt: Date
  id: string
  /** Number of the page that begins after it, so that page numbers continue. */
  page: number
}

/** Opaque to clients. */
export function writeInboxCursor({ sentAt, id, page }: InboxPosition): string {
  return Buffer.from(JSON.stringify([page, sentAt.getTime(), id])).toString('base64url')
}

/** Throws `inbox.cursor_invalid` for a text that no page returned. */
export function readInboxCursor(cursor: string): InboxPosition {
  const [page, sentAt, id] = decodeCursor(cursor)
  if (typeof page !== 'number' || !Number.isInteger(page) || page < 2 || page > 100_000) throw cursorInvalid()
  if (typeof sentAt !== 'number' || Number.isNaN(new Date(sentAt).getTime())) throw cursorInvalid()
  if (typeof id !== 'string' || !/^msg_[a-z0-9]{1,40}$/.test(id)) throw cursorInvalid()
  return { page, sentAt: new Date(sentAt), id }
}
