import type { ChangePart, Measurement, MeasurementComparison, Measurements } from '@auspex/sdk/types'
import { toDocumentId } from '../../library/index.ts'
import { findSignal } from '../find-signal.ts'
import { findReport } from '../read-report.ts'
import type { ReportDependencies } from '../report-dependencies.ts'
import { measurementNotFound } from '../reports.errors.ts'
import { reportVersion } from '../signal-reports.repository.ts'
import { compareMembers, decodeIds, type Step, type StepCause, sumSteps } from './measurement-change.ts'
import type { LastMeasurement, StoredMeasurement } from './measurements.repository.ts'

const limits =
  'The parts count documents, not pieces. A document that was removed and collected again counts in both parts. Which documents were removed is not ' +
  'stored, so they cannot be listed.'
const sampleLimits = `${limits} The documents were counted from a sample, so the parts are estimates and cannot be listed.`

/** What the waterfall shows, in this order. */
const causes: readonly StepCause[] = ['new', 'newly-covered', 'removed', 'method-added', 'method-left', 'sample']
/** Documents that still match the query; the others are in no list of it. */
const listedCauses: ReadonlySet<StepCause> = new Set(['new', 'newly-covered', 'method-added'])

/** The measurements of a signal that differ, newest first. Throws `signals.not_found`. */
export async function listMeasurements(signalId: string, deps: ReportDependencies): Promise<Measurements> {
  await findSignal(signalId, deps)
  const rows = await deps.measurements.list(signalId)
  return { signalId, items: rows.map((row, index) => present(row, rows[index - 1])).toReversed() }
}

interface ComparisonRequest {
  signalId: string
  from?: number | undefined
  to?: number | undefined
  previousSignalId?: string | undefined
}

/** Why a signal changed. Throws `signals.not_found` and `signals.measurement_not_found`. */
export async function compareMeasurements(
  { signalId, from, to, previousSignalId }: ComparisonRequest,
  deps: ReportDependencies,
): Promise<MeasurementComparison> {
  await findSignal(signalId, deps)
  if (previousSignalId !== undefined && previousSignalId !== signalId)
    return compareQueries({ signalId, previousSignalId, from }, deps)
  const rows = await deps.measurements.list(signalId)
  const later = to === undefined ? rows.length - 1 : indexOf(rows, to)
  const earlier = from === undefined ? later - 1 : indexOf(rows, from)
  if (earlier > later) throw measurementNotFound()
  const [first, last] = [rows[earlier], rows[later]]
  const shownTo = last === undefined ? null : present(last, rows[later - 1])
  if (first === undefined || last === undefined)
    return { signalId, from: null, to: shownTo, change: null, parts: [], limits }
  const parts = await explainSpan(first, last, deps)
  return {
    signalId,
    from: present(first, rows[earlier - 1]),
    to: shownTo,
    change: last.documents - first.documents,
    parts,
    limits: isSampled(first) || isSampled(last) ? sampleLimits : limits,
  }
}

/** Throws `signals.measurement_not_found`. */
function indexOf(rows: readonly StoredMeasurement[], number: number): number {
  const index = rows.findIndex((row) => row.number === number)
  if (index < 0) throw measurementNotFound()
  return index
}

/**
 * First what happened to the documents of the old query until today, then what the new query finds of the library of today: so the change of the
 * query is counted at one state of the library, and does not mix with what was collected meanwhile.
 */
async function compareQueries(
  { signalId, previousSignalId, from }: { signalId: string; previousSignalId: string; from?: number | undefined },
  deps: ReportDependencies,
): Promise<MeasurementComparison> {
  await findSignal(previousSignalId, deps)
  const before = await deps.measurements.list(previousSignalId)
  const first = from === undefined ? before.at(-1) : before[indexOf(before, from)]
  const old = await measureToday(previousSignalId, deps)
  const now = await measureToday(signalId, deps)
  const rows = await deps.measurements.list(signalId)
  const lastMeasurement = (rows.at(-1) ?? null) && present(now, rows.at(-2))
  const to = lastMeasurement && {
    ...lastMeasurement,
    marks: [...new Set([...lastMeasurement.marks, 'query' as const])],
  }
  if (first === undefined || first.provenance !== now.provenance)
    return { signalId, from: null, to, change: null, parts: [], limits }
  const { came, went, fraction } = compareMembers(old, now)
  const addedDocuments = Math.round(came.size / fraction)
  const removedDocuments = Math.round(went.size / fraction)
  const isListed = fraction === 1
  const parts: ChangePart[] = [
    ...(await explainSpan(first, old, deps)),
    ...toPart('query-added', addedDocuments, isListed ? { signalId, change: `query-added.${previousSignalId}` } : null),
    ...toPart(
      'query-left',
      -removedDocuments,
      isListed ? { signalId: previousSignalId, change: `query-left.${signalId}` } : null,
    ),
  ]
  const change = now.documents - first.documents
  return {
    signalId,
    from: present(first, before[before.indexOf(first) - 1]),
    to,
    change,
    parts: addRounding(parts, change),
    limits: [first, old, now].some(isSampled) ? sampleLimits : limits,
  }
}

/** Estimates from samples of two queries are rounded on their own. */
function addRounding(parts: readonly ChangePart[], change: number): ChangePart[] {
  const rounding = change - parts.reduce((sum, { documents }) => sum + documents, 0)
  const before = parts.find(({ cause }) => cause === 'sample')?.documents ?? 0
  return [...parts.filter(({ cause }) => cause !== 'sample'), ...toPart('sample', before + rounding, null)]
}

/** Measures the signal where its report is not current. Throws `signals.measurement_not_found` for a part of another, whose measurements are not stored. */
async function measureToday(signalId: string, deps: ReportDependencies): Promise<LastMeasurement> {
  await findReport(signalId, deps)
  const measurement = await deps.measurements.findLast(signalId, reportVersion)
  if (measurement?.last == null) throw measurementNotFound()
  return measurement.last
}

async function explainSpan(
  first: StoredMeasurement,
  last: StoredMeasurement,
  { measurements }: ReportDependencies,
): Promise<ChangePart[]> {
  const { signalId } = last
  const step = sumSteps(await measurements.findSteps(signalId, { from: first.number, to: last.number }))
  return causes.flatMap((cause) => {
    const part = step.parts[cause]
    if (part === undefined) return []
    const isListed = listedCauses.has(cause) && step.partDocuments[cause] != null
    const place = isListed ? { signalId, change: `${cause}.${first.number}.${last.number}` } : null
    return toPart(cause, part.documents, place, part.sources)
  })
}

function toPart(
  cause: ChangePart['cause'],
  documents: number,
  place: { signalId: string; change: string } | null,
  sources: ChangePart['sources'] = [],
): ChangePart[] {
  if (documents === 0) return []
  return [{ cause, documents, sources, signalId: place?.signalId ?? null, change: place?.change ?? null }]
}

function isSampled({ sampleFraction }: StoredMeasurement): boolean {
  return sampleFraction < 1
}

function present(row: StoredMeasurement, before: StoredMeasurement | undefined): Measurement {
  const { number, signalId, measuredAt, lastMeasuredAt, documents, pieces, share, query, method, parts } = row
  const marks: Measurement['marks'] = []
  if (parts['newly-covered'] !== undefined) marks.push('coverage')
  if (before !== undefined && before.method !== method) marks.push('method')
  return {
    number,
    signalId,
    measuredAt: measuredAt.toISOString(),
    lastMeasuredAt: lastMeasuredAt.toISOString(),
    documents,
    pieces,
    share,
    isSampled: isSampled(row),
    query,
    method,
    change: before === undefined ? null : documents - before.documents,
    marks,
  }
}

/**
 * The ids of the documents of one part of a change, named as `compareMeasurements` names it. Throws `signals.measurement_not_found` where they are
 * not stored.
 */
export async function findChangeDocuments(
  signalId: string,
  change: string,
  deps: ReportDependencies,
): Promise<string[]> {
  const { measurements } = deps
  const [cause = '', first = '', last = ''] = change.split('.')
  if (first.startsWith('sig_')) return findQueryDocuments(signalId, first, deps)
  const [from, to] = [Number(first), Number(last)]
  const rows = await measurements.list(signalId)
  if (indexOf(rows, from) > indexOf(rows, to)) throw measurementNotFound()
  const { parts, partDocuments }: Step = sumSteps(await measurements.findSteps(signalId, { from, to }))
  const knownCause = causes.find((one) => one === cause)
  if (knownCause === undefined || !listedCauses.has(knownCause)) throw measurementNotFound()
  if (parts[knownCause] === undefined) return []
  const ids = partDocuments[knownCause]
  if (ids == null) throw measurementNotFound()
  return toDocumentIds(decodeIds(ids))
}

/** The documents that the last measurement of this signal has and that of another has not. */
async function findQueryDocuments(
  signalId: string,
  otherId: string,
  { measurements }: ReportDependencies,
): Promise<string[]> {
  const own = (await measurements.findLast(signalId, reportVersion))?.last
  const other = (await measurements.findLast(otherId, reportVersion))?.last
  if (own == null || other == null) throw measurementNotFound()
  const { came, fraction } = compareMembers(other, own)
  if (fraction < 1) throw measurementNotFound()
  return toDocumentIds(came)
}

function toDocumentIds(ids: Iterable<bigint>): string[] {
  return [...new Set(Array.from(ids, (id) => toDocumentId(String(id))))]
}
