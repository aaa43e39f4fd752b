import { refusal } from '@auspex/contract/refusals'
import { formatDay, type QueryError, type QuestionConflict } from '@auspex/analytics'
import { CodedError } from '../../kernel/errors.ts'

/** The terms cannot be parsed; the column counts from 1 in the tidied term. */
export function queryUnreadable(error: QueryError, pointer: string): CodedError {
  return new CodedError({
    kind: 'invalid',
    code: 'signals.query_unreadable',
    title: error.message,
    detail: `Column ${error.column}: ${error.hint}`,
    fields: [{ in: 'body', pointer, message: `Column ${error.column}: ${error.message} ${error.hint}` }],
  })
}

/** The query is well-formed but cannot be satisfied. */
export function queryInvalid({ pointer, message }: { pointer: string; message: string }): CodedError {
  return new CodedError({
    kind: 'invalid',
    code: 'signals.query_invalid',
    title: message,
    fields: [{ in: 'body', pointer, message }],
  })
}

/** Fields of the query contradict each other, or a required companion field is missing. */
export function queryContradictory(conflicts: readonly QuestionConflict[], at: string): CodedError {
  return new CodedError({
    kind: 'invalid',
    code: 'signals.query_invalid',
    title: conflicts[0]?.message ?? 'The query contradicts itself',
    fields: conflicts.map(({ field, message }) => ({ in: 'body', pointer: `${at}/${field}`, message })),
  })
}

/** The last day is before the first, in the URL or as `at` says. */
export function daysReversed(
  at: { in: 'query' | 'body'; pointer: string } = { in: 'query', pointer: '/to' },
): CodedError {
  const message = 'The last day is before the first day.'
  return new CodedError({
    kind: 'invalid',
    code: 'signals.query_invalid',
    title: message,
    fields: [{ ...at, message }],
  })
}

/** A report as of a day that has not come yet. */
export function notYetKnown(): CodedError {
  const message = 'This day has not come yet.'
  return new CodedError({
    kind: 'invalid',
    code: 'signals.query_invalid',
    title: message,
    fields: [{ in: 'query', pointer: '/asOf', message }],
  })
}

/** A report as of a day before the library began to record what it collects. */
export function collectedLater(since: string): CodedError {
  const message = `This library has recorded since ${formatDay(since)} what it collects and when, so it cannot tell what was known before.`
  return new CodedError({
    kind: 'invalid',
    code: 'signals.query_invalid',
    title: message,
    detail: 'Choose that day or a later one, or limit the report to documents published until the day you mean.',
    fields: [{ in: 'query', pointer: '/asOf', message }],
  })
}

/** The signal has never been searched here. */
export function signalNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    ...refusal('signals.not_found'),
  })
}

/** A summary was requested for a term that no document contains. */
export function nothingToSummarize(): CodedError {
  return new CodedError({
    kind: 'not_found',
    code: 'signals.no_documents',
    title: 'No document in the library matches this term',
    detail: 'Search the term so that the sources are asked, or import documents.',
  })
}

/** The library does not hold the document. */
export function documentNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    ...refusal('signals.no_document'),
  })
}

export function narrativeNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    ...refusal('signals.narrative_not_found'),
  })
}

/** Measurements that are close together are joined, and the documents of large changes are not stored. */
export function measurementNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    ...refusal('signals.measurement_not_found'),
  })
}

/** It does not exist or belongs to someone else: the error does not distinguish the two. */
export function spaceNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    ...refusal('context_spaces.not_found'),
  })
}

export function tooFewDocuments(documents: number): CodedError {
  return new CodedError({
    kind: 'conflict',
    code: 'context_spaces.too_few_documents',
    title: `This signal has ${documents} documents, and a map needs ten`,
    detail: 'Search a broader term, a longer time or more sources.',
  })
}

export function nothingStandsOut(): CodedError {
  return new CodedError({
    kind: 'conflict',
    code: 'context_spaces.nothing_stands_out',
    title: 'No word or name comes up with this signal more than by chance',
    detail: 'When documents came a moment ago, wait until they are read; otherwise search a broader term.',
  })
}

export function tooManySpaces(max: number): CodedError {
  return new CodedError({
    kind: 'conflict',
    code: 'context_spaces.too_many',
    title: `You keep ${max} context spaces already`,
    detail: 'Delete one that you no longer need.',
  })
}

export function mapIsFull(most: number): CodedError {
  return new CodedError({
    kind: 'conflict',
    code: 'context_spaces.full',
    title: `A map holds at most ${most} contexts`,
    detail: 'Remove some that are less informative, then add these.',
  })
}

export function changedMeanwhile(): CodedError {
  return new CodedError({
    kind: 'conflict',
    code: 'context_spaces.changed_meanwhile',
    title: 'The map was changed at the same time from elsewhere',
    detail: 'Load it again and repeat the change.',
  })
}

/** The caller has no check of this signal; checks of others are no different. */
export function checkNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    code: 'query_checks.not_found',
    title: 'The query has not been checked',
    detail: 'Draw documents for this signal and label them.',
  })
}

/** A query without documents has none to label. */
export function nothingToCheck(): CodedError {
  return new CodedError({
    kind: 'conflict',
    code: 'query_checks.no_documents',
    title: 'This query has no documents to label',
    detail: 'Search a broader term, a longer time or more sources.',
  })
}

/** Labels cannot stand for documents of other sources, days or countries. */
export function otherBounds(): CodedError {
  return new CodedError({
    kind: 'conflict',
    code: 'query_checks.other_bounds',
    title: 'These labels are of other sources, days or countries',
    detail: 'Draw documents for this query and label those.',
  })
}
