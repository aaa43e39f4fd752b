import type { RegisterNewsItem, Trial, TrialStatus } from '@auspex/sdk/types'
import type { DayRange, TrialRegister, TrialSearch } from '@auspex/sources'
import { ensureReachable, queryOnce, settle } from './query-once.ts'
import { type ClinicalDependencies, requireLiterature, requireRegister } from './clinical-dependencies.ts'
import { currentWork } from '../../kernel/work.ts'
import type { Outages } from '../library/index.ts'
import type { StatusChange, TrialStatusesRepository, WatchedCondition } from './trials.repository.ts'

/** Pages of a thousand read per call: half a minute at most; the next call continues. */
const pagesPerRun = 10
const pageSize = 200
const retentionMs = 90 * 86_400_000

/** The kinds of news about a condition. */
export type ConditionSubject = 'new-trials' | 'trial-status' | 'new-papers'

/** What was published within a range of days. */
export interface ConditionNews {
  /** Studies or papers. */
  total: number
  /** The newest of them. */
  items: RegisterNewsItem[]
  /** The publisher, and when it answered. */
  source: string
  asOf: string
}

/** How other modules read it. */
export interface ConditionRegister {
  /** Throws `clinical.demo` when no source is queried. */
  ensureAvailable(): void
  /** Null while the register is read for the first time. Throws when the source does not answer. */
  read(subject: ConditionSubject, condition: string, days: DayRange): Promise<ConditionNews | null>
}

/** Maximum number of items in a message. */
const maxItems = 20

/**
 * What the registers have published about a condition on some days. Null while the register is read for the first time. Throws when the source does
 * not answer.
 */
export async function readConditionNews(
  subject: ConditionSubject,
  { condition, days }: { condition: string; days: DayRange },
  deps: ClinicalDependencies,
): Promise<ConditionNews | null> {
  switch (subject) {
    case 'new-trials':
      return readTrials(condition, days, deps)
    case 'trial-status':
      return readStatuses(condition, days, deps)
    case 'new-papers':
    default:
      return readPapers(condition, days, deps)
  }
}

async function readTrials(condition: string, posted: DayRange, deps: ClinicalDependencies): Promise<ConditionNews> {
  const register = requireRegister(deps)
  const search = { field: 'condition', words: condition, filters: { posted } } as const
  const { body, origin } = await queryOnce<{ total: number; items: RegisterNewsItem[] }>(
    {
      key: `posted ${JSON.stringify([condition.toLowerCase(), posted])}`,
      sources: [
        {
          ...register,
          query: async (signal) => {
            const answer = await register.search({ ...search, pageSize: maxItems, token: null, signal })
            if (!answer.ok) return answer
            const items = answer.studies.map(({ nctId: id, title, url, status: after }) => ({
              id,
              title: title.slice(0, 600),
              url,
              before: null,
              after,
            }))
            return { ok: true, body: { total: answer.total ?? items.length, items } } as const
          },
        },
      ],
    },
    deps,
  )
  return { ...body, source: origin.name, asOf: origin.asOf }
}

async function readPapers(condition: string, added: DayRange, deps: ClinicalDependencies): Promise<ConditionNews> {
  const [first, ...others] = requireLiterature(deps)
  const toSource = (index: typeof first) => ({
    ...index,
    query: async (signal: AbortSignal) => {
      const answer = await index.search({ condition, days: null, added, page: 1, perPage: maxItems, signal })
      if (!answer.ok) return answer
      const items = answer.articles.map(({ pmid: id, title, url }) => ({
        id,
        title: title.slice(0, 600),
        url,
        before: null,
        after: null,
      }))
      return { ok: true, body: { total: answer.total, items } } as const
    },
  })
  const { body, origin } = await queryOnce<{ total: number; items: RegisterNewsItem[] }>(
    {
      key: `added ${JSON.stringify([condition.toLowerCase(), added])}`,
      sources: [toSource(first), ...others.map(toSource)],
    },
    deps,
  )
  return { ...body, source: origin.name, asOf: origin.asOf }
}

async function readStatuses(
  condition: string,
  days: DayRange,
  deps: ClinicalDependencies,
): Promise<ConditionNews | null> {
  const register = requireRegister(deps)
  const key = condition.toLowerCase()
  if (!(await followStatuses(key, register, deps))) return null
  const { changes, total } = await deps.statuses.listChanges(key, { ...days, limit: maxItems })
  const items = changes.map(({ nctId: id, title, before, after }) => ({
    id,
    title,
    url: `https://clinicaltrials.gov/study/${id}`,
    before,
    after,
  }))
  return { total, items, source: register.name, asOf: deps.clock.now().toISOString() }
}

/**
 * Updates the known statuses of a condition's studies. The first read covers all of them; from then on, studies that the register has updated since
 * and whose status differs are stored as changes. A study that was not known before has no earlier status and causes no change. False until the first
 * read is complete.
 */
async function followStatuses(
  condition: string,
  register: TrialRegister,
  { statuses, outages, clock }: ClinicalDependencies,
): Promise<boolean> {
  const now = clock.now()
  const today = now.toISOString().slice(0, 10)
  const signal = currentWork().signal ?? new AbortController().signal
  const save = (watched: WatchedCondition) =>
    statuses.save(condition, watched, { at: now, keepFrom: new Date(now.getTime() - retentionMs) })
  const words = { field: 'condition', words: condition } as const
  const stored = await statuses.find(condition)
  // studies updated during the first read are read again: the day on which it began counts as not known
  let watched: WatchedCondition = stored ?? { knownTo: today, nextToken: null, isBegun: false }
  if (stored === null) await save(watched)
  for (let page = 0; page < pagesPerRun && (!watched.isBegun || watched.nextToken !== null); page += 1) {
    ensureReachable(register.name, outages)
    const answer = await register.readFacts({ ...words, filters: {}, token: watched.nextToken, signal })
    const { studies, nextToken } = settle(answer, { name: register.name, outages })
    await statuses.saveStatuses(
      condition,
      studies.map(({ nctId, status }) => ({ nctId, status })),
      [],
    )
    watched = { ...watched, nextToken, isBegun: true }
    await save(watched)
  }
  if (watched.nextToken !== null) return false
  const search = { ...words, filters: { updated: { from: watched.knownTo, to: today } }, pageSize, signal }
  for await (const studies of readAll(register, search, outages))
    await recordChanges(condition, studies, { statuses, today })
  await save({ ...watched, knownTo: today })
  return true
}

async function* readAll(
  register: TrialRegister,
  search: Omit<TrialSearch, 'token'>,
  outages: Outages,
): AsyncGenerator<readonly Trial[]> {
  let token: string | null = null
  do {
    ensureReachable(register.name, outages)
    const answer = await register.search({ ...search, token })
    const page: { studies: readonly Trial[]; nextToken: string | null } = settle(answer, {
      name: register.name,
      outages,
    })
    yield page.studies
    token = page.nextToken
  } while (token !== null)
}

async function recordChanges(
  condition: string,
  studies: readonly Trial[],
  { statuses, today }: { statuses: TrialStatusesRepository; today: string },
) {
  const previousStatuses = await statuses.listStatuses(
    condition,
    studies.map(({ nctId }) => nctId),
  )
  const changes = studies.flatMap((study) => toChange(study, previousStatuses.get(study.nctId), today) ?? [])
  await statuses.saveStatuses(
    condition,
    studies.map(({ nctId, status }) => ({ nctId, status })),
    changes,
  )
}

/** A change that the register does not date gets the day on which it was noticed. */
function toChange(
  { nctId, title, status: after, lastUpdateDay }: Trial,
  before: TrialStatus | undefined,
  noticedDay: string,
): StatusChange | null {
  if (before === undefined || before === after) return null
  return { nctId, day: lastUpdateDay ?? noticedDay, title: title.slice(0, 600), before, after }
}
