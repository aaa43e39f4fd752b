import { CodedError } from '../../kernel/errors.ts'

/** A person has so many of each kind at most. */
export const mostSubscriptions = 100

/** There is none with this id, or it is somebody else's: the two are not told apart. */
export function subscriptionNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    code: 'subscriptions.not_found',
    title: 'There is no such subscription',
    detail: 'It may be deleted already, or be that of somebody else.',
  })
}

export function tooManySubscriptions(what: 'monitors' | 'trend subscriptions'): CodedError {
  return new CodedError({
    kind: 'conflict',
    code: 'subscriptions.too_many',
    title: `You have ${mostSubscriptions} ${what} already`,
    detail: 'Delete one that you do not need any more, then try again.',
  })
}

/** An address that somebody typed is not flooded with tests. */
export function testedRecently(): CodedError {
  return new CodedError({
    kind: 'conflict',
    code: 'subscriptions.tested_recently',
    title: 'A test was sent a moment ago',
    detail: 'Wait a minute, then send another.',
  })
}

/** The same trends twice would only be the same message twice. */
export function subscriptionExists(): CodedError {
  return new CodedError({
    kind: 'conflict',
    code: 'subscriptions.exists',
    title: 'You are sent these trends already',
    detail: 'Choose another country, category or frequency, or end the one that you have.',
  })
}

/** Nothing is accepted that would never be sent. */
export function emailUnavailable(): CodedError {
  return new CodedError({
    kind: 'invalid',
    code: 'subscriptions.email_unavailable',
    title: 'This server cannot send e-mail',
    detail: 'No mail server is configured. Choose the inbox, or a webhook that sends the mail.',
    fields: [{ in: 'body', pointer: '/channels', message: 'must not hold email on this server' }],
  })
}

/** A register is asked about a condition, and knows neither our countries nor our sources. */
export function conditionNeeded(): CodedError {
  return new CodedError({
    kind: 'invalid',
    code: 'subscriptions.condition_needed',
    title: 'Trials and papers are watched by one condition',
    detail: 'Give one term without a country, an entity or sources, such as asthma.',
    fields: [{ in: 'body', pointer: '/query', message: 'must be one term alone for this rule' }],
  })
}

export function webhookRefused(why: string): CodedError {
  return new CodedError({
    kind: 'invalid',
    code: 'subscriptions.webhook_refused',
    title: 'The webhook cannot be posted to',
    detail: `${why} Give an http or https address on the public internet.`,
    fields: [{ in: 'body', pointer: '/webhookUrl', message: 'must be a public http or https address' }],
  })
}
