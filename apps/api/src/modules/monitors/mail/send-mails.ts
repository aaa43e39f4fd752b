import type { Mailer, MailOutcome } from '../../../adapters/mail/mailer.port.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Logger } from '../../../kernel/logger.ts'
import type { AccessReader, People } from '../../people/index.ts'
import { type DeliveryLimits, endOfQuietHours, refuseAddress } from '../notifications/delivery-limits.ts'
import { modulesOfKind, type NotificationsRepository } from '../notifications/notifications.repository.ts'
import type { MonitorsRepository } from '../monitors/monitors.repository.ts'
import { drawAlert } from '../monitors/alert-picture.ts'
import { type AttachedFile, writeMail } from './mail-message.ts'
import type { MailAttachment, MailOutbox, QueuedMail } from './mail-outbox.repository.ts'

export type MakeCollectionPdf = (request: {
  userId: string
  kind: MailAttachment['kind']
  itemId: string
}) => AsyncIterable<Uint8Array>

export interface MailDependencies {
  outbox: MailOutbox
  notifications: NotificationsRepository
  /** Null for an installation without a mail server. */
  mailer: Mailer | null
  /** For the picture of an alert. */
  monitors: MonitorsRepository
  publicUrl: URL
  /** Writes a portfolio or project as a PDF, as a person may see it. */
  makeCollectionPdf: MakeCollectionPdf
  /** What the operator allows to be sent out. */
  limits: DeliveryLimits
  people: People
  access: AccessReader
  clock: Clock
  log: Logger
}

/** Connections at a time: mail servers refuse a sender who opens many. */
const concurrency = 4
const mailsPerPass = 40
const minuteMs = 60_000
/** Minutes to wait after each attempt but the last: five attempts within five hours. A server that greylists accepts the second or third. */
const waits = [2, 15, 60, 240] as const
/** Longer than an attempt can take; one that a stopped process interrupted is repeated after this time. */
const claimMs = 10 * minuteMs
/** How long an email that ended is listed. */
const retentionMs = 90 * 24 * 60 * minuteMs

const interruption = 'The server stopped while it was handed over. It may have arrived, and is not sent again.'
const serverFault = 'Something went wrong on the server while it was sent.'

/** An email that is sent at once and only once: what a person asked for to see whether email arrives. */
export interface MailTrial {
  to: { userId: string; name: string | null; address: string }
  id: string
  title: string
  message: string
  signalId: string | null
  at: Date
  signal: AbortSignal
}

/** Resolves with the reason why a mail server refused it, or null when it took it. */
export async function tryMail(
  { to, id, title, message, signalId, at, signal }: MailTrial,
  { mailer, notifications, publicUrl }: { mailer: Mailer; notifications: NotificationsRepository; publicUrl: URL },
): Promise<string | null> {
  const mail: QueuedMail = {
    id,
    recipientId: to.userId,
    senderId: null,
    kind: 'monitor',
    signalId,
    path: null,
    title,
    message,
    alert: null,
    occasion: id,
    tries: 1,
    createdAt: at,
  }
  const token = await notifications.ensureToken(to.userId, mail.kind)
  const content = writeMail(mail, { to, sender: null, publicUrl, token })
  // it is not repeated, so nothing has to be recorded before its end
  const outcome = await mailer.send(content, { signal, handOver: async () => true })
  return outcome.kind === 'accepted' ? null : outcome.reason
}

/** Sends the emails that are due, each at most five times, and none again that may have been delivered. */
export async function sendMails(deps: MailDependencies, signal: AbortSignal): Promise<void> {
  const { outbox, mailer, clock, log } = deps
  const now = clock.now()
  const unconfirmed = await outbox.endInterrupted(now, interruption)
  if (unconfirmed > 0) log.warn({ mails: unconfirmed }, 'emails were interrupted while they were handed over')
  // without a mail server nothing is stored; what an earlier configuration stored waits for the next one
  if (mailer !== null) {
    const due = await outbox.take(now, new Date(now.getTime() + claimMs), mailsPerPass)
    for (let start = 0; start < due.length && !signal.aborted; start += concurrency)
      await Promise.all(
        due.slice(start, start + concurrency).map((mail) => attempt(mail, { ...deps, mailer, now, signal })),
      )
  }
  await outbox.forgetEnded(new Date(now.getTime() - retentionMs))
}

type Attempt = MailDependencies & { mailer: Mailer; now: Date; signal: AbortSignal }

async function attempt(mail: QueuedMail, deps: Attempt): Promise<void> {
  const { outbox, clock, log, now, signal } = deps
  let isHandedOver = false
  const handOver = async () => {
    isHandedOver = await outbox.handOver(mail, clock.now())
    return isHandedOver
  }
  try {
    const pause = await findPause(mail.recipientId, now, deps)
    if (pause !== null) {
      await outbox.postpone(mail, pause)
      return
    }
    const outcome = await sendMail(mail, handOver, deps)
    await outbox.record(mail, toRecord(mail, outcome, now))
  } catch (error) {
    log.warn({ err: error, mailId: mail.id }, 'an email could not be sent')
    // a mail that may have been delivered is not sent again and ends as interrupted, like one that a shutdown cut off
    if (!isHandedOver && !signal.aborted)
      await outbox.record(mail, toRecord(mail, { kind: 'refused', reason: serverFault, isFinal: false }, now))
  }
}

function toRecord({ tries }: QueuedMail, outcome: MailOutcome, now: Date): Parameters<MailOutbox['record']>[1] {
  if (outcome.kind === 'accepted') return { state: 'delivered', reason: null, nextAt: null }
  const { kind, reason } = outcome
  if (kind === 'unconfirmed') return { state: 'unconfirmed', reason, nextAt: null }
  const wait = outcome.isFinal ? undefined : waits[tries - 1]
  if (wait === undefined) return { state: 'failed', reason, nextAt: null }
  return { state: 'waiting', reason, nextAt: new Date(now.getTime() + wait * minuteMs) }
}

async function sendMail(mail: QueuedMail, handOver: () => Promise<boolean>, deps: Attempt): Promise<MailOutcome> {
  const { outbox, notifications, mailer, people, publicUrl, signal } = deps
  const refusal = await findRefusal(mail, deps)
  if (refusal !== null) return { kind: 'refused', reason: refusal, isFinal: true }
  const { recipientId, senderId, kind } = mail
  const persons = await people.find(senderId === null ? [recipientId] : [recipientId, senderId])
  const recipient = persons.get(recipientId)
  if (recipient?.email == null) return { kind: 'refused', reason: 'Your account has no email address.', isFinal: true }
  const limit = refuseAddress(recipient.email, deps.limits)
  if (limit !== null) return { kind: 'refused', reason: limit, isFinal: true }
  const to = { name: recipient.name, address: recipient.email }
  const sender = senderId === null ? null : (persons.get(senderId) ?? null)
  await outbox.address(mail.id, to.address)
  const token = await notifications.ensureToken(recipientId, kind)
  const picture =
    mail.alert === null
      ? null
      : await drawAlert({ userId: recipientId, monitorId: mail.alert.subscriptionId, ground: 'transparent' }, deps)
  const attached = mail.attachment == null ? null : await makePdf(mail.attachment, mail, deps)
  return mailer.send(writeMail(mail, { to, sender, publicUrl, token, picture, attached }), { signal, handOver })
}

/** Mail servers refuse messages above 10 MB or more, and base64 makes a file a third larger. */
const maxPdfBytes = 7_000_000

/** The PDF of a portfolio or project as the recipient may see it now, or the sentence that says why it is missing. */
async function makePdf(
  { kind, id }: MailAttachment,
  { recipientId, digest }: QueuedMail,
  { makeCollectionPdf, log }: Attempt,
): Promise<AttachedFile> {
  const parts: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const part of makeCollectionPdf({ userId: recipientId, kind, itemId: id })) {
      bytes += part.length
      if (bytes > maxPdfBytes) return { missing: 'Its report is too large for an email. Export it as a PDF in Auspex.' }
      parts.push(part)
    }
  } catch (error) {
    log.warn({ err: error, kind }, 'the PDF of a digest could not be made')
    return { missing: 'Its report could not be made as a PDF this time. Export it in Auspex.' }
  }
  // the title of a digest begins with that of its collection
  const name = (digest?.title ?? '').replace(/: (?!.*: ).*$/u, '')
  return { file: { fileName: toFileName(name), mediaType: 'application/pdf', content: Buffer.concat(parts) } }
}

/** Letters, digits and dashes, which every mail program and file system shows as they are. */
function toFileName(title: string): string {
  const words = title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9]+/gu, '-')
  return `${words.slice(0, 80).replaceAll(/^-|-$/gu, '') || 'report'}.pdf`
}

/** Until when nothing is sent to a person, and why: their quiet hours, or the number for a day is reached. Null while it is. */
export async function findPause(
  userId: string,
  now: Date,
  { notifications, outbox, limits }: MailDependencies,
): Promise<{ until: Date; reason: string } | null> {
  const quietUntil = endOfQuietHours(await notifications.findQuietHours(userId), now)
  if (quietUntil !== null) return { until: quietUntil, reason: 'It waits for the end of your quiet hours.' }
  if (limits.perDay === null) return null
  const today = new Date(now.toISOString().slice(0, 10))
  if ((await outbox.countSent(userId, today)) < limits.perDay) return null
  const until = new Date(today.getTime() + 24 * 60 * minuteMs)
  return {
    until,
    reason: `It waits until tomorrow: this server sends ${limits.perDay} messages a day for each person.`,
  }
}

/** Why it must not be sent any more: people change their minds, and administrators their modules, while it waits. */
async function findRefusal(
  { recipientId, kind }: QueuedMail,
  { access, notifications }: MailDependencies,
): Promise<string | null> {
  const { isDisabled, off } = await access.find(recipientId)
  if (isDisabled) return 'The account was disabled before it was sent.'
  if (modulesOfKind[kind].some((module) => off.has(module)))
    return 'A module that it needs was switched off for you before it was sent.'
  const choice = (await notifications.find([recipientId], kind)).get(recipientId)
  return choice?.byEmail === true ? null : 'You switched these emails off before it was sent.'
}
