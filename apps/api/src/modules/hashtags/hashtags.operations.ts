import type { NumbersOrigin } from '@auspex/sdk/types'
import type { Handlers } from '../../http/handlers.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { Clock } from '../../kernel/clock.ts'
import { toPageInfo, toPageRequest } from '../../kernel/page.ts'
import { foldHashtag } from '@auspex/sources'
import type { FiguresRepository } from './figures.repository.ts'
import { listCreators, listVideos } from './hashtag-lists.ts'
import type { FindVideos, Question } from './hashtag-question.ts'
import { measureTrend } from './hashtag-trend.ts'
import type { VideoSet } from './hashtags.types.ts'
import { type ImportsUsecases, libraryOf } from './imports.usecases.ts'
import type { ListsRepository } from './lists.repository.ts'
import type { SetsRepository } from './sets.repository.ts'

export type HashtagsOperations = ReturnType<typeof createHashtagsOperations>

interface HashtagsOperationsDependencies {
  findVideos: FindVideos
  figures: FiguresRepository
  lists: ListsRepository
  sets: SetsRepository
  imports: ImportsUsecases
  demoSet: () => Promise<VideoSet | null>
  clock: Clock
}

const dayMs = 86_400_000

/** The operations of hashtags: figures of one, stored hashtags, and video files. */
export function createHashtagsOperations(dependencies: HashtagsOperationsDependencies) {
  const { findVideos, figures, lists, sets, imports, demoSet, clock } = dependencies

  return {
    getHashtagTrends: async ({ path, query }, { actor }) => {
      const question = toQuestion(path.tag, query, actor)
      return { status: 200, body: await measureTrend(await findVideos(question), question, figures) }
    },

    listHashtagVideos: async ({ path, query }, { actor }) => {
      const found = await findVideos(toQuestion(path.tag, query, actor))
      const listOptions = { order: query.sort ?? 'views', page: toPageRequest(query) }
      return { status: 200, body: await listVideos(found, listOptions, { figures, lists }) }
    },

    listHashtagCreators: async ({ path, query }, { actor }) => {
      const found = await findVideos(toQuestion(path.tag, query, actor))
      const asked = { order: query.sort ?? 'views', page: toPageRequest(query) }
      return { status: 200, body: await listCreators(found, asked, { figures, lists }) }
    },

    listHashtags: async ({ query }, { actor }) => {
      const { beginning = '', geo = null, origin } = query
      const period = toPeriod(query.period)
      const page = toPageRequest(query)
      const library = await sets.find(libraryOf(ownerOf(actor)))
      const holdsImports = library !== null && (await figures.holdsVideos(library.setNo))
      const demo = holdsImports ? null : await demoSet()
      const readings = demo === null ? await lists.readings(period, geo ?? '') : []
      const setNos = [
        ...(library === null || !isAsked(origin, 'import') ? [] : [library.setNo]),
        ...(demo === null || !isAsked(origin, 'demo') ? [] : [demo.setNo]),
        ...readings.flatMap((reading) => (isAsked(origin, reading.origin) ? [reading.setNo] : [])),
      ]
      const now = clock.now().getTime()
      const { items, total } = await lists.hashtags(
        {
          setNos,
          beginning: foldHashtag(beginning),
          country: geo,
          from: toDay(now - (period - 1) * dayMs),
          to: toDay(now),
        },
        page,
      )
      return { status: 200, body: { items, page: toPageInfo(page, total) } }
    },

    listHashtagImports: async ({ query }, { actor }) => ({
      status: 200,
      body: await imports.list(ownerOf(actor), toPageRequest(query)),
    }),

    importHashtagVideos: async ({ body }, { actor, recordSecurityEvent }) => {
      const stored = await imports.store(ownerOf(actor), body)
      if (body.importId === undefined) recordSecurityEvent('import.started', { importId: stored.importId })
      return { status: 200, body: stored }
    },

    getHashtagImport: async ({ path }, { actor }) => ({
      status: 200,
      body: await imports.open(ownerOf(actor), path.importId),
    }),

    deleteHashtagImport: async ({ path }, { actor }) => ({
      status: 200,
      body: await imports.delete(ownerOf(actor), path.importId),
    }),
  } satisfies Partial<Handlers>
}

/** An organization shares its imports; a person without one has their own. */
function ownerOf({ organizationId, userId }: Actor): string {
  return organizationId ?? userId
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

function isAsked(origin: NumbersOrigin | undefined, one: NumbersOrigin): boolean {
  return origin === undefined || origin === one
}

function toDay(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 10)
}
