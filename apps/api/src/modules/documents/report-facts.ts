import { sql } from 'kysely'
import type { Database } from '../../adapters/database/database.port.ts'
import { countryBasisCodes, decode, kindCodes, sourceCodes } from './document-codes.ts'
import { type DocumentFilter, toCondition } from './document-filter.ts'
import { toDocumentId } from './document-id.ts'
import { reportFactsStatement } from './report-facts.sql.ts'
import type { ContextFacts, DayFacts, NamedFacts, ReportFacts, ToneCounts } from './report-facts.types.ts'

/** Above so many expected documents the 1/8 sample answers; measured in docs/decisions/0043. */
export const sampleThreshold = 20_000
const sampleFactor = 8

/**
 * Counts everything that a report shows of the documents of a filter. Throws what the database throws, for instance
 * when `tsquery` is no tsquery literal.
 */
export async function readReportFacts(database: Database, filter: DocumentFilter): Promise<ReportFacts> {
  const condition = toCondition(filter)
  const sampled = (await estimateDocuments(database, filter)) > sampleThreshold
  const statement = reportFactsStatement({ condition, sampled, demo: filter.world === 'demo' })
  const { rows } = await statement.execute(database.kysely)
  return toReportFacts(rows[0]?.facts as RawFacts, sampled ? sampleFactor : 1) // the shape is that of report-facts.sql.ts
}

/** How many documents the planner expects: half a millisecond, good to about 10 % for single words. */
export async function estimateDocuments(database: Database, filter: DocumentFilter): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) select 1 from document d where ${toCondition(filter)}`.execute(database.kysely)
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0
}

type RawTone = [negative: number, neutral: number, positive: number, unknown: number, sum: number, squares: number]
type RawNamed = [
  name: string,
  n: number,
  score: number | null,
  comments: number | null,
  tone: RawTone,
  source: number,
  first: string,
  last: string,
]
type RawContext = [name: string, hits: number, background: number | null]

interface RawFacts {
  revision: number
  total: { n: number; c: number; o: number; a: number; first: string | null; last: string | null; tone: RawTone }
  days: [day: string, n: number, clusters: number, tone: RawTone][] | null
  daySources: [day: string, source: number, n: number][] | null
  kinds: [kind: number, n: number, tone: RawTone][] | null
  countries: [country: string | null, basis: number | null, n: number, tone: RawTone][] | null
  outlets: RawNamed[] | null
  authors: RawNamed[] | null
  entities: RawContext[] | null
  entityLibrary: number
  terms: RawContext[] | null
  termDocuments: number
  termLibrary: number
  newest: string[] | null
  engaged: string[] | null
}

function toReportFacts(raw: RawFacts, factor: number): ReportFacts {
  const sampled = factor > 1
  const scale = (n: number) => n * factor
  const clusters = (n: number) => (sampled ? null : n)
  const tone = ([negative, neutral, positive, unknown, sum, sumOfSquares]: RawTone): ToneCounts => ({
    negative: scale(negative),
    neutral: scale(neutral),
    positive: scale(positive),
    unknown: scale(unknown),
    sum: scale(sum),
    sumOfSquares: scale(sumOfSquares),
  })
  const toNamed = ([name, n, score, comments, tones, source, firstDay, lastDay]: RawNamed): NamedFacts => ({
    name,
    sourceKey: decode(sourceCodes, source),
    firstDay,
    lastDay,
    documents: scale(n),
    score: score === null ? null : scale(score),
    comments: comments === null ? null : scale(comments),
    tone: tone(tones),
  })
  const sources = sourcesByDay(raw.daySources ?? [], scale)
  const { total } = raw
  return {
    revision: raw.revision,
    sampled,
    documentsRead: total.n,
    documents: scale(total.n),
    clusters: clusters(total.c),
    outlets: total.o,
    authors: total.a,
    firstAt: total.first === null ? null : new Date(total.first).toISOString(),
    lastAt: total.last === null ? null : new Date(total.last).toISOString(),
    tone: tone(total.tone),
    days: (raw.days ?? []).map(([day, n, c, tones]) => ({
      day,
      documents: scale(n),
      clusters: clusters(c),
      tone: tone(tones),
      sources: sources.byDay.get(day) ?? {},
    })),
    bySource: sources.totals,
    byKind: (raw.kinds ?? []).map(([kind, n, tones]) => ({
      kind: decode(kindCodes, kind),
      documents: scale(n),
      tone: tone(tones),
    })),
    byCountry: (raw.countries ?? []).map(([country, basis, n, tones]) => ({
      country,
      basis: basis === null ? null : decode(countryBasisCodes, basis),
      documents: scale(n),
      tone: tone(tones),
    })),
    topOutlets: (raw.outlets ?? []).map(toNamed),
    topAuthors: (raw.authors ?? []).map(toNamed),
    // Contexts compare shares, so they keep the counts of what was read
    entities: {
      candidates: (raw.entities ?? []).map(toContext),
      hitsTotal: total.n,
      backgroundTotal: raw.entityLibrary,
    },
    terms: {
      candidates: (raw.terms ?? []).map(toContext),
      hitsTotal: raw.termDocuments,
      backgroundTotal: raw.termLibrary,
    },
    newest: (raw.newest ?? []).map(toDocumentId),
    mostEngaged: (raw.engaged ?? []).map(toDocumentId),
  }
}

function toContext([name, hits, background]: RawContext): ContextFacts {
  return { name, hits, background }
}

function sourcesByDay(rows: [string, number, number][], scale: (n: number) => number) {
  const byDay = new Map<string, DayFacts['sources']>()
  const totals = new Map<number, number>()
  for (const [day, source, n] of rows) {
    const entry = byDay.get(day) ?? {}
    entry[decode(sourceCodes, source)] = scale(n)
    byDay.set(day, entry)
    totals.set(source, (totals.get(source) ?? 0) + scale(n))
  }
  const sorted = [...totals].toSorted(([, a], [, b]) => b - a)
  return { byDay, totals: sorted.map(([source, documents]) => ({ sourceKey: decode(sourceCodes, source), documents })) }
}
