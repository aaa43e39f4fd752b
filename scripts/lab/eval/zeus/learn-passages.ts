/**
 * Usage: node scripts/lab/eval/zeus/learn-passages.ts. Fits `passageWeights` (packages/analyst/src/embedded/question-passages.ts) on
 * questions/passage-marks.tsv, and prints how it chooses passages for questions that a model was not fitted on, and the weights. The passages themselves
 * are not in the repository: the table has the document and place of each, its measures, and what an editor said of it (2: would be quoted, 1: weak, 0).
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fitLogistic, type LogisticExample, oddsOf } from '../logistic.ts'

interface MarkedPassage extends LogisticExample {
  question: string
  mark: number
}

const penalty = 15
const folds = 10

const [head = '', ...lines] = readFileSync(join(import.meta.dirname, 'questions/passage-marks.tsv'), 'utf8')
  .trim()
  .split('\n')
const measures = head.split('\t').slice(5)
const passages = lines.map((line): MarkedPassage => {
  const [question = '', , , , mark = '', ...values] = line.split('\t')
  if (values.length !== measures.length || !/^[012]$/.test(mark)) throw new Error(`Not a marked passage: ${line}`)
  return { question, mark: Number(mark), features: values.map(Number), chance: Number(mark) / 2, weight: 1 }
})
const questions = [...new Set(passages.map(({ question }) => question))].toSorted()

const models = Array.from({ length: folds }, (_, fold) =>
  fitLogistic(
    passages.filter((passage) => foldOf(passage) !== fold),
    penalty,
  ),
)
const choices = questions.flatMap((question) => {
  const own = passages.filter((passage) => passage.question === question)
  const [first] = own
  const model = first === undefined ? undefined : models[foldOf(first)]
  // where nothing is worth quoting, none can be chosen
  if (model === undefined || own.every(({ mark }) => mark === 0)) return []
  const [best] = own.toSorted((a, b) => oddsOf(model, b.features) - oddsOf(model, a.features))
  return best === undefined ? [] : [best]
})

console.log(
  `${passages.length} passages of ${questions.length} questions; of the ${choices.length} with a passage worth quoting, the first one chosen is marked 2: ${shareOf(2)}, 1 or 2: ${shareOf(1)}`,
)
const { bias, weights } = fitLogistic(passages, penalty)
console.log(measures.map((name, at) => `${name}: ${(weights[at] ?? 0).toFixed(2)}`).join('\n'))
console.log(`bias: ${bias.toFixed(2)}`)

function foldOf({ question }: MarkedPassage): number {
  return questions.indexOf(question) % folds
}

function shareOf(least: number): string {
  return (choices.filter(({ mark }) => mark >= least).length / choices.length).toFixed(2)
}
