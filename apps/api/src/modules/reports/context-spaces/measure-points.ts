import { createHash } from 'node:crypto'
import { contextAssociation } from '@auspex/analytics'
import type { Context, ContextPoint } from '@auspex/sdk/types'
import { roundAssociation } from '../report/contexts-section.ts'
import type { ContextOccurrences, ContextSet } from '../../library/index.ts'
import type { Measurable } from './draw-space.ts'

/** A context with its numbers, but without a place. */
export type MeasuredContext = Omit<ContextPoint, 'x' | 'y' | 'cluster'>

const method = 'Ratio of shares, shrunk to 1 (gamma-Poisson)'

/** Contexts of the report with its own figures; `tones` is the result of `meanTones`. */
export function toMeasured(
  contexts: readonly Context[],
  { terms, entities, tones }: { terms: ContextSet; entities: ContextSet; tones: readonly (number | null)[] },
): MeasuredContext[] {
  return contexts.map(({ term, kind, stories, documents, lift, liftLow, liftHigh }, index) => ({
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
    toneMean: tones[index] ?? null,
  }))
}

/** Words and names that a person added to the map; null for those without documents or without a background to compare with. */
export function measureRequested(
  requested: readonly Measurable[],
  { terms, entities, tones }: { terms: ContextSet; entities: ContextSet; tones: readonly (number | null)[] },
): (MeasuredContext | null)[] {
  return requested.map(({ label, kind }, index) => {
    const { candidates, hitsTotal, backgroundTotal } = kind === 'term' ? terms : entities
    const candidate = candidates.find(({ name }) => name === label)
    if (candidate === undefined || candidate.background === null) return null
    const { hits, documents, background } = candidate
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
      toneMean: tones[index] ?? null,
    }
  })
}

/** Mean tone of the documents read with each context; null when none has a tone. */
export function meanTones(contexts: number, { documents }: ContextOccurrences): (number | null)[] {
  const sums = Array.from({ length: contexts }, () => ({ n: 0, sum: 0 }))
  for (const { contextIndexes, tone } of documents)
    for (const contextIndex of contextIndexes) {
      const toneSum = sums[contextIndex]
      if (tone === null || toneSum === undefined) continue
      toneSum.n += 1
      toneSum.sum += tone
    }
  return sums.map(({ n, sum }) => (n === 0 ? null : sum / n))
}

/** The same context has the same id in every map, so that links survive a regenerated map. */
function contextId(kind: ContextPoint['kind'], label: string): string {
  return `ctx_${createHash('sha256').update(`${kind} ${label}`).digest('hex').slice(0, 16)}`
}

/** The same documents with only the retained places, renumbered. */
export function renumber({ documents }: ContextOccurrences, isKept: readonly boolean[]): ContextOccurrences {
  let next = 0
  const numbers = isKept.map((isRetained) => (isRetained ? next++ : -1))
  return {
    documents: documents.map(({ contextIndexes, tone }) => ({
      tone,
      contextIndexes: contextIndexes
        .map((contextIndex) => numbers[contextIndex] ?? -1)
        .filter((contextIndex) => contextIndex >= 0),
    })),
  }
}
