import type { DigestText } from '@auspex/sdk/types'
import { CodedError } from '../../../kernel/errors.ts'
import { nextTimes } from '../../../kernel/next-times.ts'
import { type ChatMessage, shorten } from '../destinations/chat-formats.ts'
import { deliverMessages } from '../inbox/inbox.usecases.ts'
import { type ComposedDigest, composeDigest } from './compose-digest.ts'
import type { DigestDependencies } from './digest-scope.ts'
import type { StoredDigest } from './digests.repository.ts'

const digestsPerPass = 10
/** Delay before a failed digest is tried again, so that it does not go ahead of the others every minute. */
const retryMs = 10 * 60_000
/** The contract's maximum length of a message. */
const maxMessage = 4000

interface DigestTimes {
  frequency: StoredDigest['frequency']
  weekday: number
  hour: number
  zone: string
}

/** When a digest is sent next, strictly after a given time. Throws `workflows.schedule_invalid` for an unknown time zone. */
export function nextDigestAt({ frequency, weekday, hour, zone }: DigestTimes, after: Date): Date {
  const days = { daily: '* * *', weekly: `* * ${weekday}`, monthly: '1 * *' }[frequency]
  const [next] = nextTimes({ cron: `0 ${hour} ${days}`, zone }, after, 1)
  if (next === undefined) throw new Error('A digest has no next time') // none of these schedules ends
  return next
}

/**
 * Sends the digests that are due. What was missed while the server was down is sent once. Safe to repeat after a crash: a message is identified by its
 * occasion, and what was reported is stored last.
 */
export async function sendDigests(deps: DigestDependencies, signal: AbortSignal): Promise<void> {
  const { digests, clock, log } = deps
  const now = clock.now()
  for (const digest of await digests.findDue(now, digestsPerPass)) {
    if (signal.aborted) return
    try {
      await send(digest, now, deps)
    } catch (error) {
      log.warn({ err: error, digestId: digest.id }, 'a digest could not be sent and will be retried')
      await digests.advance(digest, { nextAt: new Date(now.getTime() + retryMs), last: null, state: null })
    }
  }
}

async function send(digest: StoredDigest, now: Date, deps: DigestDependencies): Promise<void> {
  const nextAt = nextDigestAt(digest, now)
  const composed = await composeForOwner(digest, deps)
  if (composed === null) {
    await deps.digests.advance(digest, { nextAt, last: { at: now, result: 'unavailable' }, state: null })
    return
  }
  const isSent = composed.isChanged || !digest.onlyIfChanged
  if (isSent) {
    // the same for every attempt until the next one is due
    const occasion = `digest:${digest.id}:before:${nextAt.toISOString()}`
    await deliverDigest(digest, { composed, occasion }, deps)
  }
  const last = { at: now, result: isSent ? 'sent' : 'unchanged' } as const
  // what is said once has not been said by a digest that is not sent
  const mentionedIds = digest.state.mentionedIds?.filter((id) => composed.state.mentionedIds?.includes(id)) ?? []
  const state = isSent ? composed.state : { ...composed.state, mentionedIds }
  await deps.digests.advance(digest, { nextAt, last, state })
}

/** Null when the owner may no longer read what the digest summarizes. */
async function composeForOwner(digest: StoredDigest, deps: DigestDependencies): Promise<ComposedDigest | null> {
  const owner = await deps.people.findActor(digest.userId)
  if (owner === null) return null
  try {
    return await composeDigest(digest, owner, deps)
  } catch (error) {
    if (error instanceof CodedError) return null
    throw error
  }
}

/** Hands a digest to its channels and destinations; does nothing for those that had one of the same occasion. */
export async function deliverDigest(
  { userId, scope, channels, destinationIds, attachPdf }: StoredDigest,
  { composed: { text, path }, occasion }: { composed: ComposedDigest; occasion: string },
  deps: DigestDependencies,
): Promise<void> {
  const message = {
    recipientId: userId,
    senderId: null,
    channels,
    kind: 'digest',
    signalId: null,
    title: text.title,
    message: writeLines(text).join('\n').slice(0, maxMessage),
    alert: null,
    digest: text,
    path,
    attachment: attachPdf && 'id' in scope ? { kind: scope.kind, id: scope.id } : null,
    occasion,
  } as const
  await deliverMessages([message], deps)
  await deps.destinations.enqueue({
    messages: destinationIds.map((destinationId) => ({ id: deps.createId('msg'), destinationId })),
    occasion,
    message: toChatMessage(text, { path, publicUrl: deps.publicUrl }),
    at: deps.clock.now(),
  })
}

/** Below the limits of all services, so that none cuts a sentence. */
const maxChatLength = 900
const maxLinks = 5

/** A digest as lines of text: for the inbox of other programs, and for emails without HTML. */
export function writeLines({ lead, items, comments = [], ...rest }: DigestText): string[] {
  return [
    ...(lead === '' ? [] : [lead]),
    ...items.map(({ title, text }) => `${title} — ${text}`),
    ...describeRest(rest),
    ...comments.map(({ title, text }) => `${title} — ${text}`),
  ]
}

/** What is said after the entries. */
export function describeRest({ more, closing }: Pick<DigestText, 'more' | 'closing'>): string[] {
  return [
    ...(more.length === 0 ? [] : [`Also changed: ${more.join(', ')}.`]),
    ...(closing === undefined ? [] : closing.split('\n')),
  ]
}

/** A digest as a message to a room: as many signals as fit in whole sentences. */
export function toChatMessage(text: DigestText, { path, publicUrl }: { path: string; publicUrl: URL }): ChatMessage {
  const lines: string[] = []
  let length = 0
  const add = (whole: string): boolean => {
    // a message without a sentence would say nothing
    const line = lines.length === 0 ? shorten(whole, maxChatLength - 1) : whole
    const isShort = length + line.length + 1 <= maxChatLength
    if (isShort) length += lines.push(line) === 1 ? line.length : line.length + 1
    return isShort
  }
  if (text.lead !== '') add(text.lead)
  const longer = text.items.findIndex(({ title, text: words }) => !add(`${title} — ${words}`))
  const shown = longer === -1 ? text.items.length : longer
  const omitted = text.items.slice(shown).flatMap(({ related = [] }) => [1, ...related])
  // before the closing words, which a room can do without
  if (longer === -1 && text.more.length === 0) describeRest(text).every(add)
  const left = omitted.length + text.more.length
  if (left > 0) lines.push(`${left}${lines.length === 0 ? '' : ' more'} ${left === 1 ? 'signal' : 'signals'} changed.`)
  return {
    title: text.title,
    text: lines.join('\n'),
    items: text.items
      .slice(0, maxLinks)
      .map(({ title, signalId }) => ({ title, url: new URL(`/signals/${signalId}`, publicUrl).href })),
    link: { label: 'Open Auspex', url: new URL(path, publicUrl).href },
    manage: { label: 'Pause or change this digest', url: new URL('/monitors#digests', publicUrl).href },
  }
}
