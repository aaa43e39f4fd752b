import { refusal } from '@auspex/contract/refusals'
import type { Story, ZeusReport } from '@auspex/sdk/types'
import { CodedError } from '../../kernel/errors.ts'
import { maxLinks } from './sharing/sharing.types.ts'
import { maxCards } from './stories/stories.types.ts'

/** It does not exist or belongs to someone else: the error does not distinguish the two. */
export function storyNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    ...refusal('stories.not_found'),
  })
}

export function cardNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    code: 'cards.not_found',
    title: 'The story has no such card',
    detail: 'Someone may have deleted it; an earlier version of the story still has it.',
  })
}

export function storyVersionNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    code: 'stories.version_not_found',
    title: 'The story has no such version',
    detail: 'The newest 200 are kept; list them to see which.',
  })
}

export function documentNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    ...refusal('cards.document_not_found'),
  })
}

export function pictureNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    code: 'cards.picture_not_found',
    title: 'The story has no such picture',
    detail: 'Upload it to this story first, then show it with the address that the upload answers.',
  })
}

export function pictureMissing(): CodedError {
  return new CodedError({
    kind: 'invalid',
    code: 'cards.picture_missing',
    title: 'The form has no picture',
    detail: 'Send it as the part image.',
    fields: [{ in: 'body', pointer: '/image', message: 'is required' }],
  })
}

/** Words that are not in the document are not a quotation. */
export function quoteDiffers(pointer: string): CodedError {
  return new CodedError({
    kind: 'invalid',
    code: 'cards.quote_differs',
    title: 'The document does not have these words',
    detail: 'Quote it word for word; your own words belong into the caption or a text card.',
    fields: [{ in: 'body', pointer, message: 'must stand in the document word for word' }],
  })
}

export function tooManyCards(): CodedError {
  return new CodedError({
    kind: 'conflict',
    code: 'stories.too_many_cards',
    title: `The story has ${maxCards} cards already`,
    detail: 'Delete a card that you no longer need, or start another story.',
  })
}

export function sameCardTwice(pointer: string): CodedError {
  return new CodedError({
    kind: 'invalid',
    code: 'stories.same_card_twice',
    title: 'Two cards have the same id',
    detail: 'Give each card an id of its own.',
    fields: [{ in: 'body', pointer, message: 'must be the id of no other card' }],
  })
}

/** The story was changed after it was read. The error contains the current version, so that nothing is lost. */
export function storyStale(current: Story): CodedError {
  return new CodedError({
    kind: 'conflict',
    ...refusal('stories.stale'),
    current,
  })
}

export function cardStale(current: Story): CodedError {
  return new CodedError({
    kind: 'conflict',
    code: 'cards.stale',
    title: 'Someone else has changed this card',
    detail: 'Compare it with what is stored now, then save again.',
    current,
  })
}

/** Other people kept changing the story while this change was prepared. */
export function storyBusy(): CodedError {
  return new CodedError({
    kind: 'conflict',
    code: 'stories.busy',
    title: 'Other people keep changing this story',
    detail: 'Nothing was saved. Try again in a moment.',
  })
}

/** Unknown, deleted or owned by someone else: the error does not distinguish these. */
export function reportNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    ...refusal('zeus_reports.not_found'),
  })
}

export function reportVersionNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    ...refusal('zeus_reports.version_not_found'),
  })
}

export function threadNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    ...refusal('zeus_reports.thread_not_found'),
  })
}

/** The report was changed after it was read. The error contains the current version, so that nothing is lost. */
export function reportStale(current: ZeusReport): CodedError {
  return new CodedError({
    kind: 'conflict',
    ...refusal('zeus_reports.stale'),
    current,
  })
}

/** It does not exist, belongs to someone else, or its file has expired. */
export function exportNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    ...refusal('exports.not_found'),
  })
}

export function formatNotMade(kind: string, formats: readonly string[]): CodedError {
  const message = `A ${kind} is exported as ${new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(formats)}.`
  return new CodedError({
    kind: 'invalid',
    ...refusal('exports.format_not_made'),
    title: `A ${kind} has no such format`,
    detail: message,
    fields: [{ in: 'body', pointer: '/format', message }],
  })
}

export function exportIdDoesNotFit(kind: string, prefix: string): CodedError {
  const message = `The id of a ${kind} begins with ${prefix}.`
  return new CodedError({
    kind: 'invalid',
    ...refusal('exports.id_does_not_fit'),
    title: `This is no id of a ${kind}`,
    detail: message,
    fields: [{ in: 'body', pointer: '/id', message }],
  })
}

export function tooManyExports(limit: number): CodedError {
  return new CodedError({
    kind: 'conflict',
    code: 'exports.too_many',
    title: `${limit} exports of yours are being made`,
    detail: 'Wait until one of them is complete.',
  })
}

export function fileNotThere(reason: string | null): CodedError {
  return new CodedError({
    kind: 'conflict',
    ...(reason === null
      ? refusal('exports.not_complete')
      : { code: 'exports.failed', title: 'The file could not be created', detail: reason }),
  })
}

/** The reason a file cannot be made, worded for the person who requested it. Other failures do not reveal their cause. */
export class ExportRefusedError extends Error {
  override readonly name = 'ExportRefusedError'
}

/** Unknown, expired, revoked, owned by someone else, or its target was deleted: the error does not distinguish these. */
export function linkNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    ...refusal('sharing.not_found'),
  })
}

export function membersOnly(): CodedError {
  return new CodedError({
    kind: 'forbidden',
    ...refusal('sharing.members_only'),
  })
}

export function kindNotShared(kind: string): CodedError {
  return new CodedError({
    kind: 'not_found',
    code: 'sharing.kind_not_shared',
    title: `This server does not share a ${kind} yet`,
    detail: 'It shares signals, stories, portfolios, projects, reports and conversations.',
  })
}

export function linkIdDoesNotFit(prefix: string): CodedError {
  return new CodedError({
    kind: 'invalid',
    ...refusal('sharing.id_does_not_fit'),
    detail: `An id of this kind begins with ${prefix}.`,
    fields: [{ in: 'body', pointer: '/itemId', message: `must begin with ${prefix}` }],
  })
}

export function expiryPast(): CodedError {
  return new CodedError({
    kind: 'invalid',
    code: 'sharing.expiry_past',
    title: 'The link would have expired already',
    detail: 'Choose a moment in the future, or none.',
    fields: [{ in: 'body', pointer: '/expiresAt', message: 'must be in the future' }],
  })
}

export function ownerOnly(): CodedError {
  return new CodedError({
    kind: 'forbidden',
    code: 'sharing.owner_only',
    title: 'Only its owner may open it to anyone',
    detail: 'Make a link for the organization, or ask its owner.',
  })
}

export function tooManyLinks(): CodedError {
  return new CodedError({
    kind: 'conflict',
    code: 'sharing.too_many',
    title: `${maxLinks} links to it work already`,
    detail: 'Revoke one you no longer need, then try again.',
  })
}

/** Unknown, deleted, another organization's, or about something that the person may not read: the error does not distinguish these. */
export function commentNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    ...refusal('comments.not_found'),
  })
}

export function commentedDocumentNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    ...refusal('comments.document_not_found'),
  })
}

export function commentOfOthers(): CodedError {
  return new CodedError({
    kind: 'forbidden',
    code: 'comments.not_yours',
    title: 'Somebody else wrote this',
    detail: 'Only its author can edit it. Its author and administrators can delete it.',
  })
}

export function itemIdsWithoutKind(): CodedError {
  return new CodedError({
    kind: 'invalid',
    ...refusal('comments.ids_without_kind'),
    fields: [{ in: 'query', pointer: '/kind', message: 'is required with itemIds, and the other way round' }],
  })
}

export function commentIdDoesNotFit(prefix: string): CodedError {
  return new CodedError({
    kind: 'invalid',
    ...refusal('comments.id_does_not_fit'),
    detail: `An id of this kind begins with ${prefix}.`,
    fields: [{ in: 'body', pointer: '/itemId', message: `must begin with ${prefix}` }],
  })
}

export function cardWithoutStory(): CodedError {
  return new CodedError({
    kind: 'invalid',
    ...refusal('comments.card_without_story'),
    fields: [{ in: 'body', pointer: '/cardId', message: 'is only for a story' }],
  })
}

export function tooManyMentions(limit: number): CodedError {
  return new CodedError({
    kind: 'invalid',
    code: 'comments.too_many_mentions',
    title: `A comment mentions at most ${limit} people`,
    detail: 'Name fewer of them.',
    fields: [{ in: 'body', pointer: '/text', message: `must mention at most ${limit} people` }],
  })
}

/** Of another organization, unknown, or without access any more: the error does not distinguish these. */
export function mentionUnknown(): CodedError {
  return new CodedError({
    kind: 'invalid',
    code: 'comments.mention_unknown',
    title: 'You mention somebody who is not a colleague',
    detail: 'Mention people of your organization who can sign in.',
    fields: [{ in: 'body', pointer: '/text', message: 'must mention only colleagues' }],
  })
}

export function mentionCannotRead(names: readonly string[]): CodedError {
  const people = new Intl.ListFormat('en-GB').format(names)
  return new CodedError({
    kind: 'invalid',
    code: 'comments.mention_cannot_read',
    title: `${people} can’t open this`,
    detail: 'Share it with a group that they are in, or leave the mention out.',
    fields: [{ in: 'body', pointer: '/text', message: 'must mention only people who can open this' }],
  })
}

export function commentsTooFast(limit: number): CodedError {
  return new CodedError({
    kind: 'rate_limited',
    code: 'comments.too_fast',
    title: `You wrote ${limit} comments within a minute`,
    detail: 'Wait a moment, then send it again.',
    retryAfterSeconds: 30,
  })
}

export function tooManyComments(isReply: boolean, limit: number): CodedError {
  const count = limit.toLocaleString('en-GB')
  return new CodedError({
    kind: 'conflict',
    code: 'comments.too_many',
    title: isReply ? `This comment has ${count} replies` : `There are ${count} comments about this`,
    detail: isReply ? 'Write a new comment.' : 'Delete one that nobody needs any more.',
  })
}

/** Whether an error means that the item does not exist for that person. */
export function isInaccessible(error: unknown): boolean {
  return error instanceof CodedError && (error.kind === 'not_found' || error.kind === 'forbidden')
}
