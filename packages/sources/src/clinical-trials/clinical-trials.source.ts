import { booleanOperators, type Dialect } from '../query/dialect.ts'
import type { FailureText, Http, RunFailure } from '../http/http.types.ts'
import { type Bounds, type Page, searchPages, toBounds } from '../search-pages.ts'
import { writeNativeQuery } from '../query/write-native-query.ts'
import { schemaChanged, toProbe } from '../source-run.ts'
import type { Clock, DocumentClient } from '../source.types.ts'
import { parseClinicalTrials } from './clinical-trials.parse.ts'
import type { SourceDescriptor } from '../source-descriptor.ts'

const countryNames = new Intl.DisplayNames('en', { type: 'region' })

/** Essie expressions, the query syntax of ClinicalTrials.gov. */
const clinicalTrialsDialect: Dialect = {
  key: 'clinical_trials',
  name: 'ClinicalTrials.gov',
  ...booleanOperators,
  fields: { country: ({ value }) => `AREA[LocationCountry]"${countryNames.of(value.toUpperCase()) ?? value}"` },
  maxLength: 1500,
}

export interface ClinicalTrialsOptions {
  http: Http
  clock: Clock
  baseUrl?: string
}

const pageSize = 200
const maxPages = 5
/** The fields that a document needs; whole records are a hundred times larger. */
const fields =
  'NCTId|BriefTitle|StudyFirstPostDate|LeadSponsorName|BriefSummary|Condition|Keyword|InterventionName|LocationCountry'
/** Version 2 explains an invalid query in a sentence of plain text. */
const failureTexts: readonly FailureText[] = [
  { pattern: /invalid|unknown parameter|cannot be parsed|syntax|too complicated/i, status: 'bad_query' },
]

/** Trials of ClinicalTrials.gov, version 2 of its API, newest in the registry first. */
export function createClinicalTrialsSource(options: ClinicalTrialsOptions): DocumentClient {
  const { http, clock, baseUrl = 'https://clinicaltrials.gov/api/v2' } = options
  const fetchStudies = (parameters: Record<string, string>, signal: AbortSignal) => {
    const url = `${baseUrl}/studies?${new URLSearchParams({ fields, format: 'json', ...parameters })}`
    return http.get({ url, signal, expect: 'json', failureTexts })
  }

  return {
    async probe(signal) {
      return toProbe(await fetchStudies({ pageSize: '1' }, signal), (body) => parseClinicalTrials(body) !== null)
    },
    async search(query, search) {
      const bounds = toBounds(query, clock)
      const notHonoured = ['A trial is dated by the day on which the registry first posted it.']
      if (query.geo !== null) notHonoured.push('A trial with sites in several countries counts for none of them.')
      const filter = toFilter(bounds, query.geo)
      const fetchPage = async (words: string, cursor: string | null): Promise<Page<string> | RunFailure> => {
        const answer = await fetchStudies(
          {
            'query.term': words,
            'filter.advanced': filter,
            sort: 'StudyFirstPostDate:desc',
            pageSize: String(Math.min(pageSize, search.limit)),
            ...(cursor === null ? { countTotal: 'true' } : { pageToken: cursor }),
          },
          search.signal,
        )
        if (!answer.ok) return answer
        const page = parseClinicalTrials(answer.body)
        return page === null ? schemaChanged : { documents: page.documents, next: page.nextToken }
      }
      const native = writeNativeQuery(query, clinicalTrialsDialect)
      const { requests } = native
      return searchPages({ native, requests, notHonoured, bounds, search, clock, maxPages, fetchPage })
    },
  }
}

function toFilter({ fromMs, toMs }: Bounds, geo: string | null): string {
  const day = (epochMs: number) => new Date(epochMs).toISOString().slice(0, 10)
  const time = `AREA[StudyFirstPostDate]RANGE[${fromMs === null ? 'MIN' : day(fromMs)},${day(toMs)}]`
  return geo === null ? time : `${time} AND AREA[LocationCountry]"${countryNames.of(geo) ?? geo}"`
}

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
