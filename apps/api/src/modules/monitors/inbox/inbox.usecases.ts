import type { Channel, InboxMessage, InboxPage, SendSignalInput, SentSignal } from '@auspex/sdk/types'
import type { Actor } from '../../../kernel/actor.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { CreateId } from '../../../kernel/ids.ts'
import { type PageRequest, toPageInfo } from '../../../kernel/page.ts'
import type { Signals } from '../../reports/index.ts'
import {
  type InboxRepository,
  type InboxRow,
  type NewMessage,
  readInboxCursor,
  writeInboxCursor,
} from './inbox.repository.ts'
import { messageNotFound, recipientNotFound } from '../monitors.errors.ts'
import {
  defaultChoices,
  modulesOfKind,
  notificationKinds,
  type NotificationsRepository,
} from '../notifications/notifications.repository.ts'
import type { NewMail } from '../mail/mail-outbox.repository.ts'
import { type AccessReader, type People, requireModules } from '../../people/index.ts'

/** The kinds of notification that the inbox has. */
const kinds = notificationKinds.filter((kind): kind is InboxMessage['kind'] => defaultChoices[kind].inInbox !== null)

interface DeliveryDependencies {
  inbox: InboxRepository
  notifications: NotificationsRepository
  /** Whether the installation has a mail server. */
  canEmail: boolean
  clock: Clock
  createId: CreateId
}

export interface InboxDependencies extends DeliveryDependencies {
  signals: Signals
  people: People
  access: AccessReader
}

/** The messages of a person, newest first. Those of a module that is switched off for them are left out until it is switched on again. */
export async function listInbox(
  pageInput: PageRequest & { cursor?: string | undefined },
  { userId }: Actor,
  deps: InboxDependencies,
): Promise<InboxPage> {
  const after = pageInput.cursor === undefined ? null : readInboxCursor(pageInput.cursor)
  const page = { page: after?.page ?? pageInput.page, perPage: pageInput.perPage }
  const visibleKinds = await listVisibleKinds(userId, deps)
  const rows = await deps.inbox.list(userId, visibleKinds, page, after)
  const { total, unread } = await deps.inbox.count(userId, visibleKinds)
  const last = rows.at(-1)
  const hasMore = last !== undefined && page.page * page.perPage < total
  const next = hasMore ? writeInboxCursor({ sentAt: last.sent_at, id: last.id, page: page.page + 1 }) : null
  return { items: await presentMessages(rows, deps), unread, page: toPageInfo(page, total, next) }
}

/** The kinds of which every module is switched on for the person. */
async function listVisibleKinds(userId: string, { access }: InboxDependencies): Promise<InboxMessage['kind'][]> {
  const { off: disabledModules } = await access.find(userId)
  return kinds.filter((kind) => !modulesOfKind[kind].some((module) => disabledModules.has(module)))
}

/** Marks a message as read or as unread. Throws `inbox.message_not_found`. */
export async function markMessage(
  { id, isRead }: { id: string; isRead: boolean },
  { userId }: Actor,
  deps: InboxDependencies,
): Promise<InboxMessage> {
  const { inbox, access, clock } = deps
  const storedMessage = await inbox.find(userId, kinds, id)
  if (storedMessage === undefined) throw messageNotFound()
  await requireModules(access, userId, modulesOfKind[storedMessage.kind])
  await inbox.mark(userId, id, isRead ? clock.now() : null)
  const row = await inbox.find(userId, kinds, id)
  if (row === undefined) throw messageNotFound()
  const senders = await deps.people.find(row.sender_id === null ? [] : [row.sender_id])
  return toMessage(row, senders)
}

/** Sends a signal to colleagues. Throws `signals.not_found` and `inbox.recipient_not_found`, and then sends nothing. */
export async function sendSignal(
  { id, to, message }: SendSignalInput,
  { userId, organizationId }: Actor,
  deps: InboxDependencies,
): Promise<SentSignal> {
  const { signals, people, clock, createId } = deps
  const title = await signals.findTitle(id)
  const recipients = organizationId === null ? [] : await people.findColleagues(organizationId, to)
  if (recipients.length < to.length || to.includes(userId)) throw recipientNotFound()
  const sendingId = createId('msg')
  const words = message?.trim() || null
  const at = clock.now()
  const shared = { kind: 'signal', signalId: id, title, message: words, alert: null, senderId: userId } as const
  await deliverMessages(
    recipients.map((person) => ({ ...shared, recipientId: person.id, occasion: sendingId })),
    deps,
  )
  return { id: sendingId, signalId: id, to: recipients, message: words, sentAt: at.toISOString() }
}

/**
 * Delivers messages, all of one kind, to the inbox and by email, as each recipient chose and only through the given channels; drops those of an occasion that was already
 * delivered. All or none.
 */
export async function deliverMessages(
  messages: readonly (Omit<NewMessage, 'id'> & {
    channels?: readonly Channel[]
    attachment?: NewMail['attachment']
  })[],
  { inbox, notifications, canEmail, clock, createId }: DeliveryDependencies,
): Promise<void> {
  const [first] = messages
  if (first === undefined) return
  const recipientIds = messages.map(({ recipientId }) => recipientId)
  const choices = await notifications.find(recipientIds, first.kind)
  const toInbox: NewMessage[] = []
  const toMail: NewMail[] = []
  for (const { channels = ['inbox', 'email'], path = null, attachment = null, ...message } of messages) {
    const choice = choices.get(message.recipientId) ?? defaultChoices[message.kind]
    if (channels.includes('inbox') && choice.inInbox === true)
      // other messages of the inbox lead to their signal
      toInbox.push({ ...message, path: message.kind === 'comment' ? path : null, id: createId('msg') })
    if (channels.includes('email') && choice.byEmail && canEmail)
      toMail.push({ ...message, id: createId('msg'), path, attachment })
  }
  await inbox.insert({ messages: toInbox, mails: toMail, at: clock.now() })
}

/** Messages with the names of their senders. */
async function presentMessages(rows: readonly InboxRow[], { people }: InboxDependencies): Promise<InboxMessage[]> {
  const senders = await people.find([...new Set(rows.flatMap(({ sender_id }) => sender_id ?? []))])
  return rows.map((row) => toMessage(row, senders))
}

function toMessage(row: InboxRow, senders: Awaited<ReturnType<People['find']>>): InboxMessage {
  const { id, kind, signal_id, title, message, alert, digest, path, sender_id, sent_at, read_at } = row
  return {
    id,
    kind,
    signalId: signal_id,
    title,
    from: sender_id === null ? null : (senders.get(sender_id) ?? { id: sender_id, email: null, name: null }),
    message,
    alert,
    ...(digest !== null && { digest }),
    ...(path !== null && { path }),
    sentAt: sent_at.toISOString(),
    readAt: read_at?.toISOString() ?? null,
  }
}
