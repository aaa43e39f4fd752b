import type { SourceDescriptor } from '../source-descriptor.ts'
import { clinicalTrialsDialect } from './clinical-trials.dialect.ts'
import { createClinicalTrialsSource } from './clinical-trials.source.ts'

export const clinicalTrials: SourceDescriptor = {
  key: 'clinical_trials',
  number: 17,
  kind: 'documents',
  label: 'ClinicalTrials.gov',
  licence: 'Public domain; ClinicalTrials.gov and the date are cited.',
  rate: 'One request a second, as its robots.txt asks.',
  homepage: 'https://clinicaltrials.gov/data-api/api',
  attribution: 'Source: ClinicalTrials.gov, U.S. National Library of Medicine',
  reach: 'Every registered trial since 1999, fresh to a day.',
  hosts: {
    'clinicaltrials.gov': { intervalMs: 1000, burst: 2, concurrency: 1 },
  },
  dialect: clinicalTrialsDialect,
  create: ({ http, clock }) => createClinicalTrialsSource({ http, clock }),
}
