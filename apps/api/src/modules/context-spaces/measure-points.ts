import { createHash } from 'node:crypto'
import { aroundSignal, contextAssociation } from '@auspex/analytics'
import type { ContextPoint } from '@auspex/sdk/types'
import type { ContextOccurrences } from '../documents/index.ts'
import type { SignalSize } from './choose-contexts.ts'
import type { Measurable } from './space.types.ts'

/** A context with its numbers and no place yet. */
export type MeasuredContext = Omit<ContextPoint, 'x' | 'y' | 'cluster'>

const limit = 1_000_000_000

/** Counts contexts in the documents that were read; null for one that none holds, or that cannot be held against anything. */
export function measurePoints(
  contexts: readonly Measurable[],
  { documents }: ContextOccurrences,
  size: SignalSize,
): (MeasuredContext | null)[] {
  const hits = contexts.map(() => 0)
  const tones = contexts.map(() => ({ n: 0, sum: 0 }))
  for (const { places, tone } of documents) {
    for (const place of places) {
      hits[place] = (hits[place] ?? 0) + 1
      const toneSum = tones[place]
      if (tone === null || toneSum === undefined) continue
      toneSum.n += 1
      toneSum.sum += tone
    }
  }
  return contexts.map(({ label, kind, background, backgroundTotal }, place) => {
    const count = hits[place] ?? 0
    const read = documents.length
    const around = aroundSignal({ hits: count, read, ...size, background, backgroundTotal })
    const association = contextAssociation({ hits: count, hitsTotal: read, ...around })
    if (association === null) return null
    const tone = tones[place]
    return {
      id: contextId(kind, label),
      label: label.slice(0, 200),
      kind,
      documents: count,
      association: {
        value: Math.min(limit, association.lift),
        low: Math.min(limit, association.liftInterval.low),
        high: Math.min(limit, association.liftInterval.high),
        n: documents.length,
        method: 'Ratio of shares, shrunk to 1 (gamma-Poisson)',
      },
      toneMean: tone === undefined || tone.n === 0 ? null : tone.sum / tone.n,
    }
  })
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
