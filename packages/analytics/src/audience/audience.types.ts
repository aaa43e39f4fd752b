import type { Interval } from '../series/interval.ts'

/** The people that an estimate covers. Ages are whole years, both inclusive; a null age means no upper end, a null `geo` everywhere. */
export interface AudienceQuery {
  ageMin: number
  ageMax: number | null
  /** ISO 3166-1 alpha-2. */
  geo: string | null
}

/** Document counts of one outlet: those that name the signal, and all. */
export interface PlaceInterest {
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
  outlets: readonly PlaceInterest[]
  /** Where the documents can be read. */
  url: string
}

export type InterestBasis = 'authors' | 'documents'

/** The share of people online who are assumed to be interested; low and high span the sources and the likely range of one more outlet. */
export interface Interest extends Interval {
  value: number
  basis: InterestBasis
  interested: number
  asked: number
}

/** One number and its origin. */
export interface AudienceCell {
  kind: 'population' | 'internet' | InterestBasis
  /** What it describes, for display. */
  label: string
  country: string | null
  ageFrom: number | null
  ageTo: number | null
  /** The part of it that counts, 0 to 1. */
  weight: number
  /** People, or a share from 0 to 1. */
  value: number
  /** 95 % bounds of a measured share. */
  low: number | null
  high: number | null
  /** Sample size of a measured share. */
  n: number | null
  used: boolean
  /** Why it was left out, or how it was interpreted. */
  note: string | null
  source: string
  sourceKey: string | null
  year: number
  url: string
}
