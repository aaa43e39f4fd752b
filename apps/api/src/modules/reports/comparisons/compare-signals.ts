import { refusal, type RefusalCode } from '@auspex/contract/refusals'
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
  return refuse('comparisons.too_many_signals', 'ids')
}

/** One signal, or the same one twice. */
function tooFewSignals(): CodedError {
  return refuse('comparisons.too_few_signals', 'ids')
}

/** The reference is not one of the signals. */
function referenceNotCompared(): CodedError {
  return refuse('comparisons.reference_not_compared', 'reference')
}

/** The last day is before the first. */
function daysReversed(): CodedError {
  return refuse('comparisons.days_reversed', 'to')
}

function refuse(code: RefusalCode, field: string): CodedError {
  const words = refusal(code)
  const message = `${words.title}. ${words.detail}`
  return new CodedError({ kind: 'invalid', ...words, fields: [{ in: 'query', pointer: `/${field}`, message }] })
}
