import type { RegisteredStudy, RegisterRecord } from '../medicine/medicine.types.ts'
import { z } from 'zod'
import { parseJson } from '../text/parse-json.ts'
import { toPlainText } from '../text/plain-text.ts'
import { block, line, listedStudy, oneOf, partialDate, toTrial, uniqueLines, wholeDay } from './trial.parse.ts'

/** Maximum length of a stored field value; longer ones are compared by their beginning. */
const maxLength = 20_000
/** People and their contact details: in the register, but not stored here. */
const persons = new Set([
  'centralContacts',
  'overallOfficials',
  'contacts',
  'investigatorFullName',
  'investigatorAffiliation',
])

/**
 * The fields of a record by path, each as text, so that two versions can be compared field by field. A list is one field: otherwise an endpoint that
 * moved down in a list would change all that follow it.
 */
function toVersionFields(section: Record<string, unknown>): Record<string, string> {
  const fields: Record<string, string> = {}
  const visit = (value: unknown, path: string): void => {
    if (value === null || value === undefined) return
    if (Array.isArray(value)) {
      const text = value.map(toText).filter(Boolean).join('\n')
      if (text !== '') fields[path] = text.slice(0, maxLength).toWellFormed()
    } else if (typeof value === 'object') {
      for (const [key, inner] of Object.entries(value))
        if (!persons.has(key)) visit(inner, path === '' ? key : `${path}.${key}`)
    } else {
      const text = toText(value)
      if (text !== '') fields[path] = text.slice(0, maxLength).toWellFormed()
    }
  }
  visit(section, '')
  return fields
}

function toText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(toText).filter(Boolean).join(', ')
  if (typeof value === 'object')
    return Object.entries(value)
      .filter(([key]) => !persons.has(key) && key !== 'geoPoint')
      .map(([, inner]) => toText(inner))
      .filter(Boolean)
      .join(' · ')
  return typeof value === 'string' ? toPlainText(value) : JSON.stringify(value)
}

const optionalText = z.string().optional()
const texts = z.array(z.string()).default([])
const dateStruct = z.object({ date: optionalText, type: optionalText }).optional()
const outcome = z.object({ measure: optionalText, timeFrame: optionalText, description: optionalText })
const outcomes = z.array(outcome).default([])

const wholeStudy = z.object({
  protocolSection: z.object({
    identificationModule: z.object({ officialTitle: optionalText }),
    statusModule: z
      .object({
        whyStopped: optionalText,
        startDateStruct: dateStruct,
        primaryCompletionDateStruct: dateStruct,
        completionDateStruct: dateStruct,
        studyFirstPostDateStruct: dateStruct,
        resultsFirstPostDateStruct: dateStruct,
      })
      .default({}),
    sponsorCollaboratorsModule: z
      .object({ collaborators: z.array(z.object({ name: optionalText })).default([]) })
      .default({ collaborators: [] }),
    descriptionModule: z.object({ detailedDescription: optionalText }).default({}),
    conditionsModule: z.object({ keywords: texts }).default({ keywords: [] }),
    designModule: z
      .object({
        designInfo: z
          .object({
            allocation: optionalText,
            interventionModel: optionalText,
            observationalModel: optionalText,
            timePerspective: optionalText,
            primaryPurpose: optionalText,
            maskingInfo: z.object({ masking: optionalText }).optional(),
          })
          .default({}),
      })
      .default({ designInfo: {} }),
    armsInterventionsModule: z
      .object({
        armGroups: z
          .array(
            z.object({ label: optionalText, type: optionalText, description: optionalText, interventionNames: texts }),
          )
          .default([]),
        interventions: z
          .array(z.object({ name: optionalText, type: optionalText, description: optionalText }))
          .default([]),
      })
      .default({ armGroups: [], interventions: [] }),
    outcomesModule: z
      .object({ primaryOutcomes: outcomes, secondaryOutcomes: outcomes, otherOutcomes: outcomes })
      .default({ primaryOutcomes: [], secondaryOutcomes: [], otherOutcomes: [] }),
    eligibilityModule: z
      .object({
        eligibilityCriteria: optionalText,
        sex: optionalText,
        minimumAge: optionalText,
        maximumAge: optionalText,
        healthyVolunteers: z.boolean().optional(),
      })
      .default({}),
    contactsLocationsModule: z
      .object({
        locations: z
          .array(
            z.object({
              facility: optionalText,
              status: optionalText,
              city: optionalText,
              country: optionalText,
              geoPoint: z.object({ lat: z.number().min(-90).max(90), lon: z.number().min(-180).max(180) }).optional(),
            }),
          )
          .default([]),
      })
      .default({ locations: [] }),
    referencesModule: z
      .object({ references: z.array(z.object({ pmid: optionalText, type: optionalText })).default([]) })
      .default({ references: [] }),
  }),
})
/** What a publication is to a study, by the register's word; others are only background. */
const relations: ReadonlyMap<string, 'result' | 'derived'> = new Map([
  ['RESULT', 'result'],
  ['DERIVED', 'derived'],
])
type WholeStudy = z.infer<typeof wholeStudy>['protocolSection']

/** Parses the record of one study; null when it does not have the known shape. */
export function parseStudy(body: string): RegisterRecord | null {
  const value = parseJson(body)
  const listed = listedStudy.safeParse(value)
  const parsed = wholeStudy.safeParse(value)
  if (!listed.success || !parsed.success) return null
  const { protocolSection: study } = parsed.data
  const { protocolSection } = value as { protocolSection: Record<string, unknown> } // validated above
  const results = listed.data.hasResults === true
  return {
    study: { trial: toTrial(listed.data), ...toDetails(study) },
    references: study.referencesModule.references.flatMap(({ pmid, type }) => {
      const relation = relations.get(type ?? '')
      return relation === undefined || pmid === undefined || !/^\d{1,9}$/.test(pmid) ? [] : { pmid, relation }
    }),
    fields: { ...toVersionFields(protocolSection), hasResults: String(results) },
  }
}

function toDetails(study: WholeStudy): Omit<RegisteredStudy, 'trial'> {
  const { statusModule: status, eligibilityModule: eligibility, outcomesModule: measured } = study
  const { armGroups, interventions } = study.armsInterventionsModule
  const { locations } = study.contactsLocationsModule
  return {
    officialTitle: line(study.identificationModule.officialTitle, 2000),
    detailedDescription: block(study.descriptionModule.detailedDescription, 50_000),
    whyStopped: line(status.whyStopped, 2000),
    collaborators: uniqueLines(
      study.sponsorCollaboratorsModule.collaborators.map(({ name }) => name),
      200,
      300,
    ),
    keywords: uniqueLines(study.conditionsModule.keywords, 200, 300),
    dates: {
      start: toDate(status.startDateStruct),
      primaryCompletion: toDate(status.primaryCompletionDateStruct),
      completion: toDate(status.completionDateStruct),
    },
    firstPostedDay: wholeDay(status.studyFirstPostDateStruct?.date),
    resultsPostedDay: wholeDay(status.resultsFirstPostDateStruct?.date),
    design: toDesign(study.designModule.designInfo),
    eligibility: {
      sex: line(eligibility.sex, 100),
      minimumAge: line(eligibility.minimumAge, 100),
      maximumAge: line(eligibility.maximumAge, 100),
      healthyVolunteers: eligibility.healthyVolunteers ?? null,
      criteria: block(eligibility.eligibilityCriteria, 50_000),
    },
    arms: armGroups.slice(0, 100).map(({ label, type, description, interventionNames }) => ({
      label: line(label, 500) ?? 'Unnamed arm',
      type: line(type, 100),
      description: block(description, 5000),
      interventions: uniqueLines(interventionNames, 100, 500),
    })),
    interventions: interventions.slice(0, 200).map(({ name, type, description }) => ({
      name: line(name, 500) ?? 'Unnamed intervention',
      type: line(type, 100),
      description: block(description, 5000),
    })),
    outcomes: [
      ...measured.primaryOutcomes.map((entry) => toOutcome('primary', entry)),
      ...measured.secondaryOutcomes.map((entry) => toOutcome('secondary', entry)),
      ...measured.otherOutcomes.map((entry) => toOutcome('other', entry)),
    ].slice(0, 500),
    sites: locations.slice(0, 500).map(({ facility, status: own, city, country, geoPoint }) => ({
      facility: line(facility, 500),
      city: line(city, 200),
      country: line(country, 100),
      status: line(own, 100),
      latitude: geoPoint?.lat ?? null,
      longitude: geoPoint?.lon ?? null,
    })),
    sitesTotal: locations.length,
  }
}

function toDate(value: { date?: string | undefined; type?: string | undefined } | undefined) {
  const date = partialDate(value?.date)
  return { date, type: date === null ? null : oneOf(['ACTUAL', 'ESTIMATED'], value?.type) }
}

function toOutcome(
  kind: 'primary' | 'secondary' | 'other',
  { measure, timeFrame, description }: z.infer<typeof outcome>,
) {
  return {
    kind,
    measure: line(measure, 1000) ?? 'Unnamed measure',
    timeFrame: line(timeFrame, 1000),
    description: block(description, 5000),
  }
}

function toDesign(design: WholeStudy['designModule']['designInfo']): RegisteredStudy['design'] {
  const facts: [string, string | undefined][] = [
    ['Allocation', design.allocation],
    ['Intervention model', design.interventionModel],
    ['Observational model', design.observationalModel],
    ['Time perspective', design.timePerspective],
    ['Masking', design.maskingInfo?.masking],
    ['Primary purpose', design.primaryPurpose],
  ]
  return facts.flatMap(([name, value]) => {
    const lineText = line(value, 500)
    return lineText === null ? [] : { name, value: inWords(lineText) }
  })
}

/** Turns a code such as `SINGLE_GROUP` into words. */
function inWords(code: string): string {
  const words = code.toLowerCase().replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
