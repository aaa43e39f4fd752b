import type { RegisterPage, StudyFacts } from '../medicine/medicine.types.ts'
import type { Trial } from '@auspex/sdk/types'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod'
import { parseJson } from '../text/parse-json.ts'
import { toPlainLine, toPlainText } from '../text/plain-text.ts'

/** The register writes Markdown characters as `\[` and `\>` in its long texts. */
const escapes = /\\([\\[\]<>()*_`#+~.!-])/g

/** A long text of the register as plain text: without markup and escapes. */
export function toRegisterText(markup: string): string {
  return toPlainText(markup).replace(escapes, '$1')
}

const text = z.string().optional()
const texts = z.array(z.string()).default([])
const dateStruct = z.object({ date: text, type: text }).optional()

/** The parts of a study that a list shows; a record has more. */
export const listedStudy = z.object({
  protocolSection: z.object({
    identificationModule: z.object({ nctId: z.string().regex(/^NCT\d{8}$/), briefTitle: text }),
    statusModule: z
      .object({
        overallStatus: text,
        startDateStruct: dateStruct,
        primaryCompletionDateStruct: dateStruct,
        completionDateStruct: dateStruct,
        studyFirstPostDateStruct: dateStruct,
        lastUpdatePostDateStruct: dateStruct,
      })
      .optional(),
    sponsorCollaboratorsModule: z.object({ leadSponsor: z.object({ name: text, class: text }).optional() }).optional(),
    descriptionModule: z.object({ briefSummary: text }).optional(),
    conditionsModule: z.object({ conditions: texts }).optional(),
    designModule: z
      .object({
        studyType: text,
        phases: texts,
        enrollmentInfo: z.object({ count: z.number().optional(), type: text }).optional(),
      })
      .optional(),
    armsInterventionsModule: z.object({ interventions: z.array(z.object({ name: text })).default([]) }).optional(),
    contactsLocationsModule: z.object({ locations: z.array(z.object({ country: text })).default([]) }).optional(),
  }),
  hasResults: z.boolean().optional(),
})
type ListedStudy = z.infer<typeof listedStudy>

const answer = z.object({
  studies: z.array(z.unknown()),
  totalCount: z.number().int().min(0).optional(),
  nextPageToken: z.string().optional(),
})

/** Studies of a page with the fields that a list shows; null when the response does not have the known shape. */
export function parseTrials(body: string): Promise<RegisterPage<Trial> | null> {
  return parsePage(body, toTrial)
}

/** Studies of a page with the fields that are counted; null when the response does not have the known shape. */
export function parseFacts(body: string): Promise<RegisterPage<StudyFacts> | null> {
  return parsePage(body, toFacts)
}

/** Studies parsed in one turn of the event loop, so that other requests are served in between. */
const studiesPerTurn = 50

async function parsePage<T>(body: string, map: (study: ListedStudy) => T): Promise<RegisterPage<T> | null> {
  const page = answer.safeParse(parseJson(body))
  if (!page.success) return null
  const { studies, totalCount, nextPageToken } = page.data
  const trials: T[] = []
  for (const value of studies) {
    const study = listedStudy.safeParse(value)
    // Skipping an unreadable study would falsify counts that are presented as the register's.
    if (!study.success) return null
    trials.push(map(study.data))
    if (trials.length % studiesPerTurn === 0) await nextTurn()
  }
  return { studies: trials, total: totalCount ?? null, nextToken: nextPageToken ?? null }
}

function toFacts({ protocolSection: study }: ListedStudy): StudyFacts {
  const { designModule: design, statusModule: status } = study
  const locations = study.contactsLocationsModule?.locations ?? []
  const interventions = study.armsInterventionsModule?.interventions ?? []
  return {
    nctId: study.identificationModule.nctId,
    status: oneOf(statuses, status?.overallStatus) ?? 'UNKNOWN',
    phases: (design?.phases ?? []).flatMap((phase) => oneOf(knownPhases, phase) ?? []),
    ...toSponsor(study.sponsorCollaboratorsModule?.leadSponsor),
    countries: uniqueLines(
      locations.map(({ country }) => country),
      260,
      100,
    ),
    startDate: partialDate(status?.startDateStruct?.date),
    ...toEnrollment(design?.enrollmentInfo),
    conditions: uniqueLines(study.conditionsModule?.conditions ?? [], 200, 300),
    interventions: uniqueLines(
      interventions.map(({ name }) => name),
      200,
      300,
    ),
    postedDay: wholeDay(status?.studyFirstPostDateStruct?.date),
  }
}

type Design = NonNullable<ListedStudy['protocolSection']['designModule']>
type Sponsors = NonNullable<ListedStudy['protocolSection']['sponsorCollaboratorsModule']>

function toSponsor(sponsor: Sponsors['leadSponsor']): Pick<StudyFacts, 'sponsor' | 'sponsorClass'> {
  return {
    sponsor: line(sponsor?.name, 300) ?? 'Unknown',
    sponsorClass: oneOf(sponsorClasses, sponsor?.class) ?? 'UNKNOWN',
  }
}

/** An unknown number of participants has no type either. */
function toEnrollment(info: Design['enrollmentInfo']): Pick<StudyFacts, 'enrollment' | 'enrollmentType'> {
  const count = info?.count
  if (count === undefined) return { enrollment: null, enrollmentType: null }
  return {
    enrollment: count < 0 ? null : Math.round(count),
    enrollmentType: oneOf(['ACTUAL', 'ESTIMATED'], info?.type) ?? null,
  }
}

export function toTrial(listed: ListedStudy): Trial {
  const { protocolSection: study, hasResults = false } = listed
  const { statusModule: status } = study
  const { postedDay: _postedDay, ...facts } = toFacts(listed)
  return {
    ...facts,
    title: line(study.identificationModule.briefTitle, 1000) ?? facts.nctId,
    briefSummary: block(study.descriptionModule?.briefSummary, 20_000),
    studyType: oneOf(['INTERVENTIONAL', 'OBSERVATIONAL', 'EXPANDED_ACCESS'], study.designModule?.studyType) ?? null,
    primaryCompletionDate: partialDate(status?.primaryCompletionDateStruct?.date),
    completionDate: partialDate(status?.completionDateStruct?.date),
    lastUpdateDay: wholeDay(status?.lastUpdatePostDateStruct?.date),
    hasResults,
    url: `https://clinicaltrials.gov/study/${facts.nctId}`,
  }
}

/** Text on one line, cut to a maximum length; null when there is none. */
export function line(value: string | undefined, maxLength: number): string | null {
  const clean = toPlainLine(value ?? '')
    .slice(0, maxLength)
    .toWellFormed()
  return clean === '' ? null : clean
}

/** Text with its line breaks, cut to a maximum length; null when there is none. */
export function block(value: string | undefined, maxLength: number): string | null {
  const clean = toRegisterText(value ?? '')
    .slice(0, maxLength)
    .toWellFormed()
  return clean === '' ? null : clean
}

export function uniqueLines(values: readonly (string | undefined)[], maxCount: number, maxLength: number): string[] {
  return [...new Set(values.flatMap((value) => line(value, maxLength) ?? []))].slice(0, maxCount)
}

export function partialDate(value: string | undefined): string | null {
  return value !== undefined && /^\d{4}(-\d{2}(-\d{2})?)?$/.test(value) ? value : null
}

export function wholeDay(value: string | undefined): string | null {
  return value !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : null
}

export function oneOf<T extends string>(known: readonly T[], value: string | undefined): T | null {
  return known.find((candidate) => candidate === value) ?? null
}

const knownPhases = ['NA', 'EARLY_PHASE1', 'PHASE1', 'PHASE2', 'PHASE3', 'PHASE4'] as const
const sponsorClasses = ['NIH', 'FED', 'OTHER_GOV', 'INDIV', 'INDUSTRY', 'NETWORK', 'AMBIG', 'OTHER', 'UNKNOWN'] as const
const statuses = [
  'ACTIVE_NOT_RECRUITING',
  'COMPLETED',
  'ENROLLING_BY_INVITATION',
  'NOT_YET_RECRUITING',
  'RECRUITING',
  'SUSPENDED',
  'TERMINATED',
  'WITHDRAWN',
  'AVAILABLE',
  'NO_LONGER_AVAILABLE',
  'TEMPORARILY_NOT_AVAILABLE',
  'APPROVED_FOR_MARKETING',
  'WITHHELD',
  'UNKNOWN',
] as const
