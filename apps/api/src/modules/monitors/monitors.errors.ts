import { refusal } from '@auspex/contract/refusals'
import { CodedError } from '../../kernel/errors.ts'

/** It does not exist or belongs to someone else: the error does not distinguish the two. */
export function messageNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    ...refusal('inbox.message_not_found'),
  })
}

/** The error does not distinguish people of other organizations from people who do not exist. */
export function recipientNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    ...refusal('inbox.recipient_not_found'),
  })
}

export function cursorInvalid(): CodedError {
  return new CodedError({
    kind: 'invalid',
    ...refusal('inbox.cursor_invalid'),
    fields: [{ in: 'query', pointer: '/cursor', message: 'must be the nextCursor of this list' }],
  })
}

/** Maximum number of subscriptions of each kind per person. */
export const maxSubscriptions = 100

/** It does not exist or belongs to someone else: the error does not distinguish the two. */
export function subscriptionNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    ...refusal('subscriptions.not_found'),
  })
}

export function tooManySubscriptions(
  kind: 'monitors' | 'trend subscriptions' | 'digests' | 'feeds',
  max = maxSubscriptions,
): CodedError {
  return new CodedError({
    kind: 'conflict',
    code: 'subscriptions.too_many',
    title: `You have ${max} ${kind} already`,
    detail: 'Delete one that you no longer need, then try again.',
  })
}

/** Protects the receiver's URL from being flooded with tests. */
export function testedRecently(): CodedError {
  return new CodedError({
    kind: 'conflict',
    ...refusal('subscriptions.tested_recently'),
  })
}

/** A duplicate subscription would only send the same message twice. */
export function subscriptionExists(): CodedError {
  return new CodedError({
    kind: 'conflict',
    code: 'subscriptions.exists',
    title: 'You already receive these trends',
    detail: 'Choose another country, category or frequency, or end the one that you have.',
  })
}

/** Refuses a channel that would never be used. */
export function emailUnavailable(): CodedError {
  return new CodedError({
    kind: 'invalid',
    ...refusal('subscriptions.email_unavailable'),
    fields: [{ in: 'body', pointer: '/channels', message: 'must not hold email on this server' }],
  })
}

/** There is nobody to hand a test to. */
export function noMailServer(): CodedError {
  return new CodedError({
    kind: 'invalid',
    code: 'notifications.no_mail_server',
    title: 'This server cannot send email',
    detail: 'No mail server is configured. An administrator can set AUSPEX_SMTP_URL and AUSPEX_MAIL_FROM.',
  })
}

export function noMailAddress(): CodedError {
  return new CodedError({
    kind: 'invalid',
    code: 'notifications.no_address',
    title: 'Your account has no email address',
    detail: 'Ask an administrator to add one where you sign in, then sign in again.',
  })
}

/** The link was never issued, or the account that it was for was deleted. */
export function mailSubscriptionNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    ...refusal('notifications.link_not_found'),
  })
}

/** The address is unknown or was ended, or what it shows can no longer be seen: the error does not distinguish these. */
export function feedNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    ...refusal('feeds.not_found'),
  })
}

/** A register is searched by condition, and supports neither our countries nor our sources. */
export function conditionNeeded(): CodedError {
  return new CodedError({
    kind: 'invalid',
    ...refusal('subscriptions.condition_needed'),
    fields: [{ in: 'body', pointer: '/query', message: 'must be one term alone for this rule' }],
  })
}

export function webhookRefused(reason: string): CodedError {
  return new CodedError({
    kind: 'invalid',
    ...refusal('subscriptions.webhook_refused'),
    detail: `${reason} Give an http or https address on the public internet.`,
    fields: [{ in: 'body', pointer: '/webhookUrl', message: 'must be a public http or https address' }],
  })
}

export function webhookUnused(): CodedError {
  return new CodedError({
    kind: 'invalid',
    ...refusal('subscriptions.webhook_unused'),
    fields: [{ in: 'body', pointer: '/channels', message: 'must contain webhook, because webhookUrl is given' }],
  })
}

/** It does not exist or belongs to someone else: the error does not distinguish the two. */
export function destinationNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    ...refusal('destinations.not_found'),
  })
}

/** Nothing is stored that an alert could not be sent to. */
export function destinationRefused(reason: string): CodedError {
  return new CodedError({
    kind: 'invalid',
    code: 'destinations.test_failed',
    title: 'The test message was not accepted',
    detail: `${reason} Nothing was saved. Check the address, and the token if there is one, then try again.`,
  })
}

/** The operator leaves channels and webhooks to administrators. */
export function destinationsNotAllowed(): CodedError {
  return new CodedError({
    kind: 'forbidden',
    code: 'destinations.not_allowed',
    title: 'Only administrators add channels and webhooks here',
    detail: 'Ask an administrator of this server. Your inbox and your email are not affected.',
  })
}

export function tooManyDestinations(max: number): CodedError {
  return new CodedError({
    kind: 'conflict',
    code: 'destinations.too_many',
    title: `You have ${max} destinations already`,
    detail: 'Delete one that you no longer need, then try again.',
  })
}

export function destinationsUnknown(): CodedError {
  return new CodedError({
    kind: 'invalid',
    ...refusal('destinations.unknown'),
    fields: [{ in: 'body', pointer: '/destinationIds', message: 'must be destinations of yours' }],
  })
}
