import { compareReports } from '@auspex/analytics'
import type { ComparisonBasis, SignalComparison } from '@auspex/sdk/types'
import { CodedError } from '../../../kernel/errors.ts'
import { describeQuery } from '../describe-query.ts'
import type { Signals } from '../signals.module.ts'

/** Maximum number of signals in a comparison: as many lines as a reader can distinguish. */
const maxSignals = 5

export interface CompareInput {
  /** Ids, separated by commas. */
  ids: string
  basis?: ComparisonBasis
  reference?: string
  from?: string
  to?: string
  /** The past day whose knowledge is compared. */
  asOf?: string
}

/** Puts signals on one scale and compares each with the reference. Throws `comparisons.*` for invalid comparisons and `signals.not_found`. */
export async function compareSignals(
  { ids, basis = 'documents', reference, from, to, asOf }: CompareInput,
  { signals }: { signals: Signals },
): Promise<SignalComparison> {
  const named = [...new Set(ids.split(','))]
  if (named.length > maxSignals) throw tooManySignals()
  if (named.length < 2) throw tooFewSignals()
  const place = reference === undefined ? 0 : named.indexOf(reference)
  if (place < 0) throw referenceNotCompared()
  if (from !== undefined && to !== undefined && to < from) throw daysReversed()
  const reports = await Promise.all(named.map((id) => signals.readReport(id, { asOf })))
  // a signal of a past day has an id of its own
  return compareReports(reports, { basis, referenceId: reports[place]?.signalId ?? '', from, to, describeQuery })
}

/** More than five signals were requested. */
function tooManySignals(): CodedError {
  return refuse('comparisons.too_many_signals', {
    field: 'ids',
    message: 'At most five signals can be compared: a sixth line cannot be told apart. Remove one first.',
  })
}

/** One signal, or the same one twice. */
function tooFewSignals(): CodedError {
  return refuse('comparisons.too_few_signals', {
    field: 'ids',
    message: 'A comparison needs two different signals. Add another one.',
  })
}

/** The reference is not one of the signals. */
function referenceNotCompared(): CodedError {
  return refuse('comparisons.reference_not_compared', {
    field: 'reference',
    message: 'The reference is not among the compared signals. Name one of them, or leave it out.',
  })
}

/** The last day is before the first. */
function daysReversed(): CodedError {
  return refuse('comparisons.days_reversed', {
    field: 'to',
    message: 'The last day is before the first. Swap the two.',
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
