import { queryPhrases, tokens } from '@auspex/analytics'
import type { InflectionMarker, InflectionPointSummary } from '@auspex/sdk/types'
import type { DocumentId, DocumentsModule, PointFacts } from '../documents/index.ts'
import { byStrength, type DailyReport, type Signals } from '../signals/index.ts'
import { explainPoint, risenTerms } from './explain-point.ts'
import { pointWindow } from './point-window.ts'

export interface InflectionsDependencies {
  signals: Pick<Signals, 'find' | 'filterOf' | 'readReport'>
  documents: Pick<DocumentsModule, 'getDocuments' | 'pointFacts'>
}

/** Explained at once: each costs some milliseconds. */
const explanationLimit = 6
/** Texts that are read of the sample of a point's documents. */
const textsRead = 20

export type InflectionsUsecases = ReturnType<typeof createInflectionsUsecases>

/** Explains the days at which a signal changed. */
export function createInflectionsUsecases({ signals, documents }: InflectionsDependencies) {
  return {
    /** The strongest points of a signal, or those that begin on `day`, with what was said then. Throws `signals.not_found`. */
    async summarize(signalId: string, day: string | null): Promise<InflectionPointSummary> {
      const report = await signals.readReport(signalId)
      const { basis, found, reason, method } = report.inflections
      const points = await explain(signalId, choose(report.inflections.points, day), report)
      return { signalId, points, basis, found, reason, method }
    },
  }

  async function explain(
    signalId: string,
    chosen: readonly InflectionMarker[],
    { inflections, lastDay, volume }: Pick<DailyReport, 'inflections' | 'lastDay' | 'volume'>,
  ): Promise<InflectionPointSummary['points']> {
    if (chosen.length === 0) return []
    const query = await signals.find(signalId)
    const { filter } = await signals.filterOf(query)
    const windows = chosen.map((point) => pointWindow(point, { all: inflections.points, lastDay, days: volume.days }))
    const facts = await documents.pointFacts.readPoints(filter, windows)
    const words = new Set(queryPhrases(query.node).flatMap(tokens))
    const terms = facts.map((one) => risenTerms(one, words))
    const candidates = [...new Set(facts.flatMap(({ sample, early }) => [...sample, ...early]))]
    const risen = [...new Set(terms.flat().map(({ term }) => term))]
    const [stored, holders] = await Promise.all([
      documents.getDocuments([...new Set(facts.flatMap(textsOf))], filter.withoutTone),
      risen.length === 0 ? new Map<string, readonly string[]>() : documents.pointFacts.findHolders(candidates, risen),
    ])
    const byId = new Map(stored.map((document) => [document.documentId, document]))
    return chosen.flatMap((point, index) => {
      const [window, pointFacts] = [windows[index], facts[index]]
      if (window === undefined || pointFacts === undefined) return []
      const own = new Set([...pointFacts.sample, ...pointFacts.early])
      const ownHolders = new Map([...holders].map(([term, ids]) => [term, ids.filter((id) => own.has(id))]))
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
}

/** Those of a day, or the least likely by chance; oldest first. */
function choose(points: readonly InflectionMarker[], day: string | null): InflectionMarker[] {
  if (day !== null) return points.filter((point) => point.day === day)
  const strongest = points.toSorted(byStrength).slice(0, explanationLimit)
  return strongest.toSorted((a, b) => (a.day < b.day ? -1 : 1))
}

/** Texts that are read of a point for its sentences. */
function textsOf({ stories, early, sample }: PointFacts): DocumentId[] {
  return [...new Set([...stories.map(({ firstId }) => firstId), ...early, ...sample.slice(0, textsRead)])]
}
