import type { RunFailure } from '../http/http.types.ts'
import type { SourceProbe } from '../source.types.ts'
import type { PubmedArticle, Trial, TrialField, TrialPhase, TrialRecord, TrialStatus } from '@auspex/sdk/types'

/** A readable response, or why there is none. `notFound` when the publisher has no such record. */
export type Answer<T> = ({ ok: true } & T) | ({ ok: false; notFound?: true } & RunFailure)

/** Filters of a search of the register; one value each. */
export interface TrialFilters {
  status?: TrialStatus | undefined
  phase?: TrialPhase | undefined
  sponsorClass?: Trial['sponsorClass'] | undefined
  /** In the register's spelling: `Norway`. */
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
  /** The end of the previous page; null for the first. */
  token: string | null
  signal: AbortSignal
}

/** The input of counts: only the counted fields of each study, and the terms it is filed under. */
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
  /** When the register published it; null when it is not stated. */
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
  /** Articles that the register lists, with their relation to the study. */
  references: { pmid: string; relation: 'result' | 'derived' }[]
  /** The basis for comparing versions: path of the field to its value as text. Names and addresses of persons are left out. */
  fields: Record<string, string>
}

/** A register of clinical trials. */
export interface TrialRegister {
  key: 'clinical_trials'
  name: string
  attribution: string
  search(search: TrialSearch): Promise<Answer<RegisterPage<Trial>>>
  /** The same studies in pages of a thousand, for counting. */
  readFacts(search: Omit<TrialSearch, 'pageSize'>): Promise<Answer<RegisterPage<StudyFacts>>>
  readStudy(nctId: string, signal: AbortSignal): Promise<Answer<{ record: RegisterRecord }>>
  probe(signal: AbortSignal): Promise<SourceProbe>
}

export interface ArticleSearch {
  /** Null for all articles. */
  condition: string | null
  /** First and last day of publication, inclusive; null for all. */
  days: DayRange | null
  /** First and last day on which the index added it, whatever its day of publication. */
  added?: DayRange
}

export interface ArticleCount {
  total: number
  /** The publisher's interpretation of the words; null when it is not stated. */
  queryTranslation: string | null
}

export interface ArticlePage extends ArticleCount {
  articles: PubmedArticle[]
}

/** An index of medical articles. */
export interface Literature {
  key: 'pubmed' | 'europe_pmc'
  name: string
  attribution: string
  /** Articles about a condition, newest first. */
  search(search: ArticleSearch & { page: number; perPage: number; signal: AbortSignal }): Promise<Answer<ArticlePage>>
  count(search: ArticleSearch & { signal: AbortSignal }): Promise<Answer<ArticleCount>>
  /** Articles that may name a study by its number; the caller checks whether they do. */
  searchByTrial(nctId: string, signal: AbortSignal): Promise<Answer<ArticlePage>>
  /** Articles by their numbers; missing ones are omitted. */
  readArticles(pmids: readonly string[], signal: AbortSignal): Promise<Answer<{ articles: PubmedArticle[] }>>
}
