import type { PubmedArticle, Trial, TrialField, TrialPhase, TrialRecord, TrialStatus } from '@auspex/sdk/types'

import type { RunFailure } from '../source-run.ts'
import type { SourceProbe } from '../source.types.ts'

/** An answer that can be read, or why there is none. `notFound` when the publisher has no such record. */
export type Answer<T> = ({ ok: true } & T) | ({ ok: false; notFound?: true } & RunFailure)

/** What narrows a search of the register; each by one value. */
export interface TrialFilters {
  status?: TrialStatus | undefined
  phase?: TrialPhase | undefined
  sponsorClass?: Trial['sponsorClass'] | undefined
  /** In the words of the register: `Norway`. */
  country?: string | undefined
  startYear?: number | undefined
  /** First and last day on which the register published the study. */
  posted?: DayRange | undefined
  /** First and last day of its last update. */
  updated?: DayRange | undefined
}

/** Days as YYYY-MM-DD, both inclusive. */
export interface DayRange {
  from: string
  to: string
}

export interface TrialSearch {
  field: TrialField
  words: string
  filters: TrialFilters
  pageSize: number
  /** Where the page before ended; null for the first. */
  token: string | null
  signal: AbortSignal
}

/** What counts are made of: of each study only what is counted, and the words it is filed under. */
export interface StudyFacts extends Pick<
  Trial,
  | 'nctId'
  | 'status'
  | 'phases'
  | 'sponsor'
  | 'sponsorClass'
  | 'countries'
  | 'startDate'
  | 'enrollment'
  | 'enrollmentType'
  | 'conditions'
  | 'interventions'
> {
  /** When the register published it; null when it does not say. */
  postedDay: string | null
}

export interface RegisterPage<T> {
  studies: T[]
  /** Studies that match; on the first page only. */
  total: number | null
  nextToken: string | null
}

/** A study without what an installation adds: the versions that it has read, and when. */
export type RegisteredStudy = Omit<TrialRecord, 'versions' | 'origin'>

export interface RegisterRecord {
  study: RegisteredStudy
  /** Articles that the register names, with what they are to the study. */
  references: { pmid: string; relation: 'result' | 'derived' }[]
  /** What a version is compared by: path of the field to its value as text. Names and addresses of persons are left out. */
  fields: Record<string, string>
}

/** A register of clinical trials. */
export interface TrialRegister {
  key: 'clinical_trials'
  name: string
  attribution: string
  search(search: TrialSearch): Promise<Answer<RegisterPage<Trial>>>
  /** The same studies in pages of a thousand, to be counted. */
  readFacts(search: Omit<TrialSearch, 'pageSize'>): Promise<Answer<RegisterPage<StudyFacts>>>
  readStudy(nctId: string, signal: AbortSignal): Promise<Answer<{ record: RegisterRecord }>>
  probe(signal: AbortSignal): Promise<SourceProbe>
}

export interface ArticleSearch {
  /** Null for all articles. */
  condition: string | null
  /** First and last day of publication, inclusive; null for all. */
  days: DayRange | null
  /** First and last day on which the index took it in, whatever the day of its publication. */
  added?: DayRange
}

export interface ArticlePage {
  articles: PubmedArticle[]
  total: number
  /** What the publisher made of the words; null when it does not say. */
  queryTranslation: string | null
}

/** An index of medical articles. */
export interface Literature {
  key: 'pubmed' | 'europe_pmc'
  name: string
  attribution: string
  /** Articles about a condition, newest first. */
  search(search: ArticleSearch & { page: number; perPage: number; signal: AbortSignal }): Promise<Answer<ArticlePage>>
  count(
    search: ArticleSearch & { signal: AbortSignal },
  ): Promise<Answer<Pick<ArticlePage, 'total' | 'queryTranslation'>>>
  /** Articles that may name a study by its number; the caller looks whether they do. */
  searchByTrial(nctId: string, signal: AbortSignal): Promise<Answer<ArticlePage>>
  /** Articles by their numbers; those that are not there are left out. */
  readArticles(pmids: readonly string[], signal: AbortSignal): Promise<Answer<{ articles: PubmedArticle[] }>>
}
