import { type QueryNode, tokens } from '@auspex/analytics'
import type { Context, ContextPoint } from '@auspex/sdk/types'
import type { ContextSet } from '../documents/index.ts'
import { rankContexts } from '../signals/index.ts'

export interface ChooseInput {
  node: QueryNode
  terms: ContextSet
  entities: ContextSet
  kinds: readonly ContextPoint['kind'][]
  limit: number
}

/** The strongest contexts of the report that hold against chance, with the report's own figures. Pure. */
export function chooseContexts({ kinds, limit, ...counted }: ChooseInput): Context[] {
  const items = rankContexts(counted).filter(({ significant }) => significant)
  return withoutParts(items)
    .filter(({ kind }) => kinds.length === 0 || kinds.includes(kind))
    .slice(0, limit)
}

/** From this share of its stories on a word is taken for a part of the name: "merkel" beside "Angela Merkel". */
const partShare = 0.6

/** A name says more than the words that it is made of, so a word that comes mostly with a name is left out. */
function withoutParts(contexts: readonly Context[]): Context[] {
  const inNames = new Map<string, number>()
  for (const { kind, term, stories } of contexts) {
    if (kind !== 'entity') continue
    for (const word of tokens(term)) inNames.set(word, Math.max(inNames.get(word) ?? 0, stories))
  }
  const seen = new Set<string>()
  return contexts.filter(({ kind, term, stories }) => {
    const key = tokens(term).join(' ')
    if (seen.has(key)) return false
    if (kind === 'term' && (inNames.get(term) ?? 0) >= partShare * stories) return false
    seen.add(key)
    return true
  })
}
