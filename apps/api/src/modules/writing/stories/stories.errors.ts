import type { Story } from '@auspex/sdk/types'
import { CodedError } from '../../../kernel/errors.ts'
import { maxCards } from './stories.types.ts'

/** It does not exist or belongs to someone else: the error does not distinguish the two. */
export function storyNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    code: 'stories.not_found',
    title: 'There is no such story',
    detail: 'It may be deleted, or shared with a group that you are not in.',
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

export function versionNotFound(): CodedError {
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
    code: 'cards.document_not_found',
    title: 'There is no such document',
    detail: 'Choose one from a signal report.',
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
    code: 'stories.stale',
    title: 'Someone else has changed this story',
    detail: 'Compare it with what is stored now, then save again.',
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

/** Others kept changing the story while this change was prepared. */
export function storyBusy(): CodedError {
  return new CodedError({
    kind: 'conflict',
    code: 'stories.busy',
    title: 'Others keep changing this story',
    detail: 'Nothing was stored; try again in a moment.',
  })
}
