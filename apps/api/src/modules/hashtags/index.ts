import type { NumbersOrigin, Provenance } from '@auspex/sdk/types'
import { type HashtagSource, generateDemoVideos } from '@auspex/sources'
import type { Database } from '../../adapters/database/database.port.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { CreateId } from '../../kernel/ids.ts'
import { createSharedWork } from '../../kernel/shared-work.ts'
import type { Outages } from '../library/index.ts'
import { runAs, serverWork } from '../../kernel/work.ts'
import type { Handlers } from '../../http/handlers.ts'
import type { Actor } from '../../kernel/actor.ts'
import { toPageRequest } from '../../kernel/page.ts'
import { createFiguresRepository } from './figures.repository.ts'
import { createImportsRepository } from './imports.repository.ts'
import { createListsRepository, createVideosRepository } from './lists.repository.ts'
import { createSetsRepository } from './sets.repository.ts'
import type { HashtagDependencies, VideoSet } from './hashtags.types.ts'
import { listCreators, listHashtags, listVideos } from './hashtag-lists.ts'
import { type Question, findVideos } from './hashtag-question.ts'
import { measureTrend } from './hashtag-trend.ts'
import { deleteImport, getImport, importVideos, listImports, ownerOf } from './imports.usecases.ts'

type HashtagsOperations = ReturnType<typeof createHashtagsOperations>

/** The operations of hashtags: figures of one, stored hashtags, and video files. */
function createHashtagsOperations(deps: HashtagDependencies) {
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
      const changedImport = await importVideos(body, actor, deps)
      if (body.importId === undefined) recordSecurityEvent('import.started', { importId: changedImport.id })
      return { status: 200, body: changedImport }
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

const key = { owner: '', origin: 'demo', tag: '', geo: '', period: 0 } as const
/** Any fixed number: the videos are the same in every installation on the same day. */
const seed = 20_261_123
const batchSize = 500
/** The screens show the last days, so older demo videos are regenerated. */
const maxAgeMs = 7 * 86_400_000
const notice = 'These videos are made up for the demo.'

/** Finds the demo videos, and generates them when they are missing or too old; null when real videos are used. */
function createDemoSet({
  database,
  provenance,
  clock,
}: {
  database: Database
  provenance: () => Promise<Provenance>
  clock: Clock
}): () => Promise<VideoSet | null> {
  const sets = createSetsRepository(database.kysely)
  let making: Promise<void> | null = null

  async function make(): Promise<void> {
    const asOf = clock.now()
    await sets.delete(key)
    const videos = generateDemoVideos({ seed, until: asOf })
    // The set is completed last: an interrupted one does not count and is generated again
    const setNo = await sets.save(key, { asOf: new Date(0), isComplete: false, countedFrom: null, notice })
    for (let first = 0; first < videos.length; first += batchSize) {
      const batch = videos.slice(first, first + batchSize)
      await database.kysely.transaction().execute((trx) => createVideosRepository(trx).store(setNo, batch))
    }
    await sets.save(key, { asOf, isComplete: true, countedFrom: null, notice })
  }

  return async () => {
    if ((await provenance()) !== 'demo') return null
    const storedSet = await sets.find(key)
    if (storedSet !== null && clock.now().getTime() - storedSet.asOf.getTime() < maxAgeMs) return storedSet
    making ??= runAs(serverWork, make).finally(() => {
      making = null
    })
    await making
    return sets.find(key)
  }
}

export interface HashtagsDependencies {
  database: Database
  /** The sources, in the order in which they are queried. */
  sources: readonly HashtagSource[]
  outages: Outages
  provenance: () => Promise<Provenance>
  clock: Clock
  createId: CreateId
}

/** Hashtags of social video: imported, read from sources, or demo data, never mixed. */
export function createHashtagsModule(dependencies: HashtagsDependencies): { operations: HashtagsOperations } {
  const { database } = dependencies
  return {
    operations: createHashtagsOperations({
      ...dependencies,
      sets: createSetsRepository(database.kysely),
      figures: createFiguresRepository(database.analysis),
      lists: createListsRepository(database.analysis),
      imports: createImportsRepository(database.kysely),
      shareReading: createSharedWork(),
      demoSet: createDemoSet(dependencies),
    }),
  }
}
