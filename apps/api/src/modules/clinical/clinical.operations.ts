import type { Handlers } from '../../http/handlers.ts'
import type { TrialSnapshotsRepository } from './trials.repository.ts'
import type {
  PubmedArticle,
  PubmedPage,
  Trial,
  TrialField,
  TrialPage,
  TrialPaper,
  TrialPaperList,
  TrialRecord,
} from '@auspex/sdk/types'
import type { ArticlePage, Literature, RegisterPage, RegisterRecord, TrialFilters } from '@auspex/sources'
import { findTopics } from './article-topics.ts'
import { countYears } from './article-years.ts'
import { type ClinicalDependencies, type Reply, requireLiterature, requireRegister } from './clinical-dependencies.ts'
import { pageTooFar, queryRefused, tooManyArticles, trialNotFound } from './clinical.errors.ts'
import { queryOnce, QueryRefusedError, withQueryPointer } from './query-once.ts'
import { storeTerms, suggestTerms } from './term-suggestions.ts'
import { countTrials } from './trial-census.ts'
import { type Snapshot, toVersions } from './trial-versions.ts'

/** Last page that can be reached by number: the register can only be read page by page. */
const maxPage = 10

/** PubMed returns no more results of a search. */
const maxArticles = 10_000

export type ClinicalOperations = ReturnType<typeof createClinicalOperations>

const inPath = { in: 'path', pointer: '/query' } as const
const inQuery = { in: 'query', pointer: '/condition' } as const

export function createClinicalOperations(deps: ClinicalDependencies) {
  return {
    searchClinicalTrials: async ({ path, query }) => {
      const { page, perPage, cursor, ...filters } = query
      const search = { field: path.a, words: path.query, filters: toFilters(filters), page, perPage, cursor }
      return { status: 200, body: await withQueryPointer(inPath, () => searchTrials(search, deps)) }
    },
    getClinicalTrialFacets: async ({ path, query }) => {
      const search = { field: path.a, words: path.query, filters: toFilters(query) }
      return { status: 200, body: await withQueryPointer(inPath, () => countTrials(search, deps)) }
    },
    autocompleteClinicalTerm: async ({ path }) => ({
      status: 200,
      body: { items: await suggestTerms(path.q, requireRegister(deps), deps) },
    }),
    getClinicalTrial: async ({ path }) => ({ status: 200, body: await findTrial(path.nctId, deps) }),
    listClinicalTrialPapers: async ({ path }) => {
      const { body: record } = await readRecord(path.nctId, deps)
      return { status: 200, body: await findPapers(path.nctId, record, deps) }
    },
    listPubmedArticles: async ({ query }) => {
      const { condition, year, page, perPage } = query
      const search = { condition, year, page, perPage }
      return { status: 200, body: await withQueryPointer(inQuery, () => searchArticles(search, deps)) }
    },
    getPubmedTimeSeries: async ({ query: { condition, fromYear: from } }) => ({
      status: 200,
      body: await withQueryPointer(inQuery, () => countYears({ condition, from }, deps)),
    }),
    getPubmedTopics: async ({ query }) => ({
      status: 200,
      body: await withQueryPointer(inQuery, () => findTopics(query.condition, deps)),
    }),
  } satisfies Partial<Handlers>
}

function toFilters({ status, phase, sponsorClass, country, startYear }: TrialFilters): TrialFilters {
  return { status, phase, sponsorClass, country, startYear }
}

/** A page of articles about a condition, newest first. */
async function searchArticles(
  { condition, year, page, perPage }: { condition: string; year: number | undefined; page: number; perPage: number },
  deps: ClinicalDependencies,
): Promise<PubmedPage> {
  const [first, ...others] = requireLiterature(deps)
  if (page * perPage > maxArticles) throw tooManyArticles(maxArticles)
  const days = year === undefined ? null : { from: `${year}-01-01`, to: `${year}-12-31` }
  const toSource = (index: Literature) => ({
    ...index,
    query: async (signal: AbortSignal) => {
      const answer = await index.search({ condition, days, page, perPage, signal })
      if (!answer.ok) return answer
      const { articles, total, queryTranslation } = answer
      return { ok: true, body: { articles, total, queryTranslation } } as const
    },
  })
  const { body, origin } = await queryOnce<ArticlePage>(
    {
      key: `articles ${JSON.stringify([condition.toLowerCase(), year ?? null, page, perPage])}`,
      sources: [toSource(first), ...others.map(toSource)],
    },
    deps,
  )
  return {
    items: body.articles,
    page: { page, perPage, total: body.total, totalPages: Math.ceil(body.total / perPage), nextCursor: null },
    queryTranslation: body.queryTranslation,
    origin,
  }
}

/** Reads today's record of a study, or the last known one; throws when the register has none. */
async function readRecord(nctId: string, deps: ClinicalDependencies): Promise<Reply<RegisterRecord>> {
  const { answers, snapshots } = deps
  const register = requireRegister(deps)
  const key = `study ${nctId}`
  const fetchRecord = async (signal: AbortSignal) => {
    const answer = await register.readStudy(nctId, signal)
    return answer.ok ? ({ ok: true, body: answer.record } as const) : answer
  }
  try {
    const reply = await queryOnce({ key, sources: [{ ...register, query: fetchRecord }] }, deps)
    if (reply.isNew) await storeVersion(nctId, reply, snapshots)
    return reply
  } catch (error) {
    if (!(error instanceof QueryRefusedError)) throw error
    if (error.failure.notFound !== true) throw queryRefused(error.source, 'path', '/nctId')
    // A study removed from the register is deleted here too.
    await answers.deleteAnswer(key)
    await snapshots.forget(nctId)
    throw trialNotFound(nctId)
  }
}

/** A study with its versions, as shown on a page. */
async function findTrial(nctId: string, deps: ClinicalDependencies): Promise<TrialRecord> {
  const { body, origin } = await readRecord(nctId, deps)
  const versions = toVersions(await deps.snapshots.list(nctId))
  return { ...body.study, versions, origin }
}

async function storeVersion(
  nctId: string,
  { body, origin }: Reply<RegisterRecord>,
  snapshots: TrialSnapshotsRepository,
): Promise<void> {
  const last = (await snapshots.list(nctId)).at(-1)
  const version: Snapshot = {
    updatedDay: body.study.trial.lastUpdateDay,
    readAt: new Date(origin.asOf),
    fields: body.fields,
  }
  if (last === undefined || !isSame(last.fields, version.fields)) await snapshots.add(nctId, version)
}

function isSame(a: Snapshot['fields'], b: Snapshot['fields']): boolean {
  const names = Object.keys(a)
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name])
}

interface TrialSearchInput {
  field: TrialField
  words: string
  filters: TrialFilters
  page: number
  perPage: number
  cursor: string | undefined
}

/** A page of studies, the last updated first. */
async function searchTrials(
  { cursor, page, perPage, ...search }: TrialSearchInput,
  deps: ClinicalDependencies,
): Promise<TrialPage> {
  const register = requireRegister(deps)
  const readPage = async (token: string | null): Promise<Reply<RegisterPage<Trial>>> => {
    const reply = await queryOnce(
      {
        key: `trials ${JSON.stringify([search.field, search.words.toLowerCase(), search.filters, perPage, token])}`,
        sources: [
          {
            ...register,
            query: async (signal) => {
              const answer = await register.search({ ...search, pageSize: perPage, token, signal })
              if (!answer.ok) return answer
              const { studies, total, nextToken } = answer
              return { ok: true, body: { studies, total, nextToken } }
            },
          },
        ],
      },
      deps,
    )
    if (reply.isNew) await storeTerms(reply.body.studies, deps.terms)
    return reply
  }
  const first = await readPage(null)
  const total = first.body.total ?? first.body.studies.length
  const result =
    cursor === undefined ? await followCursors(first, page, readPage) : { reply: await readPage(cursor), page }
  const { studies, nextToken } = result.reply.body
  return {
    items: studies,
    page: {
      page: result.page,
      perPage,
      total,
      totalPages: Math.ceil(total / perPage),
      nextCursor: nextToken,
    },
    dataAsOf: result.reply.origin.asOf,
    origin: result.reply.origin,
  }
}

async function followCursors(
  first: Reply<RegisterPage<Trial>>,
  page: number,
  readPage: (token: string | null) => Promise<Reply<RegisterPage<Trial>>>,
) {
  if (page > maxPage) throw pageTooFar(maxPage)
  let reply = first
  for (let at = 1; at < page; at += 1) {
    const { nextToken } = reply.body
    if (nextToken === null) return { reply: { ...reply, body: { ...reply.body, studies: [], nextToken: null } }, page }
    reply = await readPage(nextToken)
  }
  return { reply, page }
}

interface PaperSearch {
  articles: PubmedArticle[]
  total: number
}

/** Maximum number of papers read per study. */
const maxPapers = 100

/** The papers of a study: those the register lists, and those that cite the study. */
async function findPapers(
  nctId: string,
  { references }: RegisterRecord,
  deps: ClinicalDependencies,
): Promise<TrialPaperList> {
  const [first, ...others] = requireLiterature(deps)
  const toSource = (index: Literature) => ({
    ...index,
    query: async (signal: AbortSignal) => {
      const byNumber = await index.searchByTrial(nctId, signal)
      if (!byNumber.ok) return byNumber
      const listedPmids = new Set(byNumber.articles.map(({ pmid }) => pmid))
      const unlistedPmids = references.map(({ pmid }) => pmid).filter((pmid) => !listedPmids.has(pmid))
      const named = await index.readArticles(unlistedPmids.slice(0, maxPapers), signal)
      if (!named.ok) return named
      const body: PaperSearch = {
        articles: [...named.articles, ...byNumber.articles],
        total: byNumber.total + named.articles.length,
      }
      return { ok: true, body } as const
    },
  })
  const { body, origin } = await queryOnce<PaperSearch>(
    {
      key: `papers ${nctId}`,
      sources: [toSource(first), ...others.map(toSource)],
    },
    deps,
  )
  const relations = new Map(references.map(({ pmid, relation }) => [pmid, relation]))
  const papers = body.articles.flatMap((article): TrialPaper[] => {
    const relation = relations.get(article.pmid) ?? (article.nctIds.includes(nctId) ? 'names_trial' : null)
    return relation === null ? [] : [{ article, relation }]
  })
  const items = papers.toSorted((a, b) => compareDates(b.article, a.article)).slice(0, maxPapers)
  const omitted = Math.min(maxPapers, body.articles.length - papers.length)
  return { items, total: body.total, leftOut: omitted, origin }
}

function compareDates(a: PubmedArticle, b: PubmedArticle): number {
  return (a.publishedAt ?? '').localeCompare(b.publishedAt ?? '', 'en')
}
