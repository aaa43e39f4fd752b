import { createNewsStream, tokens } from '@auspex/analytics'
import { createRandom } from '@auspex/contract/random'
import type { EvalData, EvalRow, EvalTask } from './eval.types.ts'
import { jaccardClusters } from './news/jaccard-clusters.ts'
import { paraphrases } from './news/paraphrase-rows.ts'
import { replay } from './news/replay-rows.ts'
import { sphericalKMeans } from './story-clusters/k-means.ts'
import { type LabelledText, readLabelled } from './story-clusters/labelled-texts.ts'
import { bCubedF1, pairF1 } from './story-clusters/scores.ts'

const task = 'news'

/**
 * Stories of the news feed: labelled news in an arbitrary order, batch by batch; paraphrases and look-alikes; a replayed week. The values of
 * `newsStreamDefaults` were chosen on the odd-numbered stories of googlenews_snippets, on wikiref220 and on the odd-numbered pairs; the
 * even-numbered ones were looked at only here.
 */
export const news: EvalTask = {
  name: task,
  run: async (data) => [...stories(data), ...paraphrases(), ...replay(data)],
}

const sets = [
  { label: 'googlenews_snippets, held-out stories', file: 'googlenews_snippets', keep: isEven },
  { label: 'wikiref220 (tuned on)', file: 'wikiref220_stories', keep: () => true },
] as const

function isEven({ label }: LabelledText): boolean {
  return Number(label) % 2 === 0
}

const bar = { atLeast: 0.87 }
const batchSize = 2_000

function stories(data: EvalData): EvalRow[] {
  return sets.flatMap(({ label, file, keep }): EvalRow[] => {
    const path = data.path(`clustering/${file}.tsv.gz`)
    if (path === null)
      return ['pair F1', 'B³ F1'].map((measure) => ({ task, data: label, measure, value: null, bar, baseline: null }))
    const texts = shuffle(readLabelled(path).filter(keep))
    const truth = texts.map((text) => text.label)
    const words = texts.map(({ text }) => tokens(text))
    const groups = cluster(texts)
    const known = new Set(truth).size
    const kMeans = sphericalKMeans(words, { k: known, seed: 1 })
    const jaccard = jaccardClusters(words, 0.55)
    const shown = `${label} (${texts.length.toLocaleString('en')} texts, ${known} labels)`
    return [
      { measure: 'pair F1', score: pairF1 },
      { measure: 'B³ F1', score: bCubedF1 },
    ].flatMap(({ measure, score }): EvalRow[] => [
      {
        task,
        data: shown,
        measure: `${measure}, ${new Set(groups).size} found`,
        value: score(truth, groups),
        bar,
        baseline: { name: `k-means told k = ${known}`, value: score(truth, kMeans) },
      },
      {
        task,
        data: shown,
        measure: `${measure} of the title-Jaccard .55 rule`,
        value: score(truth, jaccard),
        bar: null,
        baseline: null,
      },
    ])
  })
}

/** Gives all texts the same time: the set has no dates, so time must not help. */
function cluster(texts: readonly LabelledText[]): string[] {
  const stream = createNewsStream()
  const articles = texts.map(({ text }, at) => ({
    id: `${at}`,
    outlet: null,
    title: '',
    lead: text,
    publishedAt: instant,
  }))
  let storyOf: ReadonlyMap<string, string> = new Map()
  for (let at = 0; at < articles.length; at += batchSize)
    storyOf = stream.place(articles.slice(at, at + batchSize)).storyOf
  return articles.map(({ id }) => storyOf.get(id) ?? id)
}

const instant = '2026-01-01T00:00:00Z'

/** Shuffles the texts, because the files are sorted by label, which no stream is. */
function shuffle<T>(items: readonly T[]): T[] {
  const { below } = createRandom(20_261_123)
  const shuffled = [...items]
  for (let at = shuffled.length - 1; at > 0; at--) {
    const other = below(at + 1)
    ;[shuffled[at], shuffled[other]] = [shuffled[other] as T, shuffled[at] as T] // both are indexes of the list
  }
  return shuffled
}
