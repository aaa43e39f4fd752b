import type { Trial, TrialChange, TrialPaper } from '@auspex/sdk'
import { formatDay, formatMonth } from '../../lib/time/format.ts'
import { trialStatusWords } from '../../lib/words/words.ts'
import type { TrialFilterName, trialFields } from './clinical.search.ts'

export const fieldWords: Record<(typeof trialFields)[number], string> = {
  condition: 'Condition',
  intervention: 'Treatment',
  sponsor: 'Sponsor',
  term: 'Anywhere',
  title: 'Title',
  outcome: 'Outcome',
  location: 'Place',
  id: 'NCT number',
}

export const phaseWords: Record<Trial['phases'][number], string> = {
  EARLY_PHASE1: 'Early phase 1',
  PHASE1: 'Phase 1',
  PHASE2: 'Phase 2',
  PHASE3: 'Phase 3',
  PHASE4: 'Phase 4',
  NA: 'Phase not applicable',
}

export const sponsorWords: Record<Trial['sponsorClass'], string> = {
  INDUSTRY: 'Industry',
  NIH: 'NIH',
  FED: 'US federal',
  OTHER_GOV: 'Other government',
  NETWORK: 'Network',
  INDIV: 'Individual',
  OTHER: 'University, hospital, other',
  AMBIG: 'Ambiguous',
  UNKNOWN: 'Unknown',
}

export const facetWords: Record<TrialFilterName, string> = {
  status: 'Status',
  phase: 'Phase',
  sponsorClass: 'Sponsor',
  country: 'Country',
  startYear: 'Year of start',
}

/** Labels of the facets whose values are codes of the register. */
const valueWords: Partial<Record<TrialFilterName, Readonly<Record<string, string>>>> = {
  phase: phaseWords,
  status: trialStatusWords,
  sponsorClass: sponsorWords,
}

/** The label of a facet value. */
export const wordOfValue = (facet: TrialFilterName, value: string): string => valueWords[facet]?.[value] ?? value

/** A year, a month or a day, as exact as the register has it; "unknown" if it is missing. */
export const formatPartialDate = (date: string | null): string => {
  if (date === null) return 'unknown'
  if (date.length === 4) return date
  return date.length === 7 ? formatMonth(`${date}-01`) : formatDay(date)
}

/** "planned" or "actual"; empty if the register does not state it. */
export const dateTypeOf = (type: 'ACTUAL' | 'ESTIMATED' | null): string =>
  type === 'ACTUAL' ? ' (actual)' : type === 'ESTIMATED' ? ' (planned)' : ''

export const relationWords: Record<TrialPaper['relation'], string> = {
  result: 'Results, according to the register',
  derived: 'Derived, according to the register',
  names_trial: 'Names this study',
}

const fieldNames: Readonly<Record<string, string>> = {
  'statusModule.overallStatus': 'Status',
  'statusModule.whyStopped': 'Why it stopped',
  'statusModule.lastUpdatePostDateStruct.date': 'Update posted',
  'statusModule.statusVerifiedDate': 'Record verified',
  'statusModule.startDateStruct.date': 'Start',
  'statusModule.startDateStruct.type': 'Start, planned or actual',
  'statusModule.primaryCompletionDateStruct.date': 'Primary completion',
  'statusModule.primaryCompletionDateStruct.type': 'Primary completion, planned or actual',
  'statusModule.completionDateStruct.date': 'Completion',
  'statusModule.completionDateStruct.type': 'Completion, planned or actual',
  'designModule.enrollmentInfo.count': 'Participants',
  'designModule.enrollmentInfo.type': 'Participants, planned or actual',
  'designModule.phases': 'Phase',
  'outcomesModule.primaryOutcomes': 'Primary outcomes',
  'outcomesModule.secondaryOutcomes': 'Secondary outcomes',
  'outcomesModule.otherOutcomes': 'Other outcomes',
  'eligibilityModule.eligibilityCriteria': 'Who may take part',
  'armsInterventionsModule.armGroups': 'Arms',
  'armsInterventionsModule.interventions': 'Treatments',
  'contactsLocationsModule.locations': 'Sites',
  'sponsorCollaboratorsModule.leadSponsor.name': 'Sponsor',
  'identificationModule.briefTitle': 'Title',
  hasResults: 'Results posted',
}

/** The label of a changed field; falls back to the register's own name. */
export const fieldName = ({ field }: TrialChange): string =>
  fieldNames[field] ??
  (field.split('.').slice(1).join(' ') || field)
    .replaceAll(/Struct|Module/g, '')
    .replaceAll(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`)
    .replace(/^./, (letter) => letter.toUpperCase())
