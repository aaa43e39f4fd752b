import type { PortfolioTrend } from '@auspex/sdk/types'
import { describeCounted } from './print/collection/printed-collection.ts'
import type { Column } from './write-rows.ts'

/** A signal of a portfolio as exported: what the portfolio shows, how many of its days are covered, and its sources. */
export interface CollectionRow extends Omit<PortfolioTrend, 'counts'> {
  portfolioId: string
  portfolio: string
  coverage: Coverage | null
  sources: SourceCount[]
}

/** The days that a portfolio shows of a signal. */
export interface Coverage {
  firstDay: string
  lastDay: string
  days: number
  coveredDays: number
}

interface SourceCount {
  source: string
  label: string
  documents: number
  lastDay: string | null
  status: string | null
  reason: string | null
}

/** How many of the shown days are covered; null when the signal was never measured or no day is covered. */
export function toCoverage({ sparkline }: PortfolioTrend): Coverage | null {
  const [first, last] = [sparkline[0], sparkline.at(-1)]
  if (first === undefined || last === undefined) return null
  const coveredDays = sparkline.filter(({ documents }) => documents !== null).length
  return { firstDay: first.day, lastDay: last.day, days: sparkline.length, coveredDays }
}

/** The CSV columns of a signal. Its daily and weekly values are only in JSON lines. */
export const collectionColumns: readonly Column<CollectionRow>[] = [
  ['portfolioId', ({ portfolioId }) => portfolioId],
  ['portfolio', ({ portfolio }) => portfolio],
  ['trendId', ({ id }) => id],
  ['signalId', ({ signalId }) => signalId],
  ['title', ({ title }) => title],
  ['counted', ({ query }) => describeCounted(query)],
  ['canonical', ({ query }) => query.canonical],
  ['stage', ({ stage }) => stage],
  ['documents', ({ documents }) => documents, 'count'],
  ['momentum', ({ momentum }) => momentum?.value ?? null, 'decimal'],
  ['momentumLow', ({ momentum }) => momentum?.low ?? null, 'decimal'],
  ['momentumHigh', ({ momentum }) => momentum?.high ?? null, 'decimal'],
  ['momentumDocuments', ({ momentum }) => momentum?.n ?? null, 'count'],
  ['momentumReason', ({ momentumReason }) => momentumReason],
  ['tone', ({ tone }) => tone?.value ?? null, 'tone'],
  ['toneLow', ({ tone }) => tone?.low ?? null, 'tone'],
  ['toneHigh', ({ tone }) => tone?.high ?? null, 'tone'],
  ['toneDocuments', ({ tone }) => tone?.n ?? null, 'count'],
  ['lastCoveredDay', ({ level }) => level?.day ?? null, 'day'],
  ['lastDayDocuments', ({ level }) => level?.documents ?? null, 'count'],
  ['documentsPerDay', ({ level }) => level?.average ?? null, 'decimal'],
  ['documentsADayCoveredDays', ({ level }) => level?.coveredDays ?? null, 'count'],
  ['shownFirstDay', ({ coverage }) => coverage?.firstDay ?? null, 'day'],
  ['shownLastDay', ({ coverage }) => coverage?.lastDay ?? null, 'day'],
  ['shownDays', ({ coverage }) => coverage?.days ?? null, 'count'],
  ['shownCoveredDays', ({ coverage }) => coverage?.coveredDays ?? null, 'count'],
  ['eventDay', ({ newestEvent }) => newestEvent?.day ?? null, 'day'],
  ['eventTitle', ({ newestEvent }) => newestEvent?.title ?? null],
  ['eventStories', ({ newestEvent }) => newestEvent?.stories ?? null, 'count'],
  ['eventRatio', ({ newestEvent }) => newestEvent?.ratio ?? null, 'decimal'],
  ['sources', ({ sources }) => sources.map(({ label, documents }) => `${label}: ${documents}`).join('; ') || null],
  ['outcome', ({ outcome }) => outcome?.state ?? null],
  ['outcomeReason', ({ outcome }) => outcome?.reason ?? null],
  ['addedAt', ({ addedAt }) => addedAt, 'moment'],
  ['measuredAt', ({ refreshedAt }) => refreshedAt, 'moment'],
]
