import type { NewsPlacement } from '@auspex/analytics'
import type { NewsBriefChange } from '@auspex/sdk/types'
import type { Database } from '../../../adapters/database/database.port.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { ArticleText, DocumentsModule } from '../../documents/index.ts'
import {
  type ClustersRepository,
  createClustersRepository,
  type NewEvent,
  type StoredCluster,
} from './clusters.repository.ts'
import type { Comparer } from './comparer.ts'
import { type Memory, createMemory } from './memory.ts'

export interface ComparisonDependencies {
  database: Database
  clusters: ClustersRepository
  documents: Pick<DocumentsModule, 'articles'>
  comparer: Comparer
  clock: Clock
}

/** Articles that are placed at once. */
const batchSize = 500
/** Articles of a story that are counted: the newest. */
const mostCounted = 300
/** Stories that one message to the thread brings. */
const storiesAtOnce = 50
const milestones = [2, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000]

/** Places waiting articles into stories, a batch a call; false when none waits. Never runs twice at once. */
export function createComparison(deps: ComparisonDependencies): () => Promise<boolean> {
  const memory = createMemory(deps)
  return () => compareBatch(memory, deps)
}

async function compareBatch(memory: Memory, deps: ComparisonDependencies): Promise<boolean> {
  const { articles, removedIds } = await deps.documents.articles.listPending(batchSize)
  if (articles.length + removedIds.length === 0) return false
  try {
    await placeAndWrite({ articles, removedIds }, memory, deps)
  } catch (error) {
    // what was placed may not be stored
    memory.forget()
    throw error
  }
  return true
}

async function placeAndWrite(
  { articles, removedIds }: Awaited<ReturnType<DocumentsModule['articles']['listPending']>>,
  memory: Memory,
  deps: ComparisonDependencies,
): Promise<void> {
  const changed = new Set(removedIds.length === 0 ? [] : await deps.clusters.removeMembers(removedIds))
  const placed = new Map<string, { article: ArticleText; placement: NewsPlacement }>()
  for (const [isDemo, group] of Map.groupBy(articles, (article) => article.isDemo)) {
    const world = isDemo ? 'demo' : 'real'
    for (const [at, placement] of (await memory.place(world, group)).entries()) {
      const article = group[at]
      if (article !== undefined) placed.set(article.documentId, { article, placement })
    }
  }
  await write([...placed.values()], changed, deps)
  memory.settle(await deps.clusters.lastEvent())
  await deps.documents.articles.settle([...articles.map(({ documentId }) => documentId), ...removedIds])
}

type Placed = { article: ArticleText; placement: NewsPlacement }

/** Writes where articles belong, then counts every story that changed. */
async function write(placed: readonly Placed[], changed: Set<string>, deps: ComparisonDependencies): Promise<void> {
  const { database, clock } = deps
  // a story that joined another within the batch is that other one
  const way = new Map<string, string>()
  for (const { placement } of placed) for (const { storyId } of placement.joined) way.set(storyId, placement.storyId)
  const end = (id: string): string => {
    const next = way.get(id)
    return next === undefined ? id : end(next)
  }
  for (const { placement } of placed) changed.add(end(placement.storyId))
  const now = clock.now()
  await database.kysely.transaction().execute(async (trx) => {
    const clusters = createClustersRepository(trx)
    const begun = placed.filter(({ placement }) => placement.isNew)
    await clusters.save(
      begun.map(({ article, placement }) => toNewCluster(article, placement.storyId)),
      now,
    )
    await clusters.placeMembers(
      placed.map(({ article, placement }) => ({
        documentId: article.documentId,
        clusterId: end(placement.storyId),
        publishedAt: article.publishedAt,
      })),
    )
    for (const { placement } of placed)
      for (const { storyId } of placement.joined) await clusters.join(storyId, end(placement.storyId))
    await clusters.addEvents(placed.flatMap((one) => toEvents(one, end)))
  })
  await countClusters([...changed], now, deps)
}

function toNewCluster(
  { isDemo, publishedAt, outlet, title, country, tone, documentId }: ArticleText,
  id: string,
): StoredCluster {
  const at = new Date(publishedAt)
  return {
    id,
    isDemo,
    documents: 1,
    outlets: 1,
    firstAt: at,
    lastAt: at,
    facts: {
      title: title.slice(0, 4_000),
      brief: [],
      briefSources: [],
      terms: [],
      tellings: 1,
      outlets: [outlet.slice(0, 300)],
      countries: country === null ? [] : [{ country, documents: 1 }],
      toneMean: tone,
      documentIds: [documentId],
    },
  }
}

function toEvents({ article, placement }: Placed, end: (id: string) => string): NewEvent[] {
  const at = article.publishedAt
  const clusterId = end(placement.storyId)
  const began: NewEvent[] = placement.isNew
    ? [
        {
          clusterId,
          at,
          kind: 'began',
          otherId: null,
          documents: 1,
          why: `${article.outlet.slice(0, 300)} told it first.`,
        },
      ]
    : []
  const merged = placement.joined.map(({ storyId, why }): NewEvent => {
    const words = why.length === 0 ? 'the same words' : list(why)
    return {
      clusterId,
      at,
      kind: 'merged',
      otherId: storyId,
      documents: placement.size,
      why: `Both name ${words}.`.slice(0, 500),
    }
  })
  return [...began, ...merged]
}

function list(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}

/** Counts stories anew from their articles, and tells what became of them. */
async function countClusters(ids: readonly string[], now: Date, deps: ComparisonDependencies): Promise<void> {
  for (let at = 0; at < ids.length; at += storiesAtOnce) {
    const part = ids.slice(at, at + storiesAtOnce)
    const members = await deps.clusters.listMembersOf(part, mostCounted)
    const texts = await deps.documents.articles.readArticles([...members.values()].flatMap(({ ids: of }) => of))
    const byId = new Map(texts.map((text) => [text.documentId, text]))
    const known = new Map((await deps.clusters.findMany(part)).map((cluster) => [cluster.id, cluster]))
    const toCount = part
      .map((id) => ({ id, articles: (members.get(id)?.ids ?? []).flatMap((one) => byId.get(one) ?? []) }))
      .filter(({ id, articles }) => articles.length > 0 && isChanged(known.get(id), members.get(id)?.total ?? 0))
    const counted = toCount.length === 0 ? [] : await deps.comparer.ask({ kind: 'count', input: toCount })
    const saved: StoredCluster[] = []
    const events: NewEvent[] = []
    const changes: (NewsBriefChange & { clusterId: string })[] = []
    for (const { id, facts, outlets } of counted) {
      const before = known.get(id)
      const { first, last, total = 1 } = members.get(id) ?? {}
      const articles = toCount.find((one) => one.id === id)?.articles ?? []
      const isDemo = articles[0]?.isDemo ?? false
      const lastAt = last ?? now
      saved.push({ id, isDemo, documents: total, outlets, firstAt: first ?? now, lastAt, facts })
      const passed = milestones.filter((most) => most > (before?.documents ?? 1) && most <= total).at(-1)
      const when = lastAt.toISOString()
      if (passed !== undefined) {
        const why = `${total.toLocaleString('en')} articles of ${outlets.toLocaleString('en')} ${outlets === 1 ? 'outlet' : 'outlets'} tell it.`
        events.push({ clusterId: id, at: when, kind: 'grew', otherId: null, documents: total, why })
      }
      const change = compareBriefs(before?.facts.brief ?? [], facts.brief, facts.briefSources)
      if (change !== null) changes.push({ clusterId: id, at: when, ...change })
    }
    await deps.clusters.saveCounted({ saved, events, changes, goneIds: part.filter((id) => !members.has(id)) }, now)
  }
}

/** One article alone was counted when its story began. */
function isChanged(before: StoredCluster | undefined, total: number): boolean {
  return before === undefined || total > 1 || before.documents !== total
}

function compareBriefs(
  before: readonly string[],
  after: readonly string[],
  sources: readonly string[],
): Omit<NewsBriefChange, 'at'> | null {
  const added = after.filter((sentence) => !before.includes(sentence))
  const removed = before.filter((sentence) => !after.includes(sentence))
  if (added.length + removed.length === 0) return null
  const documentIds = [...new Set(after.flatMap((text, at) => (added.includes(text) ? (sources[at] ?? []) : [])))]
  return { added, removed, documentIds }
}
