import type { QueryEcho } from '@auspex/sdk/types'
import type { MeasuredReport } from '../measure-report.ts'
import type { ReportDependencies } from '../report-dependencies.ts'
import { reportVersion } from '../signal-reports.repository.ts'
import { compareMembers, explainStep, type SourceCoverage } from './measurement-change.ts'
import type { LastMeasurement, MeasurementFigures, MeasurementsRepository } from './measurements.repository.ts'

type RecordDependencies = Pick<ReportDependencies, 'documents'> & { measurements: MeasurementsRepository }

/** Stores what a measurement found if it differs from the one before, with the cause of each difference. */
export async function recordMeasurement(
  { report, input, members }: MeasuredReport,
  { measurements, documents }: RecordDependencies,
): Promise<void> {
  const { signalId, provenance } = report
  const before = await measurements.findLast(signalId, reportVersion)
  if (before === null) return
  const { method, last } = before
  const measuredAt = new Date(report.computedAt)
  const figures = toFigures(report, input)
  const ids = members.ids()
  const measured = { ...figures, signalId, measuredAt, provenance, method, ids }
  if (last === null || last.provenance !== provenance) {
    await measurements.forget(signalId)
    await measurements.add({ ...measured, number: 1, parts: {}, partDocuments: {} })
    return
  }
  // another process has measured later documents meanwhile
  if (measuredAt < last.lastMeasuredAt) return
  const step = await explain(last, { ...figures, ids, members }, documents)
  if (step === null && last.method === method && last.sampleFraction === figures.sampleFraction) {
    await measurements.confirm(last, figures, measuredAt)
    return
  }
  const number = last.number + 1
  await measurements.add({ ...measured, number, ...(step ?? { parts: {}, partDocuments: {} }) })
  await measurements.thin(signalId)
}

type Members = MeasuredReport['members']

/** Null when the same documents were found. */
async function explain(
  last: LastMeasurement,
  later: MeasurementFigures & { ids: BigInt64Array; members: Members },
  documents: RecordDependencies['documents'],
) {
  const { came, went } = compareMembers(last, later)
  const changed = [...came, ...went].map(String)
  if (changed.length === 0 && later.documents === last.documents) return null
  return explainStep(last, later, await documents.collectionTimes(changed))
}

function toFigures(
  { counts, query }: MeasuredReport['report'],
  { holdings, facts }: MeasuredReport['input'],
): MeasurementFigures {
  const complete = holdings.filter((holding) => holding.complete)
  const all = complete.reduce((sum, { total }) => sum + total, 0)
  const completeSources = new Set(complete.map(({ source }) => source))
  const own = facts.groups.reduce((sum, group) => sum + (completeSources.has(group.sourceKey) ? group.documents : 0), 0)
  return {
    documents: counts.documents,
    pieces: counts.storyClusters,
    share: all === 0 || isPartOfDays(query) ? null : Math.min(1, own / all),
    sampleFraction: counts.sampleFraction,
    query: query.canonical,
    covered: holdings.map(({ source, kind, spans }): SourceCoverage => ({ source, kind, spans })),
  }
}

/** Sources are counted over all days, so some days have no share of them. */
function isPartOfDays({ startDate, endDate }: QueryEcho): boolean {
  return startDate !== null || endDate !== null
}
