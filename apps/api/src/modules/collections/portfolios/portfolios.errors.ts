import type { Portfolio } from '@auspex/sdk/types'
import { CodedError } from '../../../kernel/errors.ts'

/** It does not exist or belongs to someone else. */
export function portfolioNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    code: 'portfolios.not_found',
    title: 'There is no such portfolio',
    detail: 'It may have been deleted; choose another one.',
  })
}

export function trendNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    code: 'portfolios.trend_not_found',
    title: 'The portfolio does not hold that signal',
    detail: 'Somebody may have removed it; read the portfolio again.',
  })
}

export function portfolioStale(current: Portfolio): CodedError {
  return new CodedError({
    kind: 'conflict',
    code: 'portfolios.stale',
    title: 'Somebody changed this portfolio meanwhile',
    detail: 'Compare yours with what is stored now, then save again.',
    current,
  })
}

export function tooManyTrends(max: number): CodedError {
  return new CodedError({
    kind: 'conflict',
    code: 'portfolios.too_many_trends',
    title: `A portfolio holds at most ${max} signals`,
    detail: 'Remove some, or save the others in another portfolio.',
  })
}

export function refreshRunning(): CodedError {
  return new CodedError({
    kind: 'conflict',
    code: 'portfolios.refresh_running',
    title: 'This portfolio is being refreshed',
    detail: 'Wait until it has ended; the portfolio says how far it is.',
  })
}

/** A list of trends removes those it omits: without a revision, what a colleague just saved would be removed too. */
export function revisionNeeded(): CodedError {
  return new CodedError({
    kind: 'invalid',
    code: 'portfolios.revision_needed',
    title: 'The revision that the order of the trends is of is missing',
    detail: 'Send `revision` beside `trends`.',
    fields: [{ in: 'body', pointer: '/revision', message: 'must be sent beside trends' }],
  })
}

export function trendNamedTwice(): CodedError {
  return new CodedError({
    kind: 'invalid',
    code: 'portfolios.trend_named_twice',
    title: 'A trend is named twice',
    detail: 'Name each trend once.',
    fields: [{ in: 'body', pointer: '/trends', message: 'must name each trend once' }],
  })
}
