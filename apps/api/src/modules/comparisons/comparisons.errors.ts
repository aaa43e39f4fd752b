import { CodedError } from '../../kernel/errors.ts'

/** Signals that one comparison holds at most: so many lines can be told apart. */
export const mostSignals = 5

/** A sixth signal was asked for. */
export function tooManySignals(): CodedError {
  return refuse('comparisons.too_many_signals', {
    field: 'ids',
    message: 'At most five signals can be compared: a sixth line cannot be told apart. Remove one first.',
  })
}

/** One signal, or the same one twice. */
export function tooFewSignals(): CodedError {
  return refuse('comparisons.too_few_signals', {
    field: 'ids',
    message: 'A comparison needs two different signals. Add another one.',
  })
}

/** The reference is none of the signals. */
export function referenceNotCompared(): CodedError {
  return refuse('comparisons.reference_not_compared', {
    field: 'reference',
    message: 'The reference is not among the compared signals. Name one of them, or leave it out.',
  })
}

/** The days end before they begin. */
export function daysReversed(): CodedError {
  return refuse('comparisons.days_reversed', {
    field: 'to',
    message: 'The last day is before the first. Exchange the two.',
  })
}

function refuse(code: string, { field, message }: { field: string; message: string }): CodedError {
  return new CodedError({
    kind: 'invalid',
    code,
    title: message,
    fields: [{ in: 'query', pointer: `/${field}`, message }],
  })
}
