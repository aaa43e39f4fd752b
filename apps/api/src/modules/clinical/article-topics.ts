import type { ArticleCount, HeadingGrowth, PubmedArticle, PubmedTopics } from '@auspex/sdk/types'
import type { Literature } from '@auspex/sources'
import { queryOnce } from './query-once.ts'
import { type ClinicalDependencies, requireLiterature } from './clinical-dependencies.ts'

type Topics = Omit<PubmedTopics, 'origin' | 'condition'>

/** Number of articles sampled from each of the two years. */
const sampleSize = 200
const dayMs = 86_400_000
/** The earlier year ends three years before the recent one, so that most of its articles have their headings. */
const distanceDays = 3 * 365
/** Headings of nearly all articles: they describe the type of study, not its subject. */
const checkTags = new Set([
  'Humans',
  'Male',
  'Female',
  'Adult',
  'Middle Aged',
  'Aged',
  'Young Adult',
  'Adolescent',
  'Child',
  'Animals',
  'Aged, 80 and over',
  'Child, Preschool',
  'Infant',
  'Mice',
  'Rats',
])
/** The recent year ends before now: indexers need months to assign headings. */
const indexingDays = 180

/** The journals, authors and headings of articles about a condition, and the headings that grew. */
export async function findTopics(condition: string, deps: ClinicalDependencies): Promise<PubmedTopics> {
  const [first, ...others] = requireLiterature(deps)
  const now = deps.clock.now().getTime()
  const recent = yearBefore(now - indexingDays * dayMs)
  const earlier = yearBefore(now - (indexingDays + distanceDays) * dayMs)
  const toSource = (index: Literature) => ({
    ...index,
    query: async (signal: AbortSignal) => {
      const sample = { condition, page: 1, perPage: sampleSize, signal }
      const after = await index.search({ ...sample, days: recent })
      if (!after.ok) return after
      const before = await index.search({ ...sample, days: earlier })
      if (!before.ok) return before
      const body: Topics = {
        recent: { ...recent, read: after.articles.length, total: after.total },
        earlier: { ...earlier, read: before.articles.length, total: before.total },
        journals: mostFrequent(after.articles, ({ journal }) => [journal], 1),
        authors: mostFrequent(after.articles, ({ authors }) => authors, 2),
        risingHeadings: findRising(after.articles, before.articles),
      }
      return { ok: true, body } as const
    },
  })
  const { body, origin } = await queryOnce<Topics>(
    {
      key: `topics ${condition.trim().toLowerCase()}`,
      sources: [toSource(first), ...others.map(toSource)],
    },
    deps,
  )
  return { condition, ...body, origin }
}

function yearBefore(end: number) {
  const day = (time: number) => new Date(time).toISOString().slice(0, 10)
  return { from: day(end - 364 * dayMs), to: day(end) }
}

function tally(articles: readonly PubmedArticle[], namesOf: (article: PubmedArticle) => readonly string[]) {
  const counts = new Map<string, number>()
  for (const article of articles)
    for (const name of new Set(namesOf(article))) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

function mostFrequent(
  articles: readonly PubmedArticle[],
  namesOf: (article: PubmedArticle) => readonly string[],
  minCount: number,
): ArticleCount[] {
  return [...tally(articles, namesOf)]
    .filter(([, count]) => count >= minCount)
    .map(([name, count]) => ({ name: name.slice(0, 500), articles: count }))
    .toSorted((a, b) => b.articles - a.articles || (a.name < b.name ? -1 : 1))
    .slice(0, 10)
}

/** Shares are of the articles that have headings: new ones have none yet, and would make every heading fall. */
export function findRising(recent: readonly PubmedArticle[], earlier: readonly PubmedArticle[]): HeadingGrowth[] {
  const indexed = (articles: readonly PubmedArticle[]) => articles.filter(({ meshTerms }) => meshTerms.length > 0)
  const [after, before] = [indexed(recent), indexed(earlier)]
  if (after.length === 0 || before.length === 0) return []
  const [current, previous] = [after, before].map((articles) => tally(articles, ({ meshTerms }) => meshTerms))
  const rising = [...(current ?? [])].flatMap(([term, count]): HeadingGrowth[] => {
    const previousCount = previous?.get(term) ?? 0
    const growth = ratioOf([count, after.length], [previousCount, before.length])
    return checkTags.has(term) || growth.low <= 1 ? [] : [{ term, recent: count, earlier: previousCount, growth }]
  })
  return rising.toSorted((a, b) => b.growth.low - a.growth.low).slice(0, 15)
}

/** Ratio of two shares with its 95 % interval on the log scale, half an article added to each (Agresti 2013, §3.1). */
function ratioOf([a, n]: readonly [number, number], [b, m]: readonly [number, number]): HeadingGrowth['growth'] {
  const [x, y] = [a + 0.5, b + 0.5]
  const [count, total] = [n + 0.5, m + 0.5]
  const ratio = x / count / (y / total)
  const error = Math.sqrt(Math.max(0, 1 / x - 1 / count + 1 / y - 1 / total))
  const round = (value: number) => Number(value.toFixed(3))
  return {
    ratio: round(ratio),
    low: round(ratio * Math.exp(-1.96 * error)),
    high: round(ratio * Math.exp(1.96 * error)),
  }
}
