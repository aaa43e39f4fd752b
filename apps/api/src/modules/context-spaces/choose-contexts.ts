import {
  aroundSignal,
  isContextTerm,
  queryPhrases,
  type QueryNode,
  type ScoredContext,
  scoreContexts,
  tokens,
} from '@auspex/analytics'
import type { ContextPoint } from '@auspex/sdk/types'
import type { ContextCandidates } from '../documents/index.ts'
import type { Measurable } from './space.types.ts'

/** Fewer documents are an anecdote. */
const minHits = 3

export interface ChooseInput {
  candidates: ContextCandidates
  size: SignalSize
  node: QueryNode
  kinds: readonly ContextPoint['kind'][]
  limit: number
}

/** How much of the signal there is, and of the library around it. */
export interface SignalSize {
  matched: number
  library: number
}

/** The strongest contexts by log-likelihood ratio that hold against chance, the question's own words left out. Pure. */
export function chooseContexts({ candidates, size, node, kinds, limit }: ChooseInput): Measurable[] {
  const { documents, terms, termTotal, entities, entityTotal } = candidates
  const own = new Set(queryPhrases(node).flatMap((phrase) => [phrase, ...tokens(phrase)]))
  const wants = (kind: ContextPoint['kind']) => kinds.length === 0 || kinds.includes(kind)
  const score = (of: readonly { name: string; hits: number; background: number }[], backgroundTotal: number) => {
    const around = (counts: { hits: number; background: number }) =>
      aroundSignal({ ...counts, ...size, read: documents, backgroundTotal })
    return scoreContexts({
      candidates: of.map(({ name, ...counts }) => ({ ...counts, term: name, background: around(counts).background })),
      hitsTotal: documents,
      backgroundTotal: around({ hits: 0, background: 0 }).backgroundTotal,
      minHits,
      exclude: own,
    })
  }
  const byName = new Map(entities.map((entity) => [entity.name, entity]))
  const byWord = new Map(terms.map((term) => [term.name, term]))
  const names = entities.filter(({ name }) => !tokens(name).every((word) => own.has(word)))
  const words = terms.filter(({ name }) => isContextTerm(name))
  const scoredMeasurables: ScoredMeasurable[] = [
    ...(wants('term') ? score(words, termTotal) : []).map((context) => ({
      context,
      measurable: {
        ...asWord(context.term),
        background: byWord.get(context.term)?.background ?? 0,
        backgroundTotal: termTotal,
      },
    })),
    ...(wants('entity') ? score(names, entityTotal) : []).map((context) => ({
      context,
      measurable: {
        label: context.term,
        kind: 'entity' as const,
        entityId: byName.get(context.term)?.id ?? null,
        tsquery: null,
        background: byName.get(context.term)?.background ?? 0,
        backgroundTotal: entityTotal,
      },
    })),
  ]
  const sorted = scoredMeasurables
    .filter(({ context }) => context.isSignificant)
    .toSorted((a, b) => b.context.gSquared - a.context.gSquared || (a.context.term < b.context.term ? -1 : 1))
  return withoutParts(sorted).slice(0, limit)
}

/** A word as it is measured. Only folded words without quotes and backslashes come here, so the literal is plain. */
export function asWord(word: string): Pick<Measurable, 'label' | 'kind' | 'entityId' | 'tsquery'> {
  return { label: word, kind: 'term', entityId: null, tsquery: `'${word.replaceAll(/['\\]/g, '$&$&')}'` }
}

interface ScoredMeasurable {
  context: ScoredContext
  measurable: Measurable
}

/** From this share of its documents on a word is taken for a part of the name: "merkel" beside "Angela Merkel". */
const partShare = 0.6

/** A name says more than the words that it is made of, so a word that comes mostly with a name is left out. */
function withoutParts(scored: readonly ScoredMeasurable[]): Measurable[] {
  const inNames = new Map<string, number>()
  for (const { context, measurable } of scored) {
    if (measurable.kind !== 'entity') continue
    for (const word of tokens(measurable.label)) inNames.set(word, Math.max(inNames.get(word) ?? 0, context.hits))
  }
  const seen = new Set<string>()
  return scored
    .filter(({ context, measurable: { kind, label } }) => {
      const key = tokens(label).join(' ')
      if (seen.has(key)) return false
      if (kind === 'term' && (inNames.get(label) ?? 0) >= partShare * context.hits) return false
      seen.add(key)
      return true
    })
    .map(({ measurable }) => measurable)
}
