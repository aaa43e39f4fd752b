import { z } from 'zod'

import { countryFromGdelt } from '../gdelt/country-names.ts'
import type { SourceDocument } from '../source.types.ts'
import { parseJson } from '../text/parse-json.ts'
import { toPlainLine } from '../text/plain-text.ts'
import { parsePublishedAt, toIsoSecond } from '../text/published-at.ts'
import { toRegisterText } from './trial.parse.ts'

const strings = z.array(z.string()).default([])
const study = z.object({
  protocolSection: z.object({
    identificationModule: z.object({ nctId: z.string(), briefTitle: z.string().default('') }),
    statusModule: z
      .object({ studyFirstPostDateStruct: z.object({ date: z.string().optional() }).optional() })
      .optional(),
    sponsorCollaboratorsModule: z.object({ leadSponsor: z.object({ name: z.string() }).optional() }).optional(),
    descriptionModule: z.object({ briefSummary: z.string().optional() }).optional(),
    conditionsModule: z.object({ conditions: strings, keywords: strings }).optional(),
    armsInterventionsModule: z
      .object({ interventions: z.array(z.object({ name: z.string().optional() })).default([]) })
      .optional(),
    contactsLocationsModule: z
      .object({ locations: z.array(z.object({ country: z.string().optional() })).default([]) })
      .optional(),
  }),
})
const answer = z.object({
  studies: z.array(z.unknown()),
  totalCount: z.number().optional(),
  nextPageToken: z.string().optional(),
})

export interface TrialsPage {
  documents: SourceDocument[]
  /** Trials on this page, readable or not. */
  entryCount: number
  /** Trials that match; on the first page only. */
  total: number | null
  /** The token for the next page; null on the last. */
  nextToken: string | null
}

/**
 * Parses a response of `/studies`; null when it does not have the known shape. A trial is dated by the day on which the
 * registry first posted it; one without that day is left out.
 */
export function parseClinicalTrials(body: string): TrialsPage | null {
  const page = answer.safeParse(parseJson(body))
  if (!page.success) return null
  const { studies, totalCount, nextPageToken } = page.data
  const entries = studies.flatMap((value) => study.safeParse(value).data ?? [])
  if (entries.length === 0 && studies.length > 0) return null
  return {
    documents: entries.flatMap((entry) => toDocument(entry) ?? []),
    entryCount: studies.length,
    total: totalCount ?? null,
    nextToken: nextPageToken ?? null,
  }
}

function toDocument({ protocolSection: trial }: z.infer<typeof study>): SourceDocument | null {
  const { nctId, briefTitle } = trial.identificationModule
  const title = toPlainLine(briefTitle)
  const posted = parsePublishedAt(trial.statusModule?.studyFirstPostDateStruct?.date ?? '')
  if (title === '' || posted === null) return null
  const country = onlyCountry(trial.contactsLocationsModule?.locations ?? [])
  return {
    sourceKey: 'clinical_trials',
    nativeId: nctId,
    kind: 'trial',
    outlet: 'clinicaltrials.gov',
    url: `https://clinicaltrials.gov/study/${encodeURIComponent(nctId)}`,
    title,
    body: toText(trial),
    author: toPlainLine(trial.sponsorCollaboratorsModule?.leadSponsor?.name ?? '') || null,
    publishedAt: toIsoSecond(posted.epochMs),
    datePrecision: 'day',
    country,
    countryBasis: country === null ? null : 'content',
    lang: 'en',
    engagement: null,
  }
}

/** The summary, plus the terms under which the registry files the trial, because searches match those too. */
function toText(trial: z.infer<typeof study>['protocolSection']): string | null {
  const interventions = trial.armsInterventionsModule?.interventions.flatMap(({ name }) => name ?? []) ?? []
  const lists: [string, readonly string[]][] = [
    ['Conditions', trial.conditionsModule?.conditions ?? []],
    ['Interventions', interventions],
    ['Keywords', trial.conditionsModule?.keywords ?? []],
  ]
  const lines = lists.filter(([, words]) => words.length > 0).map(([name, words]) => `${name}: ${words.join(', ')}`)
  const text = [trial.descriptionModule?.briefSummary ?? '', ...lines].map(toRegisterText).filter(Boolean).join('\n')
  return text === '' ? null : text
}

/** The country of a trial's sites when there is only one; a trial in many countries has none. */
function onlyCountry(locations: readonly { country?: string | undefined }[]): string | null {
  const names = new Set(locations.flatMap(({ country }) => country ?? []))
  const [name] = names
  return names.size === 1 && name !== undefined ? countryFromGdelt(name) : null
}
