import type { NewsBriefChange } from '@auspex/sdk/types'
import type { ArticleText, DocumentsModule } from '../../library/index.ts'
import {
  createClusterHistoryRepository,
  createClusterMembersRepository,
  createClustersRepository,
  type NewChange,
  type NewEvent,
  type StoredCluster,
} from './clusters.repository.ts'
import type { Placement } from './comparer.ts'
import { type Memory, createMemory, type ComparisonDependencies } from './memory.ts'

/** Number of articles placed per batch. */
const batchSize = 500
/** Maximum number of articles counted per story: the newest. */
const maxCountedArticles = 300
/** Number of stories per message to the thread. */
const storiesAtOnce = 100
const milestones = [2, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000]

const work = 'story of an article'

/**
 * Places pending articles into stories, one batch per call; false when none is pending. Never runs concurrently. After a failure the articles are
 * placed one by one, and one that fails repeatedly is set aside without a story.
 */
export function createComparison(deps: ComparisonDependencies): () => Promise<boolean> {
  const memory = createMemory(deps)
  let oneByOne = 0
  return async () => {
    await deps.documents.yieldToForeground()
    const pending = await deps.documents.articles.listPending(oneByOne > 0 ? 1 : batchSize)
    const ids = [...pending.articles.map(({ documentId }) => documentId), ...pending.removedIds]
    const [first] = ids
    if (first === undefined) return false
    try {
      await placeAndWrite(pending, memory, deps)
      oneByOne = Math.max(0, oneByOne - 1)
    } catch (error) {
      // the placement may not have been stored
      memory.forget()
      if (ids.length > 1) {
        await deps.documents.faults.ensureItIsNotTheDatabase(error)
        oneByOne = batchSize
      } else if (await deps.documents.faults.note(work, first, error)) await deps.documents.articles.settle(ids)
    }
    return true
  }
}

async function placeAndWrite(
  { articles, removedIds }: Awaited<ReturnType<DocumentsModule['articles']['listPending']>>,
  memory: Memory,
  deps: ComparisonDependencies,
): Promise<void> {
  const changed = new Set(removedIds.length === 0 ? [] : await deps.members.remove(removedIds))
  const now = deps.clock.now()
  const joined: JoinedStory[] = []
  for (const [isDemo, group] of Map.groupBy(articles, (article) => article.isDemo)) {
    const placement = await memory.place(isDemo ? 'demo' : 'real', group)
    await deps.documents.yieldToForeground()
    for (const id of await writePlacement(placement, group, now, deps)) changed.add(id)
    joined.push(...placement.joined)
  }
  await countClusters([...changed], { joined, now }, deps)
  memory.settle(await deps.history.lastEvent())
  await deps.documents.articles.settle([...articles.map(({ documentId }) => documentId), ...removedIds])
}

type JoinedStory = Placement['joined'][number]

/** Stores the placement of articles; returns the stories that must be recounted. */
async function writePlacement(
  { moved, begun, joined, split }: Placement,
  articles: readonly ArticleText[],
  now: Date,
  { database, members: membersBefore }: ComparisonDependencies,
): Promise<Set<string>> {
  const byId = new Map(articles.map((article) => [article.documentId, article]))
  const fresh = moved.flatMap(({ id, storyId }) => {
    const article = byId.get(id)
    return article === undefined ? [] : [{ article, clusterId: storyId }]
  })
  const others = moved.filter(({ id }) => !byId.has(id))
  const previousStories = await membersBefore.findOf(others.map(({ id }) => id))
  const firstOf = new Map<string, ArticleText>()
  for (const { article, clusterId } of fresh) if (!firstOf.has(clusterId)) firstOf.set(clusterId, article)
  const [anyArticle] = articles
  await database.kysely.transaction().execute(async (trx) => {
    const clusters = createClustersRepository(trx)
    const members = createClusterMembersRepository(trx)
    const names = [...begun, ...split.map(({ storyId }) => storyId)]
    const rows = names.flatMap((id) => {
      const article = firstOf.get(id) ?? anyArticle
      return article === undefined ? [] : [toNewCluster(article, id)]
    })
    await clusters.save(rows, now)
    await members.place(
      fresh.map(({ article, clusterId }) => ({
        documentId: article.documentId,
        clusterId,
        publishedAt: article.publishedAt,
      })),
    )
    await members.move(others.map(({ id, storyId }) => ({ documentId: id, clusterId: storyId })))
    await members.join(joined)
    await createClusterHistoryRepository(trx).addEvents([
      ...begun.flatMap((id) => toBegan(firstOf.get(id), id)),
      ...split.flatMap((event) => toSplit(event, now)),
    ])
  })
  const arrivals = Map.groupBy(moved, ({ storyId }) => storyId)
  // a new story with a single article was counted when it began
  const alreadyCounted = new Set(begun.filter((id) => arrivals.get(id)?.length === 1))
  return new Set([
    ...[...arrivals.keys()].filter((storyId) => !alreadyCounted.has(storyId)),
    ...[...previousStories.values()].filter((id) => !joined.some(({ storyId }) => storyId === id)),
    ...joined.map(({ into }) => into),
    ...split.map(({ from }) => from),
  ])
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
      tellers: 1,
      outlets: [outlet.slice(0, 300)],
      countries: country === null ? [] : [{ country, documents: 1 }],
      toneMean: tone,
      documentIds: [documentId],
    },
  }
}

function toBegan(article: ArticleText | undefined, clusterId: string): NewEvent[] {
  if (article === undefined) return []
  const why = `Its first article here was from ${article.outlet.slice(0, 300)}.`
  return [{ clusterId, at: article.publishedAt, kind: 'began', otherId: null, documents: 1, why }]
}

/** A split is shown on the pages of both stories. */
function toSplit({ storyId, from }: Placement['split'][number], now: Date): NewEvent[] {
  const at = now.toISOString()
  const why = 'Later articles showed that some of its articles are about something else.'
  return [
    { clusterId: from, at, kind: 'split', otherId: storyId, documents: 1, why },
    {
      clusterId: storyId,
      at,
      kind: 'split',
      otherId: from,
      documents: 1,
      why: 'It was a part of another story before.',
    },
  ]
}

function list(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}

/** Recounts stories from their articles and records what happened to them. */
async function countClusters(
  ids: readonly string[],
  { joined, now }: { joined: readonly JoinedStory[]; now: Date },
  deps: ComparisonDependencies,
): Promise<void> {
  for (let start = 0; start < ids.length; start += storiesAtOnce) {
    await deps.documents.yieldToForeground()
    const part = ids.slice(start, start + storiesAtOnce)
    const members = await deps.members.listOf(part, maxCountedArticles)
    const texts = await deps.documents.articles.readArticles([...members.values()].flatMap(({ ids: of }) => of))
    const byId = new Map(texts.map((text) => [text.documentId, text]))
    const clustersById = new Map((await deps.clusters.findMany(part)).map((cluster) => [cluster.id, cluster]))
    const toCount = part
      .map((id) => ({ id, articles: (members.get(id)?.ids ?? []).flatMap((articleId) => byId.get(articleId) ?? []) }))
      .filter(({ id, articles }) => articles.length > 0 && isChanged(clustersById.get(id), members.get(id)?.total ?? 0))
    const recounted = toCount.length === 0 ? [] : await deps.comparer.ask({ kind: 'count', input: toCount })
    const saved: StoredCluster[] = []
    const events: NewEvent[] = []
    const changes: NewChange[] = []
    const mergedInto = Map.groupBy(joined, ({ into }) => into)
    const mergedIds = recounted.flatMap(({ id }) => mergedInto.get(id) ?? []).map(({ storyId }) => storyId)
    const mergedStories = new Map((await deps.clusters.findMany(mergedIds)).map((story) => [story.id, story]))
    for (const { id, facts, outlets } of recounted) {
      const before = clustersById.get(id)
      const { first, last, total = 1 } = members.get(id) ?? {}
      const articles = toCount.find((cluster) => cluster.id === id)?.articles ?? []
      const isDemo = articles[0]?.isDemo ?? false
      const lastAt = last ?? now
      saved.push({ id, isDemo, documents: total, outlets, firstAt: first ?? now, lastAt, facts })
      const passed = milestones.filter((milestone) => milestone > (before?.documents ?? 1) && milestone <= total).at(-1)
      const timestamp = lastAt.toISOString()
      if (passed !== undefined) {
        const why = `${total.toLocaleString('en')} articles of ${outlets.toLocaleString('en')} ${outlets === 1 ? 'outlet' : 'outlets'} tell it.`
        events.push({ clusterId: id, at: timestamp, kind: 'grew', otherId: null, documents: total, why })
      }
      for (const story of (mergedInto.get(id) ?? []).flatMap(({ storyId }) => mergedStories.get(storyId) ?? [])) {
        const common = facts.terms.filter((term) => story.facts.terms.length === 0 || story.facts.terms.includes(term))
        const why =
          common.length === 0 ? 'Their articles are like each other.' : `Both name ${list(common.slice(0, 4))}.`
        const merged = { clusterId: id, at: timestamp, kind: 'merged', otherId: story.id, documents: total } as const
        events.push({ ...merged, why: why.slice(0, 500) })
      }
      const change = compareBriefs(before?.facts.brief ?? [], facts.brief, facts.briefSources)
      if (change !== null) changes.push({ clusterId: id, at: timestamp, ...change })
    }
    const emptied = part.filter((id) => !members.has(id))
    await storeCounted({ saved, events, changes, emptiedIds: emptied, at: now }, deps)
  }
}

interface CountedStories {
  saved: readonly StoredCluster[]
  events: readonly NewEvent[]
  changes: readonly NewChange[]
  emptiedIds: readonly string[]
  at: Date
}

/** Stores recounted stories together with the resulting events. */
async function storeCounted(
  { saved, events, changes, emptiedIds, at }: CountedStories,
  { database }: ComparisonDependencies,
): Promise<void> {
  await database.kysely.transaction().execute(async (trx) => {
    const clusters = createClustersRepository(trx)
    const history = createClusterHistoryRepository(trx)
    await clusters.save(saved, at)
    await history.addEvents(events)
    await history.addChanges(changes)
    await clusters.forget(emptiedIds)
  })
}

/** A single article was counted when its story began. */
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
