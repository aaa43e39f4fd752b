import type { ClinicalOrigin, MedicineSubject } from '@auspex/sdk/types'
import type { DayRange, TrialRegister } from '@auspex/sources'
import type { AskOnce } from '../ask-once.ts'

export interface PostedTrials {
  /** Trials by the day on which the register published them. */
  byDay: ReadonlyMap<string, number>
  origin: ClinicalOrigin
}

/** Pages of a thousand that one answer may cost. */
const mostPages = 10

/** Trials about a subject by the day of their publication. Null when there are more than ten thousand: part of them would be no series. */
export async function readPostedTrials(
  { term, kind }: MedicineSubject,
  posted: DayRange,
  { register, askOnce }: { register: TrialRegister; askOnce: AskOnce },
): Promise<PostedTrials | null> {
  const { body, origin } = await askOnce<Record<string, number> | null>({
    key: `posted by day ${JSON.stringify([kind, term.toLowerCase(), posted])}`,
    sources: [
      {
        ...register,
        ask: async (signal) => {
          const byDay: Record<string, number> = {}
          let token: string | null = null
          for (let page = 0; page < mostPages; page += 1) {
            const search = { field: kind, words: term, filters: { posted }, token, signal } as const
            const answer = await register.readFacts(search)
            if (!answer.ok) return answer
            for (const { postedDay } of answer.studies)
              if (postedDay !== null) byDay[postedDay] = (byDay[postedDay] ?? 0) + 1
            token = answer.nextToken
            if (token === null) return { ok: true, body: byDay }
          }
          return { ok: true, body: null }
        },
      },
    ],
  })
  return body === null ? null : { byDay: new Map(Object.entries(body)), origin }
}
