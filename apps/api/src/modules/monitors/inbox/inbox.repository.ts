import type { DigestText, InboxMessage } from '@auspex/sdk/types'
import { sql } from 'kysely'
import type { Database } from '../../../adapters/database/database.port.ts'
import { decodeCursor, pageOffset, type PageRequest } from '../../../kernel/page.ts'
import { insertMails, type NewMail } from '../mail/mail-outbox.repository.ts'
import { cursorInvalid } from '../monitors.errors.ts'

type Alert = InboxMessage['alert']
type Kind = InboxMessage['kind']

/** `in ()` is not valid SQL. */
const noKind = '' as Kind

/** The table of this module. A type, because kysely needs an index signature. */
type InboxTables = {
  inbox_message: {
    id: string
    recipient_id: string
    kind: InboxMessage['kind']
    sender_id: string | null
    signal_id: string | null
    title: string
    message: string | null
    alert: Alert
    digest: DigestText | null
    path: string | null
    occasion: string
    sent_at: Date
    read_at: Date | null
  }
}

/** A message before it is stored. */
export interface NewMessage {
  id: string
  recipientId: string
  senderId: string | null
  kind: Kind
  signalId: string | null
  title: string
  message: string | null
  alert: Alert
  /** What a digest says. */
  digest?: DigestText
  /** Where the app shows it; null for most kinds. */
  path?: string | null
  /** The event that caused it; a second message for the same occasion and person is dropped. */
  occasion: string
}

interface NewDeliveries {
  messages: readonly NewMessage[]
  mails: readonly NewMail[]
  at: Date
}

export type InboxRepository = ReturnType<typeof createInboxRepository>

/** All SQL of the inbox. Every access is limited to the recipient. */
export function createInboxRepository(database: Database) {
  const kysely = database.kysely.withTables<InboxTables>()
  const messages = (recipientId: string, kinds: readonly Kind[]) =>
    kysely
      .selectFrom('inbox_message')
      .select([
        'id',
        'kind',
        'sender_id',
        'signal_id',
        'title',
        'message',
        'alert',
        'digest',
        'path',
        'sent_at',
        'read_at',
      ])
      .where('recipient_id', '=', recipientId)
      .where('kind', 'in', kinds.length === 0 ? [noKind] : kinds)
  return {
    /** Stores new messages for the inbox and emails for the outbox. All or none. */
    insert: ({ messages: batch, mails, at }: NewDeliveries): Promise<void> =>
      kysely.transaction().execute(async (trx) => {
        const rows = batch.map(({ recipientId, senderId, signalId, alert, digest = null, path = null, ...rest }) => ({
          ...rest,
          recipient_id: recipientId,
          sender_id: senderId,
          signal_id: signalId,
          alert: alert === null ? null : sql<Alert>`${JSON.stringify(alert)}::jsonb`,
          digest: digest === null ? null : sql<DigestText>`${JSON.stringify(digest)}::jsonb`,
          path,
          sent_at: at,
        }))
        if (rows.length > 0)
          await trx
            .insertInto('inbox_message')
            .values(rows)
            .onConflict((conflict) => conflict.columns(['recipient_id', 'occasion']).doNothing())
            .execute()
        await insertMails(trx, mails, at)
      }),

    /** One page of a person's messages, newest first: a numbered one, or what follows a position. */
    async list(recipientId: string, kinds: readonly Kind[], page: PageRequest, after: InboxPosition | null) {
      const newest = messages(recipientId, kinds).orderBy('sent_at', 'desc').orderBy('id').limit(page.perPage)
      if (after === null) return newest.offset(pageOffset(page)).execute()
      return newest
        .where((row) =>
          row.or([
            row('sent_at', '<', after.sentAt),
            row.and([row('sent_at', '=', after.sentAt), row('id', '>', after.id)]),
          ]),
        )
        .execute()
    },

    find: (recipientId: string, kinds: readonly Kind[], id: string) =>
      messages(recipientId, kinds).where('id', '=', id).executeTakeFirst(),

    async count(recipientId: string, kinds: readonly Kind[]): Promise<{ total: number; unread: number }> {
      const { total, unread } = await kysely
        .selectFrom('inbox_message')
        .select((row) => [
          row.fn.countAll().as('total'),
          row.fn.countAll().filterWhere('read_at', 'is', null).as('unread'),
        ])
        .where('recipient_id', '=', recipientId)
        .where('kind', 'in', kinds.length === 0 ? [noKind] : kinds)
        .executeTakeFirstOrThrow()
      return { total: Number(total), unread: Number(unread) }
    },

    /** Marks a message as read at a time, or as unread; a message already read keeps its time. False when it is not the person's. */
    async mark(recipientId: string, id: string, readAt: Date | null): Promise<boolean> {
      const { numUpdatedRows } = await kysely
        .updateTable('inbox_message')
        .set({ read_at: readAt === null ? null : sql<Date>`coalesce(read_at, ${readAt}::timestamptz)` })
        .where('id', '=', id)
        .where('recipient_id', '=', recipientId)
        .executeTakeFirstOrThrow()
      return Number(numUpdatedRows) === 1
    },
  }
}

export type InboxRow = Awaited<ReturnType<InboxRepository['list']>>[number]

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
