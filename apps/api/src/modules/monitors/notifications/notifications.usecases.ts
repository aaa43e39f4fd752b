import type {
  MailDeliveryPage,
  MailSubscription,
  MailTest,
  NotificationSettings,
  NotificationSettingsChanges,
} from '@auspex/sdk/types'
import type { Actor } from '../../../kernel/actor.ts'
import type { CreateId } from '../../../kernel/ids.ts'
import { type PageRequest, toPageInfo } from '../../../kernel/page.ts'
import type { InboxRepository } from '../inbox/inbox.repository.ts'
import { endOfQuietHours } from './delivery-limits.ts'
import type { NewMail } from '../mail/mail-outbox.repository.ts'
import { type MailDependencies, tryMail } from '../mail/send-mails.ts'
import { mailSubscriptionNotFound, noMailAddress, noMailServer, testedRecently } from '../monitors.errors.ts'

export interface NotificationDependencies extends MailDependencies {
  inbox: InboxRepository
  createId: CreateId
}

/** A file that was made for a person. */
export interface ReadyFile {
  userId: string
  exportId: string
  fileName: string
}

export async function readNotificationSettings(
  { userId }: Actor,
  { notifications, mailer, people }: NotificationDependencies,
): Promise<NotificationSettings> {
  const person = (await people.find([userId])).get(userId)
  return {
    canEmail: mailer !== null,
    email: person?.email ?? null,
    kinds: await notifications.list(userId),
    quietHours: await notifications.findQuietHours(userId),
  }
}

/** Throws `workflows.schedule_invalid` for an unknown time zone. */
export async function updateNotificationSettings(
  { kinds = [], quietHours }: NotificationSettingsChanges,
  actor: Actor,
  deps: NotificationDependencies,
): Promise<NotificationSettings> {
  if (quietHours !== undefined) {
    // also refuses an unknown time zone
    if (quietHours !== null) endOfQuietHours(quietHours, deps.clock.now())
    await deps.notifications.saveQuietHours(actor.userId, quietHours)
  }
  const choices = await deps.notifications.list(actor.userId)
  for (const change of kinds) {
    const choice = choices.find(({ kind }) => kind === change.kind)
    if (choice === undefined) continue
    if (change.inInbox !== undefined && choice.inInbox !== null) choice.inInbox = change.inInbox
    if (change.byEmail !== undefined) choice.byEmail = change.byEmail
  }
  for (const choice of choices)
    if (kinds.some(({ kind }) => kind === choice.kind)) await deps.notifications.save(actor.userId, choice)
  return readNotificationSettings(actor, deps)
}

/** The contract's limit. */
export const maxReasonLength = 500

/** Sends an email to the caller immediately. Throws `notifications.no_mail_server`, `notifications.no_address` and `subscriptions.tested_recently`. */
export async function sendTestMail(
  signal: AbortSignal,
  { userId }: Actor,
  deps: NotificationDependencies,
): Promise<MailTest> {
  const { mailer, people, outbox, clock, createId } = deps
  if (mailer === null) throw noMailServer()
  const person = (await people.find([userId])).get(userId)
  if (person?.email == null) throw noMailAddress()
  const at = clock.now()
  const id = createId('msg')
  if (!(await outbox.beginTest({ id, recipientId: userId, at }))) throw testedRecently()
  const refusal = await tryMail(
    {
      to: { userId, name: person.name, address: person.email },
      id,
      title: 'This is a test',
      message: 'This is a test. Auspex can reach you at this address.',
      signalId: null,
      at,
      signal,
    },
    { ...deps, mailer },
  )
  const reason = refusal?.slice(0, maxReasonLength) ?? null
  return { to: person.email, delivered: reason === null, reason, sentAt: at.toISOString() }
}

/** Emails a person that their file is ready, once, if they want that. */
export async function announceFile(
  { userId, exportId, fileName }: ReadyFile,
  { mailer, notifications, inbox, clock, createId }: NotificationDependencies,
): Promise<void> {
  const choice = (await notifications.find([userId], 'export')).get(userId)
  if (mailer === null || choice?.byEmail !== true) return
  const mail: NewMail = {
    id: createId('msg'),
    recipientId: userId,
    senderId: null,
    kind: 'export',
    signalId: null,
    path: `/exports/${exportId}`,
    title: fileName,
    message: 'The file that you requested is ready. It can be downloaded for seven days.',
    alert: null,
    occasion: `export:${exportId}`,
  }
  await inbox.insert({ messages: [], mails: [mail], at: clock.now() })
}

export async function listMailDeliveries(
  page: PageRequest,
  { userId }: Actor,
  { outbox }: NotificationDependencies,
): Promise<MailDeliveryPage> {
  const { items, total } = await outbox.list(userId, page)
  return { items, page: toPageInfo(page, total) }
}

/** Throws `notifications.link_not_found`. */
export async function readMailSubscription(
  token: string,
  { notifications }: NotificationDependencies,
): Promise<MailSubscription> {
  const subscription = await notifications.findByToken(token)
  if (subscription === undefined) throw mailSubscriptionNotFound()
  return subscription
}

/** Switches off the emails that the link is for. Throws `notifications.link_not_found`. */
export async function endMailSubscription(
  token: string,
  { notifications }: NotificationDependencies,
): Promise<MailSubscription> {
  const subscription = await notifications.muteByToken(token)
  if (subscription === undefined) throw mailSubscriptionNotFound()
  return subscription
}
