import type { Trial } from '@auspex/sdk'
import { toCsv } from '../../lib/csv.ts'
import { download, toFileName } from '../../lib/download.ts'
import type { TrialsQuestion } from './clinical.queries.ts'

const header = [
  'nct_id',
  'title',
  'status',
  'phases',
  'conditions',
  'interventions',
  'sponsor',
  'sponsor_class',
  'participants',
  'participants_are',
  'start',
  'primary_completion',
  'completion',
  'countries',
  'has_results',
  'last_update',
  'url',
  'source',
  'data_as_of',
]

/** Studies as rows of a file; each row carries where it is from and when that was read. */
export const trialsCsv = (items: readonly Trial[], asOf: string): string =>
  toCsv(
    header,
    items.map((trial) => [
      trial.nctId,
      trial.title,
      trial.status,
      trial.phases.join('; '),
      trial.conditions.join('; '),
      trial.interventions.join('; '),
      trial.sponsor,
      trial.sponsorClass,
      trial.enrollment,
      trial.enrollmentType,
      trial.startDate,
      trial.primaryCompletionDate,
      trial.completionDate,
      trial.countries.join('; '),
      String(trial.hasResults),
      trial.lastUpdateDay,
      trial.url,
      'ClinicalTrials.gov',
      asOf,
    ]),
  )

/** Hands the studies of a search to the browser as a file. */
export const saveTrials = (
  { q }: Pick<TrialsQuestion, 'q'>,
  { items, asOf }: { items: readonly Trial[]; asOf: string },
): void =>
  download(
    `${toFileName('trials', q, asOf.slice(0, 10))}.csv`,
    new Blob([trialsCsv(items, asOf)], { type: 'text/csv;charset=utf-8' }),
  )
