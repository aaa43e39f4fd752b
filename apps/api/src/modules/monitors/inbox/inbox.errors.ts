import { CodedError } from '../../../kernel/errors.ts'

/** It does not exist or belongs to someone else: the error does not distinguish the two. */
export function messageNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    code: 'inbox.message_not_found',
    title: 'There is no such message',
    detail: 'It may be in the inbox of somebody else.',
  })
}

/** The error does not distinguish people of other organizations from people who do not exist. */
export function recipientNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    code: 'inbox.recipient_not_found',
    title: 'One of these people is not your colleague',
    detail: 'Signals are sent to others of your own organization. Choose people from your contacts; nothing was sent.',
  })
}

export function cursorInvalid(): CodedError {
  return new CodedError({
    kind: 'invalid',
    code: 'inbox.cursor_invalid',
    title: 'The cursor does not continue this list',
    detail: 'Ask for the first page again, and continue with the nextCursor that it gives.',
    fields: [{ in: 'query', pointer: '/cursor', message: 'must be the nextCursor of this list' }],
  })
}
