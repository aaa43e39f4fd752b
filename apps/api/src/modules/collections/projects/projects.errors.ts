import type { Project } from '@auspex/sdk/types'
import { CodedError } from '../../../kernel/errors.ts'

/** It does not exist or belongs to someone else. */
export function projectNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    code: 'projects.not_found',
    title: 'There is no such project',
    detail: 'It may have been deleted; choose another one.',
  })
}

/** It is not a portfolio of the person, or not one of the project. */
export function projectPortfolioNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    code: 'projects.portfolio_not_found',
    title: 'One of the portfolios is not there',
    detail: 'Somebody may have deleted or removed it; read the project again.',
  })
}

export function projectStale(current: Project): CodedError {
  return new CodedError({
    kind: 'conflict',
    code: 'projects.stale',
    title: 'Somebody changed this project meanwhile',
    detail: 'Compare yours with what is stored now, then save again.',
    current,
  })
}

export function tooManyPortfolios(max: number): CodedError {
  return new CodedError({
    kind: 'conflict',
    code: 'projects.too_many_portfolios',
    title: `A project holds at most ${max} portfolios`,
    detail: 'Remove some, or make another project.',
  })
}

export function displayTitleDiffers(): CodedError {
  return new CodedError({
    kind: 'invalid',
    code: 'projects.display_title_differs',
    title: 'The two titles are not the same words',
    detail: 'Send displayTitle as it was typed, and the same trimmed and in lower case as title.',
    fields: [
      { in: 'body', pointer: '/displayTitle', message: 'must be the title but for capitals and blanks around it' },
    ],
  })
}

export function sinceInFuture(): CodedError {
  return new CodedError({
    kind: 'invalid',
    code: 'projects.since_in_future',
    title: 'That moment has not come yet',
    detail: 'Send a moment in the past.',
    fields: [{ in: 'query', pointer: '/since', message: 'must be in the past' }],
  })
}
