import { CodedError } from '../../kernel/errors.ts'

/** Maximum number of feeds, and of mutes, per person. */
export const maxFeeds = 200
export const maxMutes = 200

/** It does not exist or belongs to someone else: the error does not distinguish the two. */
export function feedNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    code: 'newsfeed.feed_not_found',
    title: 'Feed not found',
    detail: 'It may have been deleted. Choose another one.',
  })
}

export function muteNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    code: 'newsfeed.mute_not_found',
    title: 'Mute not found',
    detail: 'It may already have been undone.',
  })
}

export function clusterNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    code: 'newsfeed.cluster_not_found',
    title: 'Story not found',
    detail: 'Its publishers may have removed its articles.',
  })
}

export function articleNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    code: 'newsfeed.article_not_found',
    title: 'The article was not found',
    detail: 'Reload the feed: its publisher may have removed it.',
  })
}

export function readMarkNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    code: 'newsfeed.read_mark_not_found',
    title: 'There is nothing to undo',
    detail: 'It may already have been undone.',
  })
}

export function categoryNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    code: 'newsfeed.category_not_found',
    title: 'Category not found',
    detail: 'Choose one of the list of categories.',
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
    code: 'newsfeed.feed_exists',
    title: 'You already have this feed',
    detail: 'It is in the list of feeds.',
  })
}

export function muteExists(): CodedError {
  return new CodedError({
    kind: 'conflict',
    code: 'newsfeed.mute_exists',
    title: 'This is already muted',
    detail: 'It is in the list of mutes.',
  })
}

export function subjectInvalid(message: string): CodedError {
  return new CodedError({
    kind: 'invalid',
    code: 'newsfeed.subject_invalid',
    title: 'The subject is not valid',
    detail: `It ${message}.`,
    fields: [{ in: 'body', pointer: '/subject', message }],
  })
}

export function feedUrlRefused(message: string): CodedError {
  return new CodedError({
    kind: 'invalid',
    code: 'newsfeed.feed_url_refused',
    title: 'This feed cannot be read',
    detail: `It would never be fetched: ${message}. Give an address that anybody on the web can open.`,
    fields: [{ in: 'body', pointer: '/feedUrl', message: 'must be an address of the public web' }],
  })
}

export function opmlUnreadable(): CodedError {
  return new CodedError({
    kind: 'invalid',
    code: 'newsfeed.opml_unreadable',
    title: 'The file is not OPML',
    detail: 'Export the feeds from your reader as OPML, and choose that file.',
    fields: [{ in: 'body', pointer: '/opml', message: 'must be an OPML document with a body' }],
  })
}

export function cursorInvalid(): CodedError {
  return new CodedError({
    kind: 'invalid',
    code: 'newsfeed.cursor_invalid',
    title: 'The cursor does not continue this list',
    detail: 'Ask for the first page again, and continue with the nextCursor that it gives.',
    fields: [{ in: 'body', pointer: '/cursor', message: 'must be the nextCursor of this list' }],
  })
}
