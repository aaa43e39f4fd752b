import { CodedError } from '../../../kernel/errors.ts'

export function cursorInvalid(): CodedError {
  return new CodedError({
    kind: 'invalid',
    code: 'security.cursor_invalid',
    title: 'The cursor does not continue this list',
    detail: 'Ask for the first page again, and continue with the nextCursor that it gives.',
    fields: [{ in: 'query', pointer: '/cursor', message: 'must be the nextCursor of this list' }],
  })
}

export function addressInvalid(): CodedError {
  return new CodedError({
    kind: 'invalid',
    code: 'security.address_invalid',
    title: 'This is no address of a network',
    detail: 'Give a whole IPv4 or IPv6 address, as the events show it.',
    fields: [{ in: 'query', pointer: '/address', message: 'must be an IPv4 or IPv6 address' }],
  })
}

export function periodInvalid(): CodedError {
  return new CodedError({
    kind: 'invalid',
    code: 'security.period_invalid',
    title: 'The period ends before it begins',
    detail: 'Let `to` be later than `from`.',
    fields: [{ in: 'query', pointer: '/to', message: 'must be later than from' }],
  })
}
