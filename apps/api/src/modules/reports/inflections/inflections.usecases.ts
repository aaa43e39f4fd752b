import { addDays, byStrength, type DailyReport, daysBetween, queryPhrases, tokens } from '@auspex/analytics'
import type { InflectionMarker, InflectionPointSummary } from '@auspex/sdk/types'
import type { DocumentId, DocumentsModule, PointFacts, PointWindow } from '../../library/index.ts'
import type { Signals } from '../signals.module.ts'
import { explainPoint, risenTerms } from './explain-point.ts'

/** Four weeks: long enough to show what was usual, short enough to be the time just before. */
const comparedDays = 28

/** With fewer documents there is too little to compare with, so the window extends further back, up to a year. */
const minDocuments = 30
const maxDays = 365

/** Maximum number explained at once: each costs a few milliseconds. */
const maxExplanations = 6

export interface InflectionsDependencies {
  signals: Signals
  documents: DocumentsModule
}

/** Number of texts read from the sample of a point's documents. */
const maxTexts = 20

/** The strongest points of a signal, or those of `day`, with what was published then. Throws `signals.not_found`. */
export async function summarizeInflections(
  { signalId, day }: { signalId: string; day: string | null },
  deps: InflectionsDependencies,
): Promise<InflectionPointSummary> {
  const report = await deps.signals.readReport(signalId)
  const { basis, found, reason, method } = report.inflections
  const points = await explainPoints(choosePoints(report.inflections.points, day), report, deps)
  return { signalId, points, basis, found, reason, method }
}

async function explainPoints(
  chosenPoints: readonly InflectionMarker[],
  { signalId, inflections, lastDay, volume }: DailyReport,
  { signals, documents }: InflectionsDependencies,
): Promise<InflectionPointSummary['points']> {
  if (chosenPoints.length === 0) return []
  const query = await signals.find(signalId)
  const { filter } = await signals.filterOf(query)
  const windows = chosenPoints.map((point) =>
    pointWindow(point, { all: inflections.points, lastDay, days: volume.days }),
  )
  const facts = await documents.pointFacts.readPoints(filter, windows)
  const words = new Set(queryPhrases(query.node).flatMap(tokens))
  const terms = facts.map((eachPointFacts) => risenTerms(eachPointFacts, words))
  const candidates = [...new Set(facts.flatMap(({ sample, early }) => [...sample, ...early]))]
  const risen = [...new Set(terms.flat().map(({ term }) => term))]
  const [stored, holders] = await Promise.all([
    documents.getDocuments([...new Set(facts.flatMap(textsOf))], { withoutTone: filter.withoutTone }),
    risen.length === 0 ? new Map<string, readonly string[]>() : documents.pointFacts.findHolders(candidates, risen),
  ])
  const byId = new Map(stored.map((document) => [document.documentId, document]))
  return chosenPoints.flatMap((point, index) => {
    const [window, pointFacts] = [windows[index], facts[index]]
    if (window === undefined || pointFacts === undefined) return []
    const pointDocuments = new Set([...pointFacts.sample, ...pointFacts.early])
    const ownHolders = new Map([...holders].map(([term, ids]) => [term, ids.filter((id) => pointDocuments.has(id))]))
    return [
      explainPoint({
        topic: query.node,
        point,
        basis: inflections.basis,
        window,
        facts: pointFacts,
        terms: terms[index] ?? [],
        holders: ownHolders,
        documents: byId,
      }),
    ]
  })
}
/** Texts read for the sentences about a point. */
function textsOf({ stories, early, sample }: PointFacts): DocumentId[] {
  return [...new Set([...stories.map(({ firstId }) => firstId), ...early, ...sample.slice(0, maxTexts)])]
}

/** The points of a day, or the least likely by chance; oldest first. */
export function choosePoints(points: readonly InflectionMarker[], day: string | null): InflectionMarker[] {
  if (day !== null) {
    const startingPoints = points.filter((point) => point.day === day)
    // the peak of a spike is seldom its first day
    return startingPoints.length > 0
      ? startingPoints
      : points.filter((point) => point.kind === 'spike' && isWithin(point, day))
  }
  const strongest = points.toSorted(byStrength).slice(0, maxExplanations)
  return strongest.toSorted((a, b) => (a.day < b.day ? -1 : 1))
}

function isWithin({ day: first, endDay }: InflectionMarker, day: string): boolean {
  return first <= day && (endDay === null || day <= endDay)
}

interface CountedDay {
  day: string
  documents: number
}

interface WindowInput {
  all: readonly InflectionMarker[]
  lastDay: string
  /** Days of the report, without gaps. */
  days: readonly CountedDay[]
}

/**
 * The days that explain a point and the days they are compared with. A spike is explained by its own days, a shift by the first four weeks of the new
 * level, up to the next point. The time before is four weeks, or more if these contain little.
 */
export function pointWindow(point: InflectionMarker, { all, lastDay, days }: WindowInput): PointWindow {
  const next = all.find(({ day, kind }) => day > point.day && kind !== 'spike')
  const until = point.kind === 'shift' ? addDays(point.day, comparedDays - 1) : (point.endDay ?? lastDay)
  const beforeNext = next === undefined || point.kind !== 'shift' ? lastDay : addDays(next.day, -1)
  const to = until < beforeNext ? until : beforeNext
  return {
    from: point.day,
    to: to < point.day ? point.day : to,
    beforeFrom: addDays(point.day, -lengthBefore(point.day, days)),
    beforeTo: addDays(point.day, -1),
  }
}

function lengthBefore(day: string, days: WindowInput['days']): number {
  const first = days[0]?.day
  const dayIndex = first === undefined ? 0 : daysBetween(first, day)
  let documents = 0
  for (let back = 1; back <= Math.min(maxDays, dayIndex); back++) {
    documents += days[dayIndex - back]?.documents ?? 0
    if (back >= comparedDays && documents >= minDocuments) return back
  }
  return Math.max(comparedDays, Math.min(maxDays, dayIndex))
}
