import type { Medicine } from '@auspex/sources'
import type { Database } from '../../adapters/database/database.port.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Outages } from '../library/index.ts'
import { createArticleYears } from './article-years.ts'
import { createAskOnce } from './ask-once.ts'
import { type ClinicalOperations, createClinicalOperations } from './clinical.operations.ts'
import { createClinicalRepository } from './clinical.repository.ts'
import { createClinicalTermsRepository } from './clinical-terms.repository.ts'
import { type ConditionRegister, createConditionRegister } from './condition-news.ts'
import { createRests } from './rests.ts'
import { rememberTerms } from './term-suggestions.ts'
import { createTrialCensus } from './trial-census.ts'
import { createTrialCensusRepository } from './trial-census.repository.ts'
import { createTrialSnapshotsRepository } from './trial-snapshots.repository.ts'
import { createMedicineSections } from './medicine/measure-medicine.ts'
import { createTrialStatusesRepository } from './trial-statuses.repository.ts'

export type { ConditionRegister, ConditionSubject, ConditionNews } from './condition-news.ts'
export { countFacets, toCounted } from './trial-facets.ts'
export { compareRecords } from './trial-versions.ts'

export interface ClinicalDependencies {
  database: Database
  /** The sources to query; null for none. */
  medicine: Medicine | null
  outages: Outages
  clock: Clock
}

export interface ClinicalModule {
  operations: ClinicalOperations
  /** What is published about a condition, for monitors. */
  conditions: ConditionRegister
  /** Trials and papers beside the documents of a report. */
  measureMedicine: ReturnType<typeof createMedicineSections>
}

/** Registered trials and medical articles. */
export function createClinicalModule({ database, medicine, outages, clock }: ClinicalDependencies): ClinicalModule {
  const repository = createClinicalRepository(database)
  const terms = createClinicalTermsRepository(database)
  const [first, ...others] = medicine?.literature ?? []
  const rests = createRests(clock)
  const askOnce = createAskOnce({ repository, outages, rests, clock })
  return {
    measureMedicine: createMedicineSections({ medicine, askOnce, terms, repository, outages, clock }),
    conditions: createConditionRegister({
      medicine,
      askOnce,
      statuses: createTrialStatusesRepository(database),
      outages,
      clock,
    }),
    operations: createClinicalOperations({
      medicine,
      askOnce,
      repository,
      snapshots: createTrialSnapshotsRepository(database),
      terms,
      countTrials: createTrialCensus({
        census: createTrialCensusRepository(database),
        outages,
        rememberTerms: (studies) => rememberTerms(studies, terms),
        clock,
      }),
      countYears:
        first === undefined
          ? null
          : createArticleYears({ repository, literature: [first, ...others], outages, rests, clock }),
      clock,
    }),
  }
}
