import type { RegisterNewsItem } from '@auspex/sdk/types'
import type { DayRange, Medicine } from '@auspex/sources'
import type { AskOnce } from './ask-once.ts'
import { demoHasNone } from './clinical.errors.ts'
import { followStatuses, type TrialStatusesDependencies } from './trial-statuses.ts'

/** What somebody can be told of a condition. */
export type ConditionSubject = 'new-trials' | 'trial-status' | 'new-papers'

/** What was published within some days. */
export interface ConditionNews {
  /** Studies or papers. */
  total: number
  /** The newest of them. */
  items: RegisterNewsItem[]
  /** Who said it, and when. */
  source: string
  asOf: string
}

export interface ConditionRegister {
  /** Throws `clinical.demo` when nobody is asked. */
  ensureAsked(): void
  /** Null while the register is being read for the first time. Throws when the source does not answer. */
  read(subject: ConditionSubject, condition: string, days: DayRange): Promise<ConditionNews | null>
}

/** Items of a message. */
const mostItems = 20

/** What the registers have published of a condition, day by day, for those who watch it. */
export function createConditionRegister({
  medicine,
  askOnce,
  ...deps
}: TrialStatusesDependencies & { medicine: Medicine | null; askOnce: AskOnce }): ConditionRegister {
  const asked = (): Medicine => {
    if (medicine === null) throw demoHasNone()
    return medicine
  }

  async function readTrials(condition: string, posted: DayRange): Promise<ConditionNews> {
    const { register } = asked()
    const search = { field: 'condition', words: condition, filters: { posted } } as const
    const { body, origin } = await askOnce<{ total: number; items: RegisterNewsItem[] }>({
      key: `posted ${JSON.stringify([condition.toLowerCase(), posted])}`,
      sources: [
        {
          ...register,
          ask: async (signal) => {
            const answer = await register.search({ ...search, pageSize: mostItems, token: null, signal })
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
    })
    return { ...body, source: origin.name, asOf: origin.asOf }
  }

  async function readPapers(condition: string, added: DayRange): Promise<ConditionNews> {
    const [first, ...others] = asked().literature
    if (first === undefined) throw demoHasNone()
    const toSource = (index: typeof first) => ({
      ...index,
      ask: async (signal: AbortSignal) => {
        const answer = await index.search({ condition, days: null, added, page: 1, perPage: mostItems, signal })
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
    const { body, origin } = await askOnce<{ total: number; items: RegisterNewsItem[] }>({
      key: `added ${JSON.stringify([condition.toLowerCase(), added])}`,
      sources: [toSource(first), ...others.map(toSource)],
    })
    return { ...body, source: origin.name, asOf: origin.asOf }
  }

  async function readStatuses(condition: string, days: DayRange): Promise<ConditionNews | null> {
    const { register } = asked()
    const key = condition.toLowerCase()
    if (!(await followStatuses(key, register, deps))) return null
    const { changes, total } = await deps.statuses.listChanges(key, { ...days, limit: mostItems })
    const items = changes.map(({ nctId: id, title, before, after }) => ({
      id,
      title,
      url: `https://clinicaltrials.gov/study/${id}`,
      before,
      after,
    }))
    return { total, items, source: register.name, asOf: deps.clock.now().toISOString() }
  }

  return {
    ensureAsked: () => void asked(),
    read(subject, condition, days) {
      switch (subject) {
        case 'new-trials':
          return readTrials(condition, days)
        case 'trial-status':
          return readStatuses(condition, days)
        case 'new-papers':
        default:
          return readPapers(condition, days)
      }
    },
  }
}
