import { createNewsStream, tokens } from '@auspex/analytics'
import type { EvalRow } from '../eval.types.ts'
import { jaccardClusters } from './jaccard-clusters.ts'
import { other, same } from './paraphrases.ts'

type Pair = readonly [string, string]

/** Pairs of headlines in one stream: how many pairs about the same event are joined, and how many joined pairs are about the same event. */
export function paraphrases(): EvalRow[] {
  return [...rowsOf('held out', (_, at) => at % 2 === 0, true), ...rowsOf('tuned on', (_, at) => at % 2 === 1, false)]
}

function rowsOf(label: string, isKept: (pair: Pair, at: number) => boolean, isJudged: boolean): EvalRow[] {
  const [one, two] = [same.filter(isKept), other.filter(isKept)]
  const titles = [...one, ...two].flat()
  const { storyOf } = createNewsStream().place(
    titles.map((title, at) => ({ id: `${at}`, outlet: null, title, lead: null, publishedAt: '2026-01-01T00:00:00Z' })),
  )
  const stories = titles.map((_, at) => storyOf.get(`${at}`) ?? `${at}`)
  const jaccard = jaccardClusters(
    titles.map((title) => tokens(title)),
    0.55,
  )
  const [ownScore, rule] = [judge(stories, one.length), judge(jaccard, one.length)]
  const data = `own paraphrases and look-alikes, ${label} (${one.length} + ${two.length} pairs)`
  const row = { task: 'news', data }
  const baseline = (value: number) => ({ name: 'title-Jaccard .55', value })
  return [
    {
      ...row,
      measure: 'recall of paraphrases',
      value: ownScore.recall,
      bar: isJudged ? { atLeast: 0.6 } : null,
      baseline: baseline(rule.recall),
    },
    {
      ...row,
      measure: 'precision of what is joined',
      value: ownScore.precision,
      bar: isJudged ? { atLeast: 0.95 } : null,
      baseline: baseline(rule.precision),
    },
  ]
}

/** The first pairs are about the same event, the others are not. */
function judge(stories: readonly string[], sameCount: number): { recall: number; precision: number } {
  let right = 0
  let wrong = 0
  for (let pair = 0; pair * 2 < stories.length; pair++) {
    if (stories[pair * 2] !== stories[pair * 2 + 1]) continue
    if (pair < sameCount) right++
    else wrong++
  }
  return { recall: right / sameCount, precision: right + wrong === 0 ? 0 : right / (right + wrong) }
}
