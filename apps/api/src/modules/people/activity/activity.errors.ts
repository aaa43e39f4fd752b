import { CodedError } from '../../../kernel/errors.ts'

export function activityOff(): CodedError {
  return new CodedError({
    kind: 'conflict',
    code: 'activity.off',
    title: 'This installation keeps no activity',
    detail: 'Send no events; the profile says so in isActivityRecorded.',
  })
}

export function eventAhead(pointer: string): CodedError {
  return new CodedError({
    kind: 'invalid',
    code: 'activity.time_ahead',
    title: 'An event lies more than a day ahead',
    detail: 'Set the clock of this device.',
    fields: [{ in: 'body', pointer, message: 'must not lie more than a day ahead' }],
  })
}

export function everybodyForbidden(): CodedError {
  return new CodedError({
    kind: 'forbidden',
    code: 'identity.forbidden',
    title: 'Your account does not have the role godmode',
    detail: 'Name a person of your organization, or ask an administrator for the role godmode.',
  })
}

export function personNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    code: 'users.not_found',
    title: 'There is no such person',
    detail: 'Choose a person of your organization.',
  })
}

export function cursorInvalid(): CodedError {
  return new CodedError({
    kind: 'invalid',
    code: 'activity.cursor_invalid',
    title: 'The cursor does not continue this list',
    detail: 'Ask for the first page again, and continue with the nextCursor that it gives.',
    fields: [{ in: 'query', pointer: '/cursor', message: 'must be the nextCursor of this list' }],
  })
}
