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
import { corpusFiles } from '../meaning/meaning.ts'
import { isHeldOut, readLabelled } from '../story-clusters.ts'
import { learn, readPairs } from './news-pairs.ts'

interface Example {
  features: readonly number[]
  isSame: boolean
  weight: number
}

/** Pairs of news that arrive together; as many as say enough, and few of one story. */
const [maxNews, maxSameNews, minRarest] = [4_000, 800, 0.45]
/** The open pairs are few and were written for this question. */
const openWeight = 5
const penalty = 3
const folds = 10
const newtonSteps = 30

const corpora = corpusFiles.map((file) => pathOf(`corpora/${file}.jsonl.gz`))
const reader = learn(corpora)
if (reader === null) throw new Error('The corpora have no words to learn')
const { next, below } = createRandom(7)

const open = (await readPairs('open', corpora)).flatMap(({ label, items: [first, second] }): Example[] => {
  const titles = [first, second].map(({ title, day }) => readTitle(title, day, reader))
  const [a, b] = titles
  if (a == null || b == null || Math.abs(daysBetween(first.day, second.day)) > 2) return []
  return [{ features: comparePair(a, b), isSame: label === 'same', weight: openWeight }]
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
const model = fit([...open, ...news])
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
    examples.push({ features, isSame, weight: 1 })
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
    const fitted = fit([...others, ...news])
    for (const { example } of order.filter(isIn)) scored.set(example, oddsBy(fitted, example))
  }
  return scored
}

function oddsBy({ bias, weights }: { bias: number; weights: readonly number[] }, { features }: Example): number {
  return features.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), bias)
}

/** Newton's method on standardised features (Hastie, Tibshirani & Friedman 2009, §4.4). */
function fit(examples: readonly Example[]): { bias: number; weights: number[] } {
  const total = examples.reduce((sum, { weight }) => sum + weight, 0)
  const means = pairFeatures.map(
    (_, at) => examples.reduce((sum, { features, weight }) => sum + weight * (features[at] ?? 0), 0) / total,
  )
  const spreads = means.map(
    (mean, at) =>
      Math.sqrt(
        examples.reduce((sum, { features, weight }) => sum + weight * ((features[at] ?? 0) - mean) ** 2, 0) / total,
      ) || 1,
  )
  const rows = examples.map(({ features }) => [
    1,
    ...features.map((value, at) => (value - (means[at] ?? 0)) / (spreads[at] ?? 1)),
  ])
  const size = pairFeatures.length + 1
  let fitted = Array.from({ length: size }, () => 0)
  for (let step = 0; step < newtonSteps; step++) {
    const gradient = fitted.map((value, at) => (at === 0 ? 0 : penalty * value))
    const hessian = fitted.map((_, at) => fitted.map((__, other): number => (at === other && at > 0 ? penalty : 0)))
    rows.forEach((row, index) => {
      const { isSame = false, weight = 1 } = examples[index] ?? {}
      const odds = row.reduce((sum, value, at) => sum + value * (fitted[at] ?? 0), 0)
      const chance = 1 / (1 + Math.exp(-odds))
      row.forEach((value, at) => {
        gradient[at] = (gradient[at] ?? 0) + weight * (chance - (isSame ? 1 : 0)) * value
        const line = hessian[at] ?? []
        row.forEach(
          (otherValue, other) =>
            (line[other] = (line[other] ?? 0) + weight * chance * (1 - chance) * value * otherValue),
        )
      })
    })
    const change = solve(hessian, gradient)
    fitted = fitted.map((value, at) => value - (change[at] ?? 0))
  }
  const weights = fitted.slice(1).map((value, at) => value / (spreads[at] ?? 1))
  return { bias: (fitted[0] ?? 0) - weights.reduce((sum, value, at) => sum + value * (means[at] ?? 0), 0), weights }
}

/** Gauss-Jordan elimination; the matrix is positive definite. */
function solve(matrix: readonly (readonly number[])[], values: readonly number[]): number[] {
  const lines = matrix.map((line, at) => [...line, values[at] ?? 0])
  lines.forEach((line, at) => {
    const pivot = line[at] ?? 1
    line.forEach((value, column) => (line[column] = value / pivot))
    for (const other of lines) {
      if (other === line) continue
      const factor = other[at] ?? 0
      other.forEach((value, column) => (other[column] = value - factor * (line[column] ?? 0)))
    }
  })
  return lines.map((line) => line.at(-1) ?? 0)
}
