import { CodedError } from '../../kernel/errors.ts'

/** It does not exist or belongs to someone else: the error does not distinguish the two. */
export function messageNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    code: 'inbox.message_not_found',
    title: 'Message not found',
    detail: 'It may be in another person’s inbox.',
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

/** Maximum number of subscriptions of each kind per person. */
export const maxSubscriptions = 100

/** It does not exist or belongs to someone else: the error does not distinguish the two. */
export function subscriptionNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    code: 'subscriptions.not_found',
    title: 'Subscription not found',
    detail: 'It may have been deleted, or belong to someone else.',
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
    code: 'subscriptions.tested_recently',
    title: 'A test was sent a moment ago',
    detail: 'Wait a minute, then send another.',
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
    code: 'subscriptions.email_unavailable',
    title: 'This server cannot send email',
    detail: 'No mail server is configured. Choose the inbox, or a webhook that sends the mail.',
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
    code: 'notifications.link_not_found',
    title: 'This unsubscribe link does not work',
    detail: 'The address may be incomplete. Open the link in the email again, or change what you get in your profile.',
  })
}

/** The address is unknown or was ended, or what it shows can no longer be seen: the error does not distinguish these. */
export function feedNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    code: 'feeds.not_found',
    title: 'Feed not found',
    detail: 'Its address may have been revoked, or what it shows deleted. Create a new one on the monitors page.',
  })
}

/** A register is searched by condition, and supports neither our countries nor our sources. */
export function conditionNeeded(): CodedError {
  return new CodedError({
    kind: 'invalid',
    code: 'subscriptions.condition_needed',
    title: 'A monitor of trials or papers needs one condition',
    detail: 'Give one term without a country, an entity or sources, such as asthma.',
    fields: [{ in: 'body', pointer: '/query', message: 'must be one term alone for this rule' }],
  })
}

export function webhookRefused(reason: string): CodedError {
  return new CodedError({
    kind: 'invalid',
    code: 'subscriptions.webhook_refused',
    title: 'The webhook cannot be posted to',
    detail: `${reason} Give an http or https address on the public internet.`,
    fields: [{ in: 'body', pointer: '/webhookUrl', message: 'must be a public http or https address' }],
  })
}

export function webhookUnused(): CodedError {
  return new CodedError({
    kind: 'invalid',
    code: 'subscriptions.webhook_unused',
    title: 'Nothing would be posted to this address',
    detail: 'Add webhook to the channels, or leave webhookUrl out.',
    fields: [{ in: 'body', pointer: '/channels', message: 'must contain webhook, because webhookUrl is given' }],
  })
}

/** It does not exist or belongs to someone else: the error does not distinguish the two. */
export function destinationNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    code: 'destinations.not_found',
    title: 'Destination not found',
    detail: 'It may have been deleted, or belong to someone else.',
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
    code: 'destinations.unknown',
    title: 'One of the destinations does not exist',
    detail: 'It may have been deleted. Load your destinations again, and choose from those.',
    fields: [{ in: 'body', pointer: '/destinationIds', message: 'must be destinations of yours' }],
  })
}
