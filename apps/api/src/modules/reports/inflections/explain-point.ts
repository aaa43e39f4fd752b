import {
  anyOf,
  compileClaims,
  isContextTerm,
  logOddsTerms,
  type QueryNode,
  type ScoredTerm,
  summarize,
  meanDifference,
  type Sums,
  type ClaimNumber,
  claimNumber,
  plainNumber,
  evidence,
  type NewClaim,
  formatDay,
  type ReportedStory,
  type StatementDraft,
  claimStatus,
  storyStatements,
  supportThresholds,
  showableRatio,
} from '@auspex/analytics'
import type {
  Estimate,
  InflectionMarker,
  InflectionPoint,
  InflectionsSection,
  InflectionStarter,
  ToneShift,
} from '@auspex/sdk/types'
import type { StoredDocument, PointFacts, PointWindow } from '../../library/index.ts'
import { maxShownTitle } from '../report/present-document.ts'
import { compareAscending } from '../../../kernel/fold-text.ts'

const maxStorySentences = 2

const method = 'difference of mean tone with normal interval (Welch)'

/** The input of a point's explanation. */
export interface ExplainInput {
  /** The signal's query: quotations must be about it. */
  topic: QueryNode
  point: InflectionMarker
  basis: InflectionsSection['basis']
  window: PointWindow
  facts: PointFacts
  terms: readonly ScoredTerm[]
  /** Ids of the point's documents that contain each word. */
  holders: ReadonlyMap<string, readonly string[]>
  /** The texts that were read, by id. */
  documents: ReadonlyMap<string, StoredDocument>
}

const maxTerms = 12
const maxStarters = 5
/** Number of risen words that identify an early document as one about the change. */
const maxMarkerTerms = 3
const maxSentences = 3
const maxIds = 50
/** z-score of the log-odds for 5 %, one-sided, over many words: lower values are chance. */
const minZ = 1.96

/** The words that rose, without those of the query, which every document contains. */
export function risenTerms({ terms, termTotals }: PointFacts, queryWords: ReadonlySet<string>): ScoredTerm[] {
  const contextTerms = terms.filter(({ term }) => isContextTerm(term) && !queryWords.has(term))
  return logOddsTerms(contextTerms, termTotals)
    .filter(({ z }) => z >= minZ)
    .slice(0, maxTerms)
}

/** Explains a point by its stories, words, tone, first voices and sentences. */
export function explainPoint(input: ExplainInput): InflectionPoint {
  const { point, basis, window, facts, terms, holders, documents } = input
  const sampledIds = new Set<string>(facts.sample)
  const tone = toneShift(facts.after.tone, facts.before.tone)
  const stories = facts.stories.flatMap((story) => {
    const document = documents.get(story.firstId)
    return document === undefined ? [] : [{ ...story, document: { ...document, id: story.firstId } }]
  })
  const { statements, claims } = compileClaims(
    inflectionStatements({ point, basis, window, facts, tone, stories }),
    new Map(stories.map(({ document }) => [document.id, document])),
  )
  return {
    ...point,
    days: {
      ...window,
      documents: facts.after.documents,
      read: facts.after.read,
      documentsBefore: facts.before.documents,
      readBefore: facts.before.read,
    },
    statements,
    claims,
    stories: stories.map(({ storyCluster, documents: documentCount, outlets, document }) => ({
      storyCluster,
      title: document.title.slice(0, maxShownTitle),
      documents: documentCount,
      outlets,
      firstAt: document.publishedAt,
      firstOutlet: document.outlet.slice(0, 300),
      documentId: document.id,
    })),
    terms: terms.flatMap(({ term, z, logOdds, after, before }) => {
      const documentIds = (holders.get(term) ?? []).filter((id) => sampledIds.has(id)).slice(0, maxIds)
      return documentIds.length === 0
        ? []
        : [{ term: term.slice(0, 200), z, logOdds, documents: after, documentsBefore: before, documentIds }]
    }),
    tone,
    starters: findStarters(input),
    summary: writeSentences(input),
  }
}

interface StarterInput {
  facts: EarliestFacts
  terms: ExplainInput['terms']
  holders: ExplainInput['holders']
  documents: ExplainInput['documents']
}

interface EarliestFacts {
  stories: PointFacts['stories']
  early: PointFacts['early']
}

/**
 * Who was first: authors, or outlets when there are no authors. Among the earliest documents, those count that belong to a story of several documents or
 * contain one of the words that rose most; all of them when none does. Only the first of several copies counts, and none if several were published at
 * the same instant, or on the same day when the first is dated by day only: then it is unknown who was first.
 */
export function findStarters({ facts, terms, holders, documents }: StarterInput): InflectionStarter[] {
  const shared = new Set(facts.stories.filter((story) => story.documents > 1).map(({ storyCluster }) => storyCluster))
  const withRisenTerms = new Set(terms.slice(0, maxMarkerTerms).flatMap(({ term }) => holders.get(term) ?? []))
  const early = facts.early.flatMap((id) => documents.get(id) ?? [])
  const about = early.filter(({ documentId, clusterId }) => shared.has(clusterId) || withRisenTerms.has(documentId))
  const starters = new Map<string, InflectionStarter>()
  const texts = Map.groupBy(about.length > 0 ? about : early, ({ clusterId }) => clusterId)
  for (const document of [...texts.values()].flatMap(ofFirstTeller)) {
    const { author, sourceKey, publishedAt, documentId } = document
    const name = nameOf(document)
    const key = `${author === null ? 'outlet' : 'author'} ${sourceKey} ${name}`
    const existing = starters.get(key)
    if (existing !== undefined) existing.documents += 1
    else
      starters.set(key, {
        name,
        kind: author === null ? 'outlet' : 'author',
        source: sourceKey,
        firstAt: publishedAt,
        documents: 1,
        documentId,
      })
  }
  return [...starters.values()].toSorted((a, b) => compareAscending(a.firstAt, b.firstAt)).slice(0, maxStarters)
}

function nameOf({ author, outlet }: StoredDocument): string {
  return (author ?? outlet).slice(0, 300)
}

/** Of the copies of a text, oldest first, those by its first publisher; empty unless that is a single name. */
function ofFirstTeller(copies: readonly StoredDocument[]): StoredDocument[] {
  const [first] = copies
  if (first === undefined) return []
  const timeOf = ({ publishedAt }: StoredDocument) =>
    first.datePrecision === 'day' ? publishedAt.slice(0, 10) : publishedAt
  const isTie = copies.some((copy) => timeOf(copy) === timeOf(first) && nameOf(copy) !== nameOf(first))
  return isTie ? [] : copies.filter((copy) => nameOf(copy) === nameOf(first))
}

/** The most informative sentences, those with risen words first. */
function writeSentences({ topic, facts, terms, documents }: ExplainInput): InflectionPoint['summary'] {
  const ids = new Set([...facts.stories.map(({ firstId }) => firstId), ...facts.sample, ...facts.early])
  const sampledDocuments = [...ids].flatMap((id) => documents.get(id) ?? [])
  const query: QueryNode | null =
    terms.length === 0
      ? null
      : anyOf(terms.map(({ term }) => ({ kind: 'phrase', words: [{ text: term, prefix: false }] })))
  return summarize({
    documents: sampledDocuments.map(({ documentId, title, body, publishedAt, tone, clusterId }) => ({
      id: documentId,
      title,
      body,
      publishedAt,
      tone,
      clusterId,
    })),
    query,
    topic,
    maxSentences,
  })
    .filter(({ text }) => text.length <= 2_000)
    .map(({ text, documentIds }) => ({ text, documentIds: documentIds.slice(0, maxIds) }))
}

/** How the mean tone changed; null when a side has fewer than two documents of known tone. */
function toneShift(after: Sums, before: Sums): ToneShift {
  const toneDifference = meanDifference(after, before)
  if (toneDifference === null) return null
  return {
    value: round(toneDifference.value),
    low: round(toneDifference.low),
    high: round(toneDifference.high),
    before: meanOf(before),
    after: meanOf(after),
    n: after.n,
    nBefore: before.n,
    method,
  }
}

/** In [-1, 1], clamped against rounding. */
function meanOf({ n, sum }: Sums): number {
  return round(Math.max(-1, Math.min(1, sum / n)))
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000
}

interface PointFindings {
  point: InflectionMarker
  basis: InflectionsSection['basis']
  window: PointWindow
  facts: { storyCount: number }
  tone: ToneShift
  stories: readonly ReportedStory[]
}

/** Statements about a point, each based on its numbers. */
export function inflectionStatements(findings: PointFindings): StatementDraft[] {
  const copied = findings.stories.filter(({ documents }) => documents > 1)
  return [levelStatement(findings), ...toneStatement(findings), ...storyStatements(copied).slice(0, maxStorySentences)]
}

function levelStatement({ point, basis, window, facts }: PointFindings): StatementDraft {
  const stories = facts.storyCount
  const days = [formatDay(window.from), formatDay(window.to)]
  const storiesClaim = claimNumber({ value: stories, unit: 'stories', n: stories })
  // a ratio to 0 is undefined
  const change = point.before === 0 ? null : showableRatio(point.change, supportThresholds.level.min)
  const level = change === null ? null : levelNumber(change)
  const when = window.from === window.to ? `On ${days[0]}` : `From ${days[0]} to ${days[1]}`
  const rate = describeRate(point, level, basis)
  const after = point.kind === 'shift' ? '. It stayed so until the next change' : ''
  const status = claimStatus(stories, supportThresholds.level)
  return {
    text: `${when} there ${stories === 1 ? 'was' : 'were'} ${storiesClaim.text}${rate}${after}.`,
    claims: [
      {
        kind: 'change',
        status,
        reason:
          status === 'weak'
            ? 'Few pieces were published in these days.'
            : 'The days were counted, and chance would rarely produce such a change.',
        numbers: [storiesClaim, ...(level === null ? [] : [level])],
        names: days,
        quote: null,
        evidence: evidence({ from: window.from, to: window.to }),
        documentIds: [],
        formula: 'inflection-points',
      },
    ],
  }
}

/** How the level of a point compares with the one around it or before it, as a sentence goes on: `, 3 times the level before`. */
function describeRate(
  { kind, before }: InflectionMarker,
  level: ClaimNumber | null,
  basis: PointFindings['basis'],
): string {
  const baseline = kind === 'spike' ? 'of the days around' : 'before'
  if (before === 0) return ', up from none before'
  if (level === null) return `, too few to compare with the level ${baseline}`
  const multiple = level.unit === 'percent' ? `${level.text} of` : level.text
  if (basis === 'count') return `, ${multiple} the level ${baseline}`
  return `. The topic’s share of everything in the library was ${multiple} ${kind === 'spike' ? 'that' : 'what it was'} ${baseline}`
}

/** A level as a multiple of another one, or a part of it: "0.28 times the level" is not how people write. */
function levelNumber({ value, low, high, n }: Omit<Estimate, 'method'>): ClaimNumber {
  return value < 1
    ? plainNumber({ unit: 'percent', value: 100 * value, low: 100 * low, high: 100 * high, n })
    : plainNumber({ unit: 'ratio', value, low, high, n })
}

function toneStatement({ tone, window }: PointFindings): StatementDraft[] {
  if (tone === null || Math.min(tone.n, tone.nBefore) < supportThresholds.toneDifference.min) return []
  const toneChange = plainNumber({
    value: tone.value,
    low: tone.low,
    high: tone.high,
    n: tone.n + tone.nBefore,
    unit: 'score',
  })
  const isCertain = tone.low > 0 || tone.high < 0
  const verdict = isCertain
    ? tone.value > 0
      ? ', to the positive side'
      : ', to the negative side'
    : ': no clear change'
  const claim: NewClaim = {
    kind: 'comparison',
    status: claimStatus(Math.min(tone.n, tone.nBefore), supportThresholds.toneDifference),
    reason: 'Mean tone of these days against that of the days before; single documents may be judged wrongly.',
    numbers: [toneChange],
    names: [],
    quote: null,
    evidence: evidence({ from: window.from, to: window.to }),
    documentIds: [],
    formula: 'inflection-points',
  }
  return [{ text: `The average tone moved by ${toneChange.text} from the time before${verdict}.`, claims: [claim] }]
}
