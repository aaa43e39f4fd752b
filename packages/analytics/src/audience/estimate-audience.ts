import { type Interval, studentPoint, wilsonInterval } from '../series/interval.ts'
import type { AudienceCell, InterestBasis, OnlinePeople } from './online-people.ts'

/** Document counts of one outlet: those that name the signal, and all. */
interface OutletInterest {
  documents: number
  allDocuments: number
}

/** Counts of one source: those that name the signal, and all. */
export interface SourceInterest {
  source: string
  label: string
  documents: number
  allDocuments: number
  /** Named authors; a person with two names counts twice. */
  authors: number
  allAuthors: number
  /** Year of the newest document counted. */
  year: number
  /** The same counts for each of its outlets. */
  outlets: readonly OutletInterest[]
  /** Where the documents can be read. */
  url: string
}

/** The share of people online who are assumed to be interested; low and high span the sources and the likely range of one more outlet. */
export interface Interest extends Interval {
  value: number
  basis: InterestBasis
  interested: number
  sampleSize: number
}

/** How far the share of one more outlet may be from the overall share, as factors of it. */
export interface OutletSpread {
  /** The effective number of outlets: outlets of equal size that would carry as much information as these. */
  effectiveOutlets: number
  /** The share is divided and multiplied by this for its 95 % bounds. */
  factor: number
}

/** Minimum effective number of outlets: fewer represent one or two audiences, which does not show how far others differ. */
export const minEffectiveOutlets = 3
/** The share of an outlet with fewer documents is not reliable. */
const minOutletDocuments = 20

/**
 * The spread of a share between outlets, over all outlets with enough documents, including those that never name the signal. The variance between
 * them comes from the method of moments; with the sampling error of `interested` it gives a log-normal 95 % prediction interval for one more outlet
 * (Higgins, Thompson & Spiegelhalter 2009). Null when the documents come from fewer than `minEffectiveOutlets` outlets of equal size.
 */
function measureOutletSpread(outlets: readonly OutletInterest[], interested: number): OutletSpread | null {
  const largeOutlets = outlets.filter(({ allDocuments }) => allDocuments >= minOutletDocuments)
  const total = sumBy(largeOutlets, ({ allDocuments }) => allDocuments)
  const squares = sumBy(largeOutlets, ({ allDocuments }) => allDocuments ** 2)
  const even = squares === 0 ? 0 : total ** 2 / squares
  const share = sumBy(largeOutlets, ({ documents }) => documents) / total
  if (even < minEffectiveOutlets || !(share > 0) || interested <= 0) return null
  const excess = sumBy(
    largeOutlets,
    ({ documents, allDocuments: n }) => (documents - n * share) ** 2 - n * share * (1 - share),
  )
  // the share was fitted to these same outlets, which makes them look more similar than they are
  const between = Math.max(0, (excess / squares) * (even / (even - 1)))
  const variance = Math.log1p(between / share ** 2 + 1 / interested)
  const points = studentPoint(Math.floor(even) - 1)
  return { effectiveOutlets: even, factor: Math.exp(points * Math.sqrt((1 + 1 / even) * variance)) }
}

function sumBy<Item>(items: readonly Item[], valueOf: (item: Item) => number): number {
  return items.reduce((total, item) => total + valueOf(item), 0)
}

export interface InterestShare {
  /** Null when no source allows a share. */
  interest: Interest | null
  /** Why there is no share: too few people who name the signal, or too few outlets; null when there is one. */
  lack: 'interested' | 'outlets' | null
  cells: AudienceCell[]
}

/** Minimum number of interested people: fewer are an anecdote. `minSampleSize` is the minimum sample. */
export const minInterested = 5
export const minSampleSize = 100

/**
 * The share of people who are interested in a signal, from sources that the library holds in full. Value: interested over sampled, summed over the
 * sources: named authors when enough are named, documents otherwise. Low and high: the lowest lower and highest upper Wilson bound among that sum and
 * every source with at least 5 interested of 100 sampled, for authors and documents, widened by how far one more outlet may differ (`measureOutletSpread`):
 * people online are not a sample of the outlets that happen to be stored. Null when there are too few outlets to estimate how far others differ.
 */
export function estimateInterestShare(sources: readonly SourceInterest[]): InterestShare {
  const pools = sources.flatMap((source) => [
    toPart(source, 'authors', source.authors, source.allAuthors),
    toPart(source, 'documents', source.documents, source.allDocuments),
  ])
  const parts = pools.filter(({ sampleSize }) => sampleSize > 0)
  const sufficientParts = parts.filter(hasEnoughPeople)
  const cells = parts.map(toCell)
  const pooledCount = (['authors', 'documents'] as const).map((basis) => poolCounts(parts, basis)).find(hasEnoughPeople)
  const unused = () => cells.map((cell) => ({ ...cell, used: false }))
  if (pooledCount === undefined) return { interest: null, lack: 'interested', cells: unused() }
  const value = pooledCount.interested / pooledCount.sampleSize
  const spread = measureOutletSpread(
    sources.flatMap(({ outlets }) => outlets),
    pooledCount.interested,
  )
  if (spread === null) return { interest: null, lack: 'outlets', cells: unused() }
  const bounds = [pooledCount, ...sufficientParts].flatMap(
    ({ interested, sampleSize }) => wilsonInterval(interested, sampleSize) ?? [],
  )
  return {
    interest: {
      ...pooledCount,
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
  sampleSize: number
}

interface Part extends InterestCount {
  source: SourceInterest
  basis: InterestBasis
}

function toPart(source: SourceInterest, basis: InterestBasis, interested: number, sampleSize: number): Part {
  return { source, basis, interested, sampleSize }
}

function hasEnoughPeople({ interested, sampleSize }: InterestCount): boolean {
  return interested >= minInterested && sampleSize >= minSampleSize
}

function poolCounts(parts: readonly Part[], basis: InterestBasis): InterestCount & { basis: InterestBasis } {
  const basisParts = parts.filter((part) => part.basis === basis)
  return {
    basis,
    interested: basisParts.reduce((sum, part) => sum + part.interested, 0),
    sampleSize: basisParts.reduce((sum, part) => sum + part.sampleSize, 0),
  }
}

function toCell({ source, basis, interested, sampleSize }: Part): AudienceCell {
  const hasEnough = hasEnoughPeople({ interested, sampleSize })
  const bounds = wilsonInterval(interested, sampleSize)
  return {
    kind: basis,
    label: basis === 'authors' ? 'Named authors who name the signal' : 'Documents that name the signal',
    country: null,
    ageFrom: null,
    ageTo: null,
    weight: 1,
    value: interested / sampleSize,
    low: bounds?.low ?? null,
    high: bounds?.high ?? null,
    n: sampleSize,
    used: hasEnough,
    note: hasEnough
      ? null
      : `Left out of the interval: ${interested} of ${sampleSize} are too few (${minInterested} of ${minSampleSize} are needed).`,
    source: `This library: ${source.label}`,
    sourceKey: source.source,
    year: source.year,
    url: source.url,
  }
}

export interface AudienceSize {
  value: number
  low: number
  high: number
}

export interface AudienceEstimateParts {
  size: AudienceSize | null
  population: number
  online: number
  interest: Interest | null
  cells: AudienceCell[]
}

/**
 * People online × share interested, for the value, low and high of the share. Rounded to one digit, which is already more than the assumptions
 * support: low down, high up, so that rounding never narrows the interval. The size is null when no share is known: unknown is not zero.
 */
export function estimateAudience(people: OnlinePeople, { interest, cells }: InterestShare): AudienceEstimateParts {
  const { population, online } = people
  return {
    size: interest && {
      value: oneDigit(online * interest.value, Math.round),
      low: oneDigit(online * interest.low, Math.floor),
      high: oneDigit(online * interest.high, Math.ceil),
    },
    population: Math.round(population),
    online: Math.round(online),
    interest,
    cells: [...cells, ...people.cells],
  }
}

function oneDigit(value: number, round: (value: number) => number): number {
  if (value < 10) return round(value)
  const step = 10 ** Math.floor(Math.log10(value))
  // Removes floating-point noise first, otherwise 0.1 × 30 rounds up to 4
  return round(Number((value / step).toFixed(9))) * step
}
