/**
 * Usage: node scripts/lab/eval/news/train-pairs.ts. Fits the model that decides whether two headlines tell one event, on the open pairs and on pairs of
 * the odd-numbered stories of googlenews_snippets that share a rare word, prints how it does on pairs it was not fitted on, and writes it to
 * packages/analytics/src/news/pair-model.gen.ts. Needs AUSPEX_SHARED_DATA.
 */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { comparePair, pairFeatures, readTitle } from '@auspex/analytics'
import { createRandom } from '@auspex/contract/random'
import { daysBetween } from '@auspex/contract/days'
import { sharedData } from '../../figures.ts'
import { fitLogistic, type LogisticExample, oddsOf } from '../logistic.ts'
import { corpusFiles } from '../meaning/meaning.ts'
import { isHeldOut, readLabelled } from '../story-clusters.ts'
import { learn, readPairs } from './news-pairs.ts'

interface Example extends LogisticExample {
  isSame: boolean
}

/** Pairs of news that arrive together; as many as say enough, and few of one story. */
const [maxNews, maxSameNews, minRarest] = [4_000, 800, 0.45]
/** The open pairs are few and were written for this question. */
const openWeight = 5
const penalty = 3
const folds = 10

const corpora = corpusFiles.map((file) => pathOf(`corpora/${file}.jsonl.gz`))
const reader = learn(corpora)
if (reader === null) throw new Error('The corpora have no words to learn')
const { next, below } = createRandom(7)

const open = (await readPairs('open', corpora)).flatMap(({ label, items: [first, second] }): Example[] => {
  const titles = [first, second].map(({ title, day }) => readTitle(title, day, reader))
  const [a, b] = titles
  if (a == null || b == null || Math.abs(daysBetween(first.day, second.day)) > 2) return []
  return [
    { features: comparePair(a, b), isSame: label === 'same', chance: Number(label === 'same'), weight: openWeight },
  ]
})
const news = sampleNews()

const scores = crossValidate()
const positives = open.filter(({ isSame }) => isSame)
const differing = open.filter(({ isSame }) => !isSame)
for (const threshold of [0, 0.5, 1]) {
  const joined = (examples: readonly Example[]) =>
    examples.filter((example) => (scores.get(example) ?? 0) > threshold).length
  console.log(
    `log odds above ${threshold}, each pair judged by a model that did not see it: ${joined(positives)} of ${positives.length} of one event, ${joined(differing)} of ${differing.length} of two`,
  )
}
const model = fitLogistic([...open, ...news], penalty)
writeFileSync(
  fileURLToPath(new URL('../../../../packages/analytics/src/news/pair-model.gen.ts', import.meta.url)),
  `// Written by scripts/lab/eval/news/train-pairs.ts: logistic regression with an L2 penalty of ${penalty} on ${open.length} open pairs of labels/news-pairs
// (within two days, weighing ${openWeight} each) and ${news.length} pairs of the odd-numbered stories of googlenews_snippets that share a rare word.
export const pairModel = {
  bias: ${round(model.bias)},
  weights: [
${pairFeatures.map((name, at) => `    ${round(model.weights[at] ?? 0)}, // ${name}`).join('\n')}
  ],
}
`,
)

function pathOf(part: string): string {
  const path = sharedData.path(part)
  if (path === null) throw new Error(`${part} is not in AUSPEX_SHARED_DATA`)
  return path
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000
}

function sampleNews(): Example[] {
  if (reader === null) return []
  const texts = readLabelled(pathOf('clustering/googlenews_snippets.tsv.gz')).filter((text) => !isHeldOut(text))
  const titles = texts.map(({ text }) => readTitle(text, '2026-01-01', reader))
  const examples: Example[] = []
  let same = 0
  for (let tries = 0; tries < 2_000_000 && examples.length < maxNews; tries++) {
    const [at, second] = [below(texts.length), below(texts.length)]
    const [a, b] = [titles[at], titles[second]]
    if (at === second || a == null || b == null) continue
    const features = comparePair(a, b)
    const isSame = texts[at]?.label === texts[second]?.label
    if ((features[pairFeatures.indexOf('rarest')] ?? 0) < minRarest || (isSame && same >= maxSameNews)) continue
    if (isSame) same++
    examples.push({ features, isSame, chance: Number(isSame), weight: 1 })
  }
  return examples
}

/** The log odds of each open pair by a model fitted on the other folds. */
function crossValidate(): Map<Example, number> {
  const order = open.map((example) => ({ example, at: next() })).toSorted((a, b) => a.at - b.at)
  const scored = new Map<Example, number>()
  for (let fold = 0; fold < folds; fold++) {
    const isIn = (_: unknown, at: number) => at % folds === fold
    const others = order.filter((candidate, at) => !isIn(candidate, at)).map(({ example }) => example)
    const fitted = fitLogistic([...others, ...news], penalty)
    for (const { example } of order.filter(isIn)) scored.set(example, oddsOf(fitted, example.features))
  }
  return scored
}
