import { refusal } from '@auspex/contract/refusals'
import { CodedError } from '../../kernel/errors.ts'

/** Maximum number of feeds, and of mutes, per person. */
export const maxFeeds = 200
export const maxMutes = 200

/** It does not exist or belongs to someone else: the error does not distinguish the two. */
export function feedNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    ...refusal('newsfeed.feed_not_found'),
  })
}

export function muteNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    ...refusal('newsfeed.mute_not_found'),
  })
}

export function clusterNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    ...refusal('newsfeed.cluster_not_found'),
  })
}

export function articleNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    ...refusal('newsfeed.article_not_found'),
  })
}

export function readMarkNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    ...refusal('newsfeed.read_mark_not_found'),
  })
}

export function categoryNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    ...refusal('newsfeed.category_not_found'),
  })
}

export function tooMany(noun: 'feeds' | 'mutes', max: number): CodedError {
  return new CodedError({
    kind: 'conflict',
    code: `newsfeed.too_many_${noun}`,
    title: `You have ${max} ${noun} already`,
    detail: 'Remove one that you no longer need, then try again.',
  })
}

export function feedExists(): CodedError {
  return new CodedError({
    kind: 'conflict',
    ...refusal('newsfeed.feed_exists'),
  })
}

export function muteExists(): CodedError {
  return new CodedError({
    kind: 'conflict',
    ...refusal('newsfeed.mute_exists'),
  })
}

export function subjectInvalid(message: string): CodedError {
  return new CodedError({
    kind: 'invalid',
    ...refusal('newsfeed.subject_invalid'),
    detail: `It ${message}.`,
    fields: [{ in: 'body', pointer: '/subject', message }],
  })
}

export function feedUrlRefused(message: string): CodedError {
  return new CodedError({
    kind: 'invalid',
    ...refusal('newsfeed.feed_url_refused'),
    detail: `It would never be fetched: ${message}. Give an address that anybody on the web can open.`,
    fields: [{ in: 'body', pointer: '/feedUrl', message: 'must be an address of the public web' }],
  })
}

export function opmlUnreadable(): CodedError {
  return new CodedError({
    kind: 'invalid',
    ...refusal('newsfeed.opml_unreadable'),
    fields: [{ in: 'body', pointer: '/opml', message: 'must be an OPML document with a body' }],
  })
}

export function cursorInvalid(): CodedError {
  return new CodedError({
    kind: 'invalid',
    ...refusal('newsfeed.cursor_invalid'),
    fields: [{ in: 'body', pointer: '/cursor', message: 'must be the nextCursor of this list' }],
  })
}
