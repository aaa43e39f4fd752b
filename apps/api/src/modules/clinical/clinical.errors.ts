import { refusal } from '@auspex/contract/refusals'
import { CodedError } from '../../kernel/errors.ts'
import { outForMs, retryAfterOf, formatWait } from '../../kernel/retry-after.ts'

/** Why a source returned nothing, as far as a person needs to know. */
export interface SourceFailure {
  status: string
  reason: string | null
  retryAfterMs: number | null
}

/** In demo mode no source is queried, and there is no made-up medical data. */
export function demoHasNone(): CodedError {
  return new CodedError({
    kind: 'unavailable',
    code: 'clinical.demo',
    title: 'The demo has no trials and no literature',
    detail: 'Set AUSPEX_SOURCES to live, or to auto, and restart the server: the registers are free and need no key.',
  })
}

/** Why a source with a known outage is not queried. */
export function outageFailure(name: string) {
  const reason = `${name} cannot be reached. It is tried again in the background.`
  return { ok: false, status: 'upstream_down', reason, retryAfterMs: outForMs } as const
}

/** All sources were queried and none answered. */
export function sourceFailed(name: string, failure: SourceFailure): CodedError {
  const isLimited = failure.status === 'rate_limited'
  const wait = retryAfterOf(failure.retryAfterMs ?? (isLimited ? 60_000 : null))
  return new CodedError({
    kind: 'unavailable',
    code: isLimited ? 'clinical.rate_limited' : 'clinical.source_failed',
    title: isLimited ? `Too many requests to ${name}` : `${name} did not answer`,
    detail: isLimited
      ? `It accepts no more requests for now. Try again in ${formatWait(wait.retryAfterSeconds ?? 60)}.`
      : [failure.reason, 'Check the server’s network on the page Sources, then ask again.'].filter(Boolean).join(' '),
    ...wait,
  })
}

/** The source rejected the text of the query. */
export function queryRefused(name: string, where: 'path' | 'query', pointer: string): CodedError {
  return new CodedError({
    kind: 'invalid',
    code: 'clinical.query_refused',
    title: `${name} does not understand these words`,
    detail: 'Close every quotation mark and bracket, or leave them out.',
    fields: [{ in: where, pointer, message: `is not a query of ${name}` }],
  })
}

export function trialNotFound(nctId: string): CodedError {
  return new CodedError({
    kind: 'not_found',
    ...refusal('clinical.trial_not_found'),
    title: `The register has no study ${nctId}`,
  })
}

export function pageTooFar(first: number): CodedError {
  return new CodedError({
    kind: 'invalid',
    code: 'clinical.page_too_far',
    title: `The register is read from the front, to page ${first}`,
    detail: 'Continue with the `nextCursor` of the previous page, or narrow the search.',
    fields: [{ in: 'query', pointer: '/page', message: `must be ${first} or less without a cursor` }],
  })
}

export function tooManyArticles(max: number): CodedError {
  return new CodedError({
    kind: 'invalid',
    code: 'clinical.page_too_far',
    title: `PubMed shows the first ${max} articles only`,
    detail: 'Choose a year, or write the condition more narrowly.',
    fields: [{ in: 'query', pointer: '/page', message: `must not go past article ${max}` }],
  })
}
