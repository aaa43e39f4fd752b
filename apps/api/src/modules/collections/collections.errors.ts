import { refusal } from '@auspex/contract/refusals'
import type { Portfolio, Project } from '@auspex/sdk/types'
import { CodedError } from '../../kernel/errors.ts'

/** It does not exist or belongs to someone else. */
export function portfolioNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    ...refusal('portfolios.not_found'),
  })
}

export function trendNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    ...refusal('portfolios.trend_not_found'),
  })
}

export function portfolioStale(current: Portfolio): CodedError {
  return new CodedError({
    kind: 'conflict',
    ...refusal('portfolios.stale'),
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
    detail: 'Wait until it has finished; the portfolio shows its progress.',
  })
}

/** A list of trends removes those it omits: without a revision, what a colleague just saved would be removed too. */
export function revisionNeeded(): CodedError {
  return new CodedError({
    kind: 'invalid',
    ...refusal('portfolios.revision_needed'),
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

/** It does not exist or belongs to someone else. */
export function projectNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    ...refusal('projects.not_found'),
  })
}

/** It is not a portfolio of the person, or not one of the project. */
export function projectPortfolioNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    ...refusal('projects.portfolio_not_found'),
  })
}

export function projectStale(current: Project): CodedError {
  return new CodedError({
    kind: 'conflict',
    ...refusal('projects.stale'),
    current,
  })
}

export function tooManyPortfolios(max: number): CodedError {
  return new CodedError({
    kind: 'conflict',
    code: 'projects.too_many_portfolios',
    title: `A project holds at most ${max} portfolios`,
    detail: 'Remove some, or create another project.',
  })
}

export function displayTitleDiffers(): CodedError {
  return new CodedError({
    kind: 'invalid',
    ...refusal('projects.display_title_differs'),
    fields: [
      { in: 'body', pointer: '/displayTitle', message: 'must be the title but for capitals and blanks around it' },
    ],
  })
}

export function sinceInFuture(): CodedError {
  return new CodedError({
    kind: 'invalid',
    code: 'projects.since_in_future',
    title: 'That time is in the future',
    detail: 'Send a moment in the past.',
    fields: [{ in: 'query', pointer: '/since', message: 'must be in the past' }],
  })
}
