import type { DestinationInput, DestinationKind } from '@auspex/sdk/types'
import type { PostOutcome } from '@auspex/sources'
import type { Seal } from '../../../kernel/seal.ts'
import { findPause } from '../mail/send-mails.ts'
import { hasModules } from '../../people/index.ts'
import type { MonitorDependencies } from '../monitors/monitor-dependencies.ts'
import type { MailPicture } from '../../../adapters/mail/mailer.port.ts'
import { drawAlert } from '../monitors/alert-picture.ts'
import { type ChatMessage, isIdempotent, writeChatRequest } from './chat-formats.ts'
import { postMatrixPicture, takesPictures, writePictureRequest } from './chat-pictures.ts'
import type { DestinationsRepository, QueuedMessage, StoredDestination } from './destinations.repository.ts'

const messagesPerPass = 40
const minuteMs = 60_000
/** Minutes to wait after each attempt but the last, as for webhooks. A receiver that asks for a longer pause gets it. */
const waits = [1, 10, 60, 240] as const
/** An attempt takes seconds; one that a stopped process interrupted is looked at again after this time. */
const claimMs = 5 * minuteMs
/** How long a message that ended is listed. */
const retentionMs = 90 * 24 * 60 * minuteMs

const interruption = 'The server stopped while it was sent. It may have arrived, and is not sent again.'
const unreadable =
  'Its address cannot be decrypted with the key of this server. Delete the destination and add it again.'
const switchedOff = 'Monitors or signals were switched off for you before it was sent.'

/** How an attempt ended. A final refusal is not worth another one; an unconfirmed message may have been shown. */
export type SendOutcome =
  | { kind: 'delivered' }
  | { kind: 'refused'; reason: string; isFinal: boolean; retryAfterMs: number | null }
  | { kind: 'unconfirmed'; reason: string }

/** Address and token of a destination; null when they were sealed with another key. */
export function openTarget({ id, secret }: StoredDestination, seal: Seal): DestinationInput | null {
  const text = seal.open(secret, id)
  return text === null ? null : (JSON.parse(text) as DestinationInput) // written by createDestination
}

interface Sending {
  message: ChatMessage
  target: DestinationInput
  id: string
  /** Shown with it; null for none. */
  picture?: MailPicture | null
}

/** Makes one attempt. A service that does not take the picture gets the message without it. */
export async function sendMessage(
  { message, target, id, picture = null }: Sending,
  { sender, signal }: Pick<MonitorDependencies, 'sender'> & { signal: AbortSignal },
): Promise<SendOutcome> {
  const withPicture = picture && writePictureRequest(message, target, picture)
  if (withPicture) {
    const outcome = await sender.exchange(withPicture, signal)
    if (!isRefusalOfPicture(outcome)) return toSendOutcome(outcome, target.kind)
  }
  const { body, ...request } = writeChatRequest(message, target, id)
  const outcome = toSendOutcome(await sender.exchange({ ...request, body: JSON.stringify(body) }, signal), target.kind)
  // what is in the room already is not sent again for the sake of its picture
  if (outcome.kind === 'delivered' && picture !== null && target.kind === 'matrix')
    await postMatrixPicture(target, { id, picture }, { exchange: sender.exchange, signal })
  return outcome
}

/** Nothing was shown, and not because of the address, the token or too many messages: the same without the picture may be accepted. */
function isRefusalOfPicture(outcome: PostOutcome): boolean {
  if (outcome.kind !== 'answered') return false
  const { status } = outcome
  return status >= 500 || (status >= 400 && ![401, 403, 404, 408, 410, 429].includes(status))
}

function toSendOutcome(outcome: PostOutcome, kind: DestinationKind): SendOutcome {
  if (outcome.kind === 'unanswered')
    return outcome.isSent && !isIdempotent(kind)
      ? { kind: 'unconfirmed', reason: `${outcome.reason} It may have arrived, and is not sent again.` }
      : { kind: 'refused', reason: outcome.reason, isFinal: false, retryAfterMs: null }
  const { status, retryAfterMs } = outcome
  if (status >= 200 && status < 300) return { kind: 'delivered' }
  if (status === 429) return { kind: 'refused', reason: 'It asked for a pause (429).', isFinal: false, retryAfterMs }
  if (status >= 500 || status === 408)
    return { kind: 'refused', reason: `It answered ${status}.`, isFinal: false, retryAfterMs: null }
  return { kind: 'refused', reason: describeRefusal(status), isFinal: true, retryAfterMs: null }
}

function describeRefusal(status: number): string {
  if ([401, 403, 404, 410].includes(status))
    return `It answered ${status}: the address or the token is wrong, or no longer valid.`
  if (status >= 300 && status < 400) return `It answered ${status}: redirects are not followed.`
  return `It answered ${status} and did not accept the message.`
}

const serverFault: SendOutcome = {
  kind: 'refused',
  reason: 'Something went wrong on the server while it was sent.',
  isFinal: false,
  retryAfterMs: null,
}

/** Sends what is due to destinations, each at most five times, and nothing again that may have been shown. */
export async function sendToDestinations(deps: MonitorDependencies, signal: AbortSignal): Promise<void> {
  const { destinations, clock, log } = deps
  const now = clock.now()
  const unconfirmed = await destinations.endInterrupted(now, interruption)
  if (unconfirmed > 0) log.warn({ messages: unconfirmed }, 'messages to destinations were interrupted')
  const due = await destinations.take(now, new Date(now.getTime() + claimMs), messagesPerPass)
  await Promise.all([...groupByDestination(due)].map((messages) => sendInOrder(messages, { ...deps, now, signal })))
  await destinations.forgetEnded(new Date(now.getTime() - retentionMs))
}

/** Services limit how much one address is sent at a time, and a room shows messages in the order of their arrival. */
function groupByDestination(messages: readonly QueuedMessage[]): Iterable<QueuedMessage[]> {
  return Map.groupBy(messages, ({ destination }) => destination.id).values()
}

type Attempt = MonitorDependencies & { now: Date; signal: AbortSignal }

async function sendInOrder(messages: readonly QueuedMessage[], deps: Attempt): Promise<void> {
  for (const message of messages) if (!deps.signal.aborted) await attempt(message, deps)
}

async function attempt(queued: QueuedMessage, deps: Attempt): Promise<void> {
  const { destinations, clock, log, now, signal } = deps
  let isHandedOver = false
  try {
    const refusal = await findRefusal(queued, deps)
    if (refusal !== null) {
      await destinations.record(queued, { state: 'failed', reason: refusal, nextAt: null })
      return
    }
    const pause = await findPause(queued.destination.userId, now, deps)
    if (pause !== null) {
      await destinations.postpone(queued, pause)
      return
    }
    const target = openTarget(queued.destination, deps.seal)
    if (target === null) {
      await destinations.record(queued, { state: 'failed', reason: unreadable, nextAt: null })
      return
    }
    const { monitorId } = queued.message
    const isDrawn = monitorId !== undefined && takesPictures(target.kind)
    const picture = isDrawn
      ? await drawAlert({ userId: queued.destination.userId, monitorId, ground: 'white' }, deps)
      : null
    if (!isIdempotent(target.kind)) {
      isHandedOver = await destinations.handOver(queued, clock.now())
      // another process sends it
      if (!isHandedOver) return
    }
    const outcome = await sendMessage({ message: queued.message, target, id: queued.id, picture }, deps)
    await destinations.record(queued, toRecord(queued, outcome, now))
  } catch (error) {
    log.warn({ err: error, deliveryId: queued.id }, 'a message to a destination could not be sent')
    // a message that was handed over is not sent again and ends as interrupted, like one that a shutdown cut off
    if (!isHandedOver && !signal.aborted) await destinations.record(queued, toRecord(queued, serverFault, now))
  }
}

/** Why it must not be sent any more: administrators may switch modules off while it waits. */
async function findRefusal({ destination }: QueuedMessage, { access }: Attempt): Promise<string | null> {
  return (await hasModules(access, destination.userId, ['monitors', 'signals'])) ? null : switchedOff
}

function toRecord(
  { tries }: QueuedMessage,
  outcome: SendOutcome,
  now: Date,
): Parameters<DestinationsRepository['record']>[1] {
  if (outcome.kind === 'delivered') return { state: 'delivered', reason: null, nextAt: null }
  const { kind, reason } = outcome
  if (kind === 'unconfirmed') return { state: 'unconfirmed', reason, nextAt: null }
  const wait = outcome.isFinal ? undefined : waits[tries - 1]
  if (wait === undefined) return { state: 'failed', reason, nextAt: null }
  const pauseMs = Math.max(wait * minuteMs, outcome.retryAfterMs ?? 0)
  return { state: 'waiting', reason, nextAt: new Date(now.getTime() + pauseMs) }
}
