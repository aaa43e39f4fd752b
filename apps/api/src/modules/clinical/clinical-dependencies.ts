import type { Medicine, TrialRegister } from '@auspex/sources'
import type { Clock } from '../../kernel/clock.ts'
import type { createSharedWork } from '../../kernel/shared-work.ts'
import type { Outages } from '../library/index.ts'
import type { YearsOfIndex } from './article-years.ts'
import type { Reply } from './query-once.ts'
import { demoHasNone } from './clinical.errors.ts'
import type { ClinicalRepository } from './clinical.repository.ts'
import type { ClinicalTermsRepository } from './clinical-terms.repository.ts'
import type { AddedPapers } from './medicine/added-papers.ts'
import type { Rests } from './rests.ts'
import type { Census, TrialCensusRepository } from './trial-census.repository.ts'
import type { LiteratureInOrder } from './trial-papers.ts'
import type { TrialSnapshotsRepository } from './trial-snapshots.repository.ts'
import type { TrialStatusesRepository } from './trial-statuses.repository.ts'

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
