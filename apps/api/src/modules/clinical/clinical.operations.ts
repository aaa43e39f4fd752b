import type { Medicine, TrialFilters, TrialRegister } from '@auspex/sources'
import type { Handlers } from '../../http/handlers.ts'
import { searchArticles } from './article-search.ts'
import { findTopics } from './article-topics.ts'
import type { createArticleYears } from './article-years.ts'
import type { AskOnce } from './ask-once.ts'
import { demoHasNone } from './clinical.errors.ts'
import type { ClinicalTermsRepository } from './clinical-terms.repository.ts'
import { namingWords } from './register-failure.ts'
import { rememberTerms, suggestTerms } from './term-suggestions.ts'
import type { createTrialCensus } from './trial-census.ts'
import { findPapers, type LiteratureInOrder } from './trial-papers.ts'
import { findTrial, readRecord, type TrialRecordDependencies } from './trial-record.ts'
import { searchTrials } from './trial-search.ts'
import type { Clock } from '../../kernel/clock.ts'

export type ClinicalOperations = Pick<
  Handlers,
  | 'searchClinicalTrials'
  | 'getClinicalTrialFacets'
  | 'autocompleteClinicalTerm'
  | 'getClinicalTrial'
  | 'listClinicalTrialPapers'
  | 'listPubmedArticles'
  | 'getPubmedTimeSeries'
  | 'getPubmedTopics'
>

export interface ClinicalOperationsOptions extends TrialRecordDependencies {
  medicine: Medicine | null
  askOnce: AskOnce
  terms: ClinicalTermsRepository
  countTrials: ReturnType<typeof createTrialCensus>
  countYears: ReturnType<typeof createArticleYears> | null
  clock: Clock
}

const inPath = { in: 'path', pointer: '/query' } as const
const inQuery = { in: 'query', pointer: '/condition' } as const

/** The operations of trials and literature. */
export function createClinicalOperations(options: ClinicalOperationsOptions): ClinicalOperations {
  const { medicine, askOnce, terms, countTrials, countYears, clock } = options
  const register = (): TrialRegister => medicine?.register ?? refuse()
  const literature = (): LiteratureInOrder => {
    const [first, ...others] = medicine?.literature ?? []
    return first === undefined ? refuse() : [first, ...others]
  }
  const remember = (studies: Parameters<typeof rememberTerms>[0]) => rememberTerms(studies, terms)

  return {
    searchClinicalTrials: async ({ path, query }) => {
      const { page = 1, perPage = 20, cursor, ...filters } = query
      const search = { field: path.a, words: path.query, filters: toFilters(filters), page, perPage, cursor }
      const body = await namingWords(inPath, () => searchTrials(search, register(), { askOnce, remember }))
      return { status: 200, body }
    },
    getClinicalTrialFacets: async ({ path, query }) => {
      const search = { field: path.a, words: path.query, filters: toFilters(query) }
      return { status: 200, body: await namingWords(inPath, () => countTrials(register(), search)) }
    },
    autocompleteClinicalTerm: async ({ path }) => ({
      status: 200,
      body: { items: await suggestTerms(path.q, register(), { askOnce, terms }) },
    }),
    getClinicalTrial: async ({ path }) => ({ status: 200, body: await findTrial(path.nctId, register(), options) }),
    listClinicalTrialPapers: async ({ path }) => {
      const { body: record } = await readRecord(path.nctId, register(), options)
      return { status: 200, body: await findPapers(path.nctId, record, { askOnce, literature: literature() }) }
    },
    listPubmedArticles: async ({ query }) => {
      const { condition, year, page = 1, perPage = 20 } = query
      const search = { condition, year, page, perPage }
      const body = await namingWords(inQuery, () => searchArticles(search, { askOnce, literature: literature() }))
      return { status: 200, body }
    },
    getPubmedTimeSeries: async ({ query }) => {
      const count = countYears ?? refuse()
      return { status: 200, body: await namingWords(inQuery, () => count(query.condition, query.fromYear)) }
    },
    getPubmedTopics: async ({ query }) => {
      const topics = () => findTopics(query.condition, { askOnce, literature: literature(), clock })
      return { status: 200, body: await namingWords(inQuery, topics) }
    },
  }
}

function refuse(): never {
  throw demoHasNone()
}

function toFilters({ status, phase, sponsorClass, country, startYear }: TrialFilters): TrialFilters {
  return { status, phase, sponsorClass, country, startYear }
}
