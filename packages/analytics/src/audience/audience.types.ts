import type { Interval } from '../series/interval.ts'

/** Whom an estimate is about. Ages are whole years, both included; null is no upper end, or everywhere. */
export interface AudienceQuery {
  ageMin: number
  ageMax: number | null
  /** ISO 3166-1 alpha-2. */
  geo: string | null
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
  /** Where the documents can be read. */
  url: string
}

export type InterestBasis = 'authors' | 'documents'

/** A share of people online that is taken to be interested; low and high span the sources. */
export interface Interest extends Interval {
  value: number
  basis: InterestBasis
  interested: number
  asked: number
}

/** One number and where it is from. */
export interface AudienceCell {
  kind: 'population' | 'internet' | InterestBasis
  /** What it is of, for people. */
  label: string
  country: string | null
  ageFrom: number | null
  ageTo: number | null
  /** How much of it counts, 0 to 1. */
  weight: number
  /** People, or a share from 0 to 1. */
  value: number
  /** 95 % bounds of a measured share. */
  low: number | null
  high: number | null
  /** What a measured share is of. */
  n: number | null
  used: boolean
  /** Why it was left out, or how it was read. */
  note: string | null
  source: string
  sourceKey: string | null
  year: number
  url: string
}
