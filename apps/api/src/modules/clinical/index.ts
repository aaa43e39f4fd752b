import type { Medicine } from '@auspex/sources'
import type { Database } from '../../adapters/database/database.port.ts'
import type { Clock } from '../../kernel/clock.ts'
import { createSharedWork } from '../../kernel/shared-work.ts'
import type { Outages } from '../library/index.ts'
import { type ClinicalDependencies, requireMedicine } from './clinical-dependencies.ts'
import { type ClinicalOperations, createClinicalOperations } from './clinical.operations.ts'
import { createClinicalRepository, createClinicalTermsRepository } from './clinical.repository.ts'
import { type ConditionRegister, readConditionNews } from './condition-news.ts'
import { measureMedicine, type MeasureMedicine } from './medicine/measure-medicine.ts'
import { createRests } from './query-once.ts'
import {
  createTrialCensusRepository,
  createTrialSnapshotsRepository,
  createTrialStatusesRepository,
} from './trials.repository.ts'

export type { ConditionRegister, ConditionSubject, ConditionNews } from './condition-news.ts'

export interface ClinicalModule {
  operations: ClinicalOperations
  /** What is published about a condition, for monitors. */
  conditions: ConditionRegister
  /** Trials and papers shown next to the documents of a report. */
  measureMedicine: MeasureMedicine
}

/** Registered trials and medical articles. */
export function createClinicalModule({
  database,
  medicine,
  outages,
  clock,
}: {
  database: Database
  /** The sources to query; null for none. */
  medicine: Medicine | null
  outages: Outages
  clock: Clock
}): ClinicalModule {
  const deps: ClinicalDependencies = {
    medicine,
    answers: createClinicalRepository(database),
    terms: createClinicalTermsRepository(database),
    snapshots: createTrialSnapshotsRepository(database),
    census: createTrialCensusRepository(database),
    statuses: createTrialStatusesRepository(database),
    shareReply: createSharedWork(),
    shareYears: createSharedWork(),
    shareCensus: createSharedWork(),
    sharePapers: createSharedWork(),
    outages,
    rests: createRests(clock),
    clock,
  }
  return {
    operations: createClinicalOperations(deps),
    conditions: {
      ensureAvailable: () => void requireMedicine(deps),
      read: (subject, condition, days) => readConditionNews(subject, { condition, days }, deps),
    },
    measureMedicine: (report) => measureMedicine(report, deps),
  }
}
