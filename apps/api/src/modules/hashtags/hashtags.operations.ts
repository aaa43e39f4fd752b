import type { NumbersOrigin } from '@auspex/sdk/types'
import type { Handlers } from '../../http/handlers.ts'
import type { Actor } from '../../kernel/actor.ts'
import { toPageRequest } from '../../kernel/page.ts'
import type { HashtagDependencies } from './hashtag-dependencies.ts'
import { listCreators, listHashtags, listVideos } from './hashtag-lists.ts'
import { findVideos, type Question } from './hashtag-question.ts'
import { measureTrend } from './hashtag-trend.ts'
import { deleteImport, getImport, importVideos, listImports, ownerOf } from './imports.usecases.ts'

export type HashtagsOperations = ReturnType<typeof createHashtagsOperations>

/** The operations of hashtags: figures of one, stored hashtags, and video files. */
export function createHashtagsOperations(deps: HashtagDependencies) {
  return {
    getHashtagTrends: async ({ path, query }, { actor }) => {
      const question = toQuestion(path.tag, query, actor)
      return { status: 200, body: await measureTrend(await findVideos(question, deps), question, deps) }
    },

    listHashtagVideos: async ({ path, query }, { actor }) => {
      const result = await findVideos(toQuestion(path.tag, query, actor), deps)
      const listOptions = { order: query.sort ?? 'views', page: toPageRequest(query) }
      return { status: 200, body: await listVideos(result, listOptions, deps) }
    },

    listHashtagCreators: async ({ path, query }, { actor }) => {
      const result = await findVideos(toQuestion(path.tag, query, actor), deps)
      const listOptions = { order: query.sort ?? 'views', page: toPageRequest(query) }
      return { status: 200, body: await listCreators(result, listOptions, deps) }
    },

    listHashtags: async ({ query }, { actor }) => {
      const { beginning = '', geo = null, origin = null } = query
      const question = { beginning, geo, origin, period: toPeriod(query.period), page: toPageRequest(query) }
      return { status: 200, body: await listHashtags(question, actor, deps) }
    },

    listHashtagImports: async ({ query }, { actor }) => ({
      status: 200,
      body: await listImports(toPageRequest(query), actor, deps),
    }),

    importHashtagVideos: async ({ body }, { actor, recordSecurityEvent }) => {
      const stored = await importVideos(body, actor, deps)
      if (body.importId === undefined) recordSecurityEvent('import.started', { importId: stored.importId })
      return { status: 200, body: stored }
    },

    getHashtagImport: async ({ path }, { actor }) => ({
      status: 200,
      body: await getImport(path.importId, actor, deps),
    }),

    deleteHashtagImport: async ({ path }, { actor }) => ({
      status: 200,
      body: await deleteImport(path.importId, actor, deps),
    }),
  } satisfies Partial<Handlers>
}

function toQuestion(
  tag: string,
  {
    geo,
    period,
    origin,
  }: { geo?: string | undefined; period?: number | undefined; origin?: NumbersOrigin | undefined },
  actor: Actor,
): Question {
  return { owner: ownerOf(actor), tag, geo: geo ?? null, period: toPeriod(period), origin: origin ?? null }
}

/** ajv has validated it and filled in the default, so this only satisfies the compiler. */
function toPeriod(period: number | undefined): Question['period'] {
  return period === 7 || period === 120 ? period : 30
}
