import { createHash } from 'node:crypto'
import { contextAssociation } from '@auspex/analytics'
import type { Context, ContextPoint } from '@auspex/sdk/types'
import { roundAssociation } from '../signals/index.ts'
import type { ContextOccurrences, ContextSet } from '../documents/index.ts'
import type { Measurable } from './space.types.ts'

/** A context with its numbers and no place yet. */
export type MeasuredContext = Omit<ContextPoint, 'x' | 'y' | 'cluster'>

const method = 'Ratio of shares, shrunk to 1 (gamma-Poisson)'

/** Contexts of the report with its own figures; `tones` are those of `meanTones`. */
export function toMeasured(
  contexts: readonly Context[],
  { terms, entities, tones }: { terms: ContextSet; entities: ContextSet; tones: readonly (number | null)[] },
): MeasuredContext[] {
  return contexts.map(({ term, kind, stories, documents, lift, liftLow, liftHigh }, place) => ({
    id: contextId(kind, term),
    label: term,
    kind,
    stories,
    documents,
    association: {
      value: lift,
      low: liftLow,
      high: liftHigh,
      n: (kind === 'term' ? terms : entities).hitsTotal,
      method,
    },
    toneMean: tones[place] ?? null,
  }))
}

/** Words and names that somebody put on the map; null for what none holds, or what cannot be held against anything. */
export function measureSought(
  sought: readonly Measurable[],
  { terms, entities, tones }: { terms: ContextSet; entities: ContextSet; tones: readonly (number | null)[] },
): (MeasuredContext | null)[] {
  return sought.map(({ label, kind }, place) => {
    const { candidates, hitsTotal, backgroundTotal } = kind === 'term' ? terms : entities
    const counted = candidates.find(({ name }) => name === label)
    if (counted === undefined || counted.background === null) return null
    const { hits, documents, background } = counted
    const association = contextAssociation({ hits, background, hitsTotal, backgroundTotal })
    if (association === null) return null
    const { lift, liftInterval } = association
    return {
      id: contextId(kind, label),
      label: label.slice(0, 200),
      kind,
      stories: hits,
      documents,
      association: {
        value: roundAssociation(lift),
        low: roundAssociation(liftInterval.low),
        high: roundAssociation(liftInterval.high),
        n: hitsTotal,
        method,
      },
      toneMean: tones[place] ?? null,
    }
  })
}

/** Mean tone of the documents that were read with each context; null where none has a tone. */
export function meanTones(contexts: number, { documents }: ContextOccurrences): (number | null)[] {
  const sums = Array.from({ length: contexts }, () => ({ n: 0, sum: 0 }))
  for (const { places, tone } of documents)
    for (const place of places) {
      const known = sums[place]
      if (tone === null || known === undefined) continue
      known.n += 1
      known.sum += tone
    }
  return sums.map(({ n, sum }) => (n === 0 ? null : sum / n))
}

/** The same context has the same id in every map, so that links outlive a map that is generated anew. */
function contextId(kind: ContextPoint['kind'], label: string): string {
  return `ctx_${createHash('sha256').update(`${kind} ${label}`).digest('hex').slice(0, 16)}`
}

/** The same documents with only the places that are kept, counted anew. */
export function renumber({ documents }: ContextOccurrences, isKept: readonly boolean[]): ContextOccurrences {
  let next = 0
  const numbers = isKept.map((kept) => (kept ? next++ : -1))
  return {
    documents: documents.map(({ places, tone }) => ({
      tone,
      places: places.map((place) => numbers[place] ?? -1).filter((place) => place >= 0),
    })),
  }
}
