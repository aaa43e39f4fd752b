import type { Medicine } from '@auspex/sources'
import type { Database } from '../../adapters/database/database.port.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Outages } from '../sources/index.ts'
import { createArticleYears } from './article-years.ts'
import { createAskOnce } from './ask-once.ts'
import { type ClinicalOperations, createClinicalOperations } from './clinical.operations.ts'
import { createClinicalRepository } from './clinical.repository.ts'
import { createClinicalTermsRepository } from './clinical-terms.repository.ts'
import { rememberTerms } from './term-suggestions.ts'
import { createTrialCensus } from './trial-census.ts'
import { createTrialCensusRepository } from './trial-census.repository.ts'
import { createTrialSnapshotsRepository } from './trial-snapshots.repository.ts'

export type { ClinicalOperations } from './clinical.operations.ts'

export interface ClinicalDependencies {
  database: Database
  /** Who is asked; null for nobody. */
  medicine: Medicine | null
  outages: Pick<Outages, 'since' | 'record'>
  clock: Clock
}

/** Registered trials and medical articles. */
export function createClinicalModule({ database, medicine, outages, clock }: ClinicalDependencies): {
  operations: ClinicalOperations
} {
  const repository = createClinicalRepository(database)
  const terms = createClinicalTermsRepository(database)
  const [first, ...others] = medicine?.literature ?? []
  return {
    operations: createClinicalOperations({
      medicine,
      askOnce: createAskOnce({ repository, outages, clock }),
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
        first === undefined ? null : createArticleYears({ repository, literature: [first, ...others], outages, clock }),
      clock,
    }),
  }
}
