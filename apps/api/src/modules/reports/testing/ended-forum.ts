import { addDays } from '@auspex/analytics'
import type { SourceDocument } from '@auspex/sources'
import { createSequentialIds } from '../../../kernel/ids.ts'
import { createTestApi } from '../../../testing/test-api.ts'
import { silentLog } from '../../../testing/test-database.ts'
import { createDocumentsModule } from '../../library/index.ts'
import { sampleArticle } from '../../../testing/stored-documents.ts'
import { search, type World, yesterday } from './three-worlds.ts'

/** The large forum ends on a Sunday; the small one has posts up to yesterday. */
export const forums = { firstDay: '2026-01-05', endsOn: '2026-05-31', goesOnTo: yesterday } as const

const subjects = ['barista', 'harvest', 'factory', 'court', 'price', 'school', 'recipe', 'export']

/**
 * Two forums of one source: a large one with ten posts a day, three about oat milk and two about green tea, which ends in May; and a small one with
 * two posts a day that continues, where one post in forty is about either, and every second one is about pottery.
 */
function* plantForums(): Generator<SourceDocument> {
  let n = 0
  for (let day: string = forums.firstDay; day <= forums.goesOnTo; day = addDays(day, 1)) {
    if (day <= forums.endsOn)
      for (let post = 0; post < 10; post += 1)
        yield toPost((n += 1), day, {
          outlet: 'large-forum.example',
          topic: post < 3 ? 'Oat milk' : post < 5 ? 'Green tea' : 'Garden',
        })
    for (let post = 0; post < 2; post += 1) {
      n += 1
      yield toPost(n, day, {
        outlet: 'small-forum.example',
        topic: ['Oat milk', 'Green tea'][n % 40] ?? (post === 0 ? 'Pottery' : 'Chess'),
      })
    }
  }
}

function toPost(n: number, day: string, { outlet, topic }: { outlet: string; topic: string }): SourceDocument {
  const words = [n * 7, n * 11 + 3, n * 13 + 5].map((at) => `${subjects[at % 8]}${at}`).join(' ')
  return sampleArticle({
    nativeId: `forum${n}`,
    kind: 'post',
    url: `https://${outlet}/${n}`,
    outlet,
    title: `${topic} ${words}`,
    body: null,
    publishedAt: `${day}T0${n % 9}:00:00Z`,
  })
}

/** A library of both forums, with the signals of oat milk and green tea, carried by the forum that ended, and of pottery, which continues. */
export async function createForumsWorld(): Promise<World & { potteryId: string }> {
  const api = await createTestApi({ config: { sources: 'live' }, jobs: true })
  const { database, clock } = api
  const library = createDocumentsModule({ database, clock, createId: createSequentialIds(), log: silentLog })
  const posts = [...plantForums()]
  for (let index = 0; index < posts.length; index += 500) await library.storeDocuments(posts.slice(index, index + 500))
  while (await library.enrich.step());
  await library.enrich.stop()
  const [signalId, teaId, potteryId] = [
    await search({ api }, 'oat milk'),
    await search({ api }, 'green tea'),
    await search({ api }, 'pottery'),
  ]
  return { api, signalId, teaId, potteryId }
}
