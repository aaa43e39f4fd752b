import { wilsonInterval } from '../series/interval.ts'
import type { AudienceCell, Interest, InterestBasis, SourceInterest } from './audience.types.ts'

export interface InterestShare {
  /** Null when no source can tell a share. */
  interest: Interest | null
  cells: AudienceCell[]
}

/** Fewer interested ones are an anecdote; fewer asked ones no public. */
export const leastInterested = 5
export const leastAsked = 100

/**
 * The share of people that is interested in a signal, from sources the library holds whole. Value: interested over asked, summed
 * over the sources: of named authors when enough are named, of documents otherwise. Low and high: the lowest lower and highest
 * upper Wilson bound among that sum and every source with 5 interested of 100 asked or more, authors and documents alike.
 * So they span how far sources differ, which is more than the chance of counting.
 */
export function interestShare(sources: readonly SourceInterest[]): InterestShare {
  const read = sources.flatMap((source) => [
    toPart(source, 'authors', source.authors, source.allAuthors),
    toPart(source, 'documents', source.documents, source.allDocuments),
  ])
  const parts = read.filter(({ asked }) => asked > 0)
  const telling = parts.filter(canTell)
  const cells = parts.map(toCell)
  const pooled = (['authors', 'documents'] as const).map((basis) => pool(parts, basis)).find(canTell)
  if (pooled === undefined) return { interest: null, cells: cells.map((cell) => ({ ...cell, used: false })) }
  const bounds = [pooled, ...telling].flatMap(({ interested, asked }) => wilsonInterval(interested, asked) ?? [])
  return {
    interest: {
      ...pooled,
      value: pooled.interested / pooled.asked,
      low: Math.min(...bounds.map(({ low }) => low)),
      high: Math.max(...bounds.map(({ high }) => high)),
    },
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
  const own = parts.filter((part) => part.basis === basis)
  return {
    basis,
    interested: own.reduce((sum, part) => sum + part.interested, 0),
    asked: own.reduce((sum, part) => sum + part.asked, 0),
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
