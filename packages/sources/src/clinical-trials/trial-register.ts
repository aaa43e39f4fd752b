import type { TrialField } from '@auspex/sdk/types'

import type { FailureText, Http } from '../http/http.types.ts'
import type { Answer, RegisterPage, TrialFilters, TrialRegister } from '../medicine/medicine.types.ts'
import { schemaChanged, toProbe } from '../source-run.ts'
import { parseStudy } from './study-record.parse.ts'
import { parseFacts, parseTrials } from './trial.parse.ts'

export interface TrialRegisterOptions {
  http: Http
  baseUrl?: string
}

const areas: Record<TrialField, string> = {
  condition: 'query.cond',
  intervention: 'query.intr',
  term: 'query.term',
  title: 'query.titles',
  outcome: 'query.outc',
  sponsor: 'query.spons',
  location: 'query.locn',
  id: 'query.id',
}
const countedFields = [
  'NCTId|OverallStatus|Phase|LeadSponsorName|LeadSponsorClass|LocationCountry|StartDate|EnrollmentCount|EnrollmentType',
  'Condition|InterventionName|StudyFirstPostDate',
].join('|')
const listedFields = [
  countedFields,
  'BriefTitle|BriefSummary|StudyType|PrimaryCompletionDate|CompletionDate|LastUpdatePostDate|HasResults',
].join('|')
/** The register explains an invalid query in a sentence of plain text. */
const failureTexts: readonly FailureText[] = [
  { pattern: /invalid|unknown parameter|cannot be parsed|syntax|too complicated/i, status: 'bad_query' },
]
const notThere = /not found|NCT number .* (is )?(not|incorrect)/i

/** ClinicalTrials.gov as a register: whole records and exact counts, version 2 of its API. */
export function createTrialRegister({
  http,
  baseUrl = 'https://clinicaltrials.gov/api/v2',
}: TrialRegisterOptions): TrialRegister {
  const fetchPage = async <T>(
    parameters: Record<string, string>,
    signal: AbortSignal,
    parse: (body: string) => Promise<RegisterPage<T> | null>,
  ): Promise<Answer<RegisterPage<T>>> => {
    const url = `${baseUrl}/studies?${new URLSearchParams({ format: 'json', ...parameters })}`
    const answer = await http.get({ url, signal, expect: 'json', failureTexts })
    if (!answer.ok) return answer
    const page = await parse(answer.body)
    return page === null ? { ok: false, ...schemaChanged } : { ok: true, ...page }
  }
  const toParameters = ({ field, words, filters, token }: Parameters<TrialRegister['readFacts']>[0]) => ({
    [areas[field]]: words,
    ...toFilters(filters),
    ...(token === null ? { countTotal: 'true' } : { pageToken: token }),
  })

  return {
    key: 'clinical_trials',
    name: 'ClinicalTrials.gov',
    attribution: 'Source: ClinicalTrials.gov, U.S. National Library of Medicine',
    search: ({ pageSize, ...search }) =>
      fetchPage(
        {
          ...toParameters(search),
          fields: listedFields,
          sort: 'LastUpdatePostDate:desc',
          pageSize: String(pageSize),
        },
        search.signal,
        parseTrials,
      ),
    readFacts: (search) =>
      fetchPage({ ...toParameters(search), fields: countedFields, pageSize: '1000' }, search.signal, parseFacts),
    async readStudy(nctId, signal) {
      const url = `${baseUrl}/studies/${encodeURIComponent(nctId)}?format=json`
      const answer = await http.get({ url, signal, expect: 'json', failureTexts, nothingFound: notThere })
      if (!answer.ok) {
        const isAbsent = answer.httpStatus === 404 || answer.httpStatus === 410
        return isAbsent ? { ...answer, notFound: true } : answer
      }
      if (answer.httpStatus >= 400) return absent
      const record = parseStudy(answer.body)
      return record === null ? { ok: false, ...schemaChanged } : { ok: true, record }
    },
    async probe(signal) {
      const url = `${baseUrl}/studies?format=json&pageSize=1&fields=NCTId`
      return toProbe(await http.get({ url, signal, expect: 'json', failureTexts }))
    },
  }
}

const absent = {
  ok: false,
  notFound: true,
  status: 'bad_query',
  reason: 'The register has no study of this number.',
  retryAfterMs: null,
} as const

/** Whole values are matched: the country Guinea is not part of Papua New Guinea. */
function toFilters({
  status,
  phase,
  sponsorClass,
  country,
  startYear,
  posted,
  updated,
}: TrialFilters): Record<string, string> {
  const advanced = [
    phase !== undefined && `AREA[Phase]${phase}`,
    sponsorClass !== undefined && `AREA[LeadSponsorClass]${sponsorClass}`,
    country !== undefined && `AREA[LocationCountry]COVERAGE[FullMatch]"${country}"`,
    startYear !== undefined && `AREA[StartDate]RANGE[${startYear}-01-01,${startYear}-12-31]`,
    posted !== undefined && `AREA[StudyFirstPostDate]RANGE[${posted.from},${posted.to}]`,
    updated !== undefined && `AREA[LastUpdatePostDate]RANGE[${updated.from},${updated.to}]`,
  ].filter((part) => part !== false)
  return {
    ...(status !== undefined && { 'filter.overallStatus': status }),
    ...(advanced.length > 0 && { 'filter.advanced': advanced.join(' AND ') }),
  }
}
