import { wilsonInterval } from '../series/interval.ts'
import type { AudienceCell, Interest, InterestBasis, SourceInterest } from './audience.types.ts'
import { placeSpread } from './place-spread.ts'

export interface InterestShare {
  /** Null when no source allows a share. */
  interest: Interest | null
  /** Why there is no share: too few people who name the signal, or too few outlets; null when there is one. */
  lack: 'interested' | 'outlets' | null
  cells: AudienceCell[]
}

/** Minimum number of interested people: fewer are an anecdote. `leastAsked` is the minimum sample. */
export const leastInterested = 5
export const leastAsked = 100

/**
 * The share of people who are interested in a signal, from sources that the library holds in full. Value: interested over sampled, summed over the
 * sources: named authors when enough are named, documents otherwise. Low and high: the lowest lower and highest upper Wilson bound among that sum and
 * every source with at least 5 interested of 100 sampled, for authors and documents, widened by how far one more outlet may differ (`placeSpread`):
 * people online are not a sample of the outlets that happen to be stored. Null when there are too few outlets to estimate how far others differ.
 */
export function interestShare(sources: readonly SourceInterest[]): InterestShare {
  const read = sources.flatMap((source) => [
    toPart(source, 'authors', source.authors, source.allAuthors),
    toPart(source, 'documents', source.documents, source.allDocuments),
  ])
  const parts = read.filter(({ asked }) => asked > 0)
  const sufficientParts = parts.filter(canTell)
  const cells = parts.map(toCell)
  const pooled = (['authors', 'documents'] as const).map((basis) => pool(parts, basis)).find(canTell)
  const unused = () => cells.map((cell) => ({ ...cell, used: false }))
  if (pooled === undefined) return { interest: null, lack: 'interested', cells: unused() }
  const value = pooled.interested / pooled.asked
  const spread = placeSpread(
    sources.flatMap(({ outlets }) => outlets),
    pooled.interested,
  )
  if (spread === null) return { interest: null, lack: 'outlets', cells: unused() }
  const bounds = [pooled, ...sufficientParts].flatMap(
    ({ interested, asked }) => wilsonInterval(interested, asked) ?? [],
  )
  return {
    interest: {
      ...pooled,
      value,
      low: Math.min(value / spread.factor, ...bounds.map(({ low }) => low)),
      high: Math.min(1, Math.max(value * spread.factor, ...bounds.map(({ high }) => high))),
    },
    lack: null,
    cells,
  }
}

interface InterestCount {
  interested: number
  asked: number
}

interface Part extends InterestCount {
  source: SourceInterest
  basis: InterestBasis
}

function toPart(source: SourceInterest, basis: InterestBasis, interested: number, asked: number): Part {
  return { source, basis, interested, asked }
}

function canTell({ interested, asked }: InterestCount): boolean {
  return interested >= leastInterested && asked >= leastAsked
}

function pool(parts: readonly Part[], basis: InterestBasis): InterestCount & { basis: InterestBasis } {
  const basisParts = parts.filter((part) => part.basis === basis)
  return {
    basis,
    interested: basisParts.reduce((sum, part) => sum + part.interested, 0),
    asked: basisParts.reduce((sum, part) => sum + part.asked, 0),
  }
}

function toCell({ source, basis, interested, asked }: Part): AudienceCell {
  const used = canTell({ interested, asked })
  const bounds = wilsonInterval(interested, asked)
  return {
    kind: basis,
    label: basis === 'authors' ? 'Named authors who name the signal' : 'Documents that name the signal',
    country: null,
    ageFrom: null,
    ageTo: null,
    weight: 1,
    value: interested / asked,
    low: bounds?.low ?? null,
    high: bounds?.high ?? null,
    n: asked,
    used,
    note: used
      ? null
      : `Left out of the interval: ${interested} of ${asked} are too few (${leastInterested} of ${leastAsked} are needed).`,
    source: `This library: ${source.label}`,
    sourceKey: source.source,
    year: source.year,
    url: source.url,
  }
}
