import {
  anyOf,
  compileClaims,
  isContextTerm,
  logOddsTerms,
  type QueryNode,
  type ScoredTerm,
  summarize,
} from '@auspex/analytics'
import type { InflectionMarker, InflectionPoint, InflectionsSection, InflectionStarter } from '@auspex/sdk/types'
import type { StoredDocument } from '../documents/index.ts'
import { inflectionStatements } from './inflection-statements.ts'
import type { PointFacts, PointWindow } from '../documents/index.ts'
import { toneShift } from './tone-shift.ts'

/** What a point is explained from. */
export interface ExplainInput {
  /** The signal's query: what is quoted is about it. */
  topic: QueryNode
  point: InflectionMarker
  basis: InflectionsSection['basis']
  window: PointWindow
  facts: PointFacts
  terms: readonly ScoredTerm[]
  /** Which documents of its days hold each word. */
  holders: ReadonlyMap<string, readonly string[]>
  /** The texts that were read, by id. */
  documents: ReadonlyMap<string, StoredDocument>
}

const maxTerms = 12
const maxStarters = 5
/** Words that mark an early document as one about the change. */
const markerTerms = 3
const maxSentences = 3
const maxIds = 50
/** Log-odds of 5 % on one side of many words: rarer words are chance. */
const leastZ = 1.96

/** The words that came up, without those of the query, which every document holds. */
export function risenTerms({ terms, termTotals }: PointFacts, queryWords: ReadonlySet<string>): ScoredTerm[] {
  const contextTerms = terms.filter(({ term }) => isContextTerm(term) && !queryWords.has(term))
  return logOddsTerms(contextTerms, termTotals)
    .filter(({ z }) => z >= leastZ)
    .slice(0, maxTerms)
}

/** Explains a point by its stories, words, tone, first voices and sentences. Pure. */
export function explainPoint(input: ExplainInput): InflectionPoint {
  const { point, basis, window, facts, terms, holders, documents } = input
  const read = new Set<string>(facts.sample)
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
      title: document.title.slice(0, 4_000),
      documents: documentCount,
      outlets,
      firstAt: document.publishedAt,
      firstOutlet: document.outlet.slice(0, 300),
      documentId: document.id,
    })),
    terms: terms.flatMap(({ term, z, logOdds, after, before }) => {
      const documentIds = (holders.get(term) ?? []).filter((id) => read.has(id)).slice(0, maxIds)
      return documentIds.length === 0
        ? []
        : [{ term: term.slice(0, 200), z, logOdds, documents: after, documentsBefore: before, documentIds }]
    }),
    tone,
    starters: startersOf(input),
    summary: sentencesOf(input),
  }
}

/**
 * Who was first: authors, or outlets where nobody is named. Of the earliest documents those count that tell a story of
 * several documents or hold one of the words that came up most; all of them when none does.
 */
function startersOf({ facts, terms, holders, documents }: ExplainInput): InflectionStarter[] {
  const shared = new Set(facts.stories.filter((story) => story.documents > 1).map(({ storyCluster }) => storyCluster))
  const telling = new Set(terms.slice(0, markerTerms).flatMap(({ term }) => holders.get(term) ?? []))
  const early = facts.early.flatMap((id) => documents.get(id) ?? [])
  const about = early.filter(({ documentId, clusterId }) => shared.has(clusterId) || telling.has(documentId))
  const starters = new Map<string, InflectionStarter>()
  for (const document of about.length > 0 ? about : early) {
    const { author, outlet, sourceKey, publishedAt, documentId } = document
    const name = (author ?? outlet).slice(0, 300)
    const key = `${author === null ? 'outlet' : 'author'} ${sourceKey} ${name}`
    const known = starters.get(key)
    if (known !== undefined) known.documents += 1
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
  return [...starters.values()].slice(0, maxStarters)
}

/** Sentences that say most, those with words that came up first. */
function sentencesOf({ topic, facts, terms, documents }: ExplainInput): InflectionPoint['summary'] {
  const ids = new Set([...facts.stories.map(({ firstId }) => firstId), ...facts.sample, ...facts.early])
  const read = [...ids].flatMap((id) => documents.get(id) ?? [])
  const query: QueryNode | null =
    terms.length === 0
      ? null
      : anyOf(terms.map(({ term }) => ({ kind: 'phrase', words: [{ text: term, prefix: false }] })))
  return summarize({
    documents: read.map(({ documentId, title, body, publishedAt, tone, clusterId }) => ({
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
