import type { ClinicalOrigin } from '@auspex/sdk/types'
import type { Literature, Medicine, TrialRegister } from '@auspex/sources'
import type { Clock } from '../../kernel/clock.ts'
import type { createSharedWork } from '../../kernel/shared-work.ts'
import type { Outages } from '../library/index.ts'
import { demoHasNone, type SourceFailure } from './clinical.errors.ts'
import type { ClinicalRepository, ClinicalTermsRepository, YearCount } from './clinical.repository.ts'
import type { Rests } from './query-once.ts'
import type {
  Census,
  TrialCensusRepository,
  TrialSnapshotsRepository,
  TrialStatusesRepository,
} from './trials.repository.ts'

export interface YearsOfIndex {
  index: Literature
  counts: { own: Map<number, YearCount>; all: Map<number, YearCount> }
  failure: SourceFailure | null
}

export interface Reply<T> {
  body: T
  origin: ClinicalOrigin
  /** Whether a source was queried just now. */
  isNew: boolean
}

export interface AddedPapers {
  /** Papers about the subject, and all papers, by the first day of the interval; absent where not counted. */
  own: ReadonlyMap<string, number>
  all: ReadonlyMap<string, number>
  failure: SourceFailure | null
  origin: ClinicalOrigin
}

export type LiteratureInOrder = readonly [Literature, ...Literature[]]

type Share<T> = ReturnType<typeof createSharedWork<T>>

/** What trials and articles are read with. */
export interface ClinicalDependencies {
  /** The sources to query; null for none. */
  medicine: Medicine | null
  answers: ClinicalRepository
  terms: ClinicalTermsRepository
  snapshots: TrialSnapshotsRepository
  census: TrialCensusRepository
  statuses: TrialStatusesRepository
  /** Each source is queried once for all callers that ask it the same at the same time. */
  shareReply: Share<Reply<unknown>>
  shareYears: Share<YearsOfIndex>
  shareCensus: Share<Census>
  sharePapers: Share<AddedPapers>
  outages: Outages
  rests: Rests
  clock: Clock
}

/** Throws `clinical.demo` when no source is queried. */
export function requireMedicine({ medicine }: ClinicalDependencies): Medicine {
  if (medicine === null) throw demoHasNone()
  return medicine
}

export function requireRegister(deps: ClinicalDependencies): TrialRegister {
  return requireMedicine(deps).register
}

/** The indexes of articles, in the order in which they are queried. */
export function requireLiterature(deps: ClinicalDependencies): LiteratureInOrder {
  const [first, ...others] = requireMedicine(deps).literature
  if (first === undefined) throw demoHasNone()
  return [first, ...others]
}
