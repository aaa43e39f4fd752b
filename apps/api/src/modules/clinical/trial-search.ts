import type { Trial, TrialField, TrialPage } from '@auspex/sdk/types'
import type { RegisterPage, TrialFilters, TrialRegister } from '@auspex/sources'
import type { AskOnce, Reply } from './ask-once.ts'
import { pageTooFar } from './clinical.errors.ts'

export interface TrialSearchInput {
  field: TrialField
  words: string
  filters: TrialFilters
  page: number
  perPage: number
  cursor: string | undefined
}

/** Pages that are reached by number: the register goes on from page to page only. */
const farthestPage = 10

/** A page of studies, last updated first. */
export async function searchTrials(
  { cursor, page, perPage, ...search }: TrialSearchInput,
  register: TrialRegister,
  { askOnce, remember }: { askOnce: AskOnce; remember(trials: readonly Trial[]): Promise<void> },
): Promise<TrialPage> {
  const readPage = async (token: string | null): Promise<Reply<RegisterPage<Trial>>> => {
    const reply = await askOnce({
      key: `trials ${JSON.stringify([search.field, search.words.toLowerCase(), search.filters, perPage, token])}`,
      sources: [
        {
          ...register,
          ask: async (signal) => {
            const answer = await register.search({ ...search, pageSize: perPage, token, signal })
            if (!answer.ok) return answer
            const { studies, total, nextToken } = answer
            return { ok: true, body: { studies, total, nextToken } }
          },
        },
      ],
    })
    if (reply.isNew) await remember(reply.body.studies)
    return reply
  }
  const first = await readPage(null)
  const total = first.body.total ?? first.body.studies.length
  const reached = cursor === undefined ? await walk(first, page, readPage) : { reply: await readPage(cursor), page }
  const { studies, nextToken } = reached.reply.body
  return {
    items: studies,
    page: {
      page: reached.page,
      perPage,
      total,
      totalPages: Math.ceil(total / perPage),
      nextCursor: nextToken,
    },
    dataAsOf: reached.reply.origin.asOf,
    origin: reached.reply.origin,
  }
}

async function walk(
  first: Reply<RegisterPage<Trial>>,
  page: number,
  readPage: (token: string | null) => Promise<Reply<RegisterPage<Trial>>>,
) {
  if (page > farthestPage) throw pageTooFar(farthestPage)
  let reply = first
  for (let at = 1; at < page; at += 1) {
    const { nextToken } = reply.body
    if (nextToken === null) return { reply: { ...reply, body: { ...reply.body, studies: [], nextToken: null } }, page }
    reply = await readPage(nextToken)
  }
  return { reply, page }
}
