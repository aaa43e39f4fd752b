import { CodedError } from '../../../kernel/errors.ts'
import { maxLinks } from './sharing.types.ts'

/** Unknown, expired, revoked, owned by someone else, or its target was deleted: the error does not distinguish these. */
export function linkNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    code: 'sharing.not_found',
    title: 'This link no longer works',
    detail: 'It may have expired or been revoked. Ask the person who sent it for a new one.',
  })
}

export function membersOnly(): CodedError {
  return new CodedError({
    kind: 'forbidden',
    code: 'sharing.members_only',
    title: 'This link is for members',
    detail: 'Sign in as a member of the organization that shares it.',
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

export function idDoesNotFit(prefix: string): CodedError {
  return new CodedError({
    kind: 'invalid',
    code: 'sharing.id_does_not_fit',
    title: 'The id is not one of this kind',
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
    detail: 'Revoke one that is no longer needed, then try again.',
  })
}

/** Whether an error means that the item does not exist for that person. */
export function isInaccessible(error: unknown): boolean {
  return error instanceof CodedError && (error.kind === 'not_found' || error.kind === 'forbidden')
}
