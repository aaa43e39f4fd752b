/** Usage: node scripts/lab/eval/zeus/learn-reading.ts. Trains the reader of questions on the open ones and writes its weights. Takes six minutes, because the ranking learns from readers that did not see the question. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { createRandom, type Random } from '@auspex/contract/random'
import {
  type FeatureWeights,
  type HeadWeights,
  headClasses,
  headNames,
  type HeadName,
  type QuestionModel,
  rarityLevels,
  unpackModel,
  weighFeatures,
} from '../../../../packages/analyst/src/understand/reader/question-model.ts'
import {
  type QuestionFeatures,
  questionFeatures,
  splitQuestion,
  tagFeatures,
  type TaggedSpan,
} from '../../../../packages/analyst/src/understand/reader/question-words.ts'
import {
  learnRanking,
  learnTags,
  numberFeatures,
  numbersOf,
  type RankingExample,
  shuffle,
  tagsOf,
  toRankingExample,
} from './learn-tags.ts'
import {
  followingOf,
  type LabelledQuestion,
  readConversations,
  readQuestions,
  writePlainQuestions,
} from './questions.ts'
import { type LearnedTurn, writeFromWordings } from './wordings.ts'

/** Chosen by trying others on the open questions. */
const settings = { rounds: 8, cost: 0.3 }
/** A feature of fewer questions is left out. */
const fewestOf: Readonly<Record<HeadName, number>> = {
  main: 4,
  answer: 7,
  form: 12,
  follow: 4,
  repeat: 4,
  language: 12,
}
/** Weights are written as whole numbers up to this one, which is nearly as good as more of them. */
const [tagLevels, headLevels, rankingLevels] = [11, 7, 31]
/** A feature of the tagger none of whose weights reaches this level is left out: two of five are, and as many topics are read. */
const leastTagLevel = 3

interface Example {
  readonly features: QuestionFeatures
  readonly right: string
  /** Classes that are right as well, though another comes first: the question teaches nothing about these. */
  readonly alsoRight: readonly string[]
}

/** A support vector machine for each class against the others (squared hinge loss, dual coordinate descent): it reads more than logistic regression does. */
function learnHead(name: HeadName, examples: readonly Example[], seed: number): HeadWeights {
  const classes = headClasses[name]
  const rows = numberFeatures(
    examples.map(({ features }) => ({ features: [...features.words, ...features.parts] })),
    fewestOf[name],
  )
  const rarities = rarityOf(examples, rows)
  const vectors = examples.map(({ features, right, alsoRight }): ExampleVector => {
    const weighed = weighFeatures({ rows, rarities }, features)
    const [numbers, values] = [Int32Array.from(weighed.rows), Float64Array.from(weighed.values)]
    return { numbers, values, square: values.reduce((sum, value) => sum + value * value, 0), right, alsoRight }
  })
  const values = new Float32Array(rows.size * classes.length)
  const random = createRandom(seed)
  classes.forEach((own, one) => {
    const weights = learnClass(own, vectors, rows.size, random)
    for (let row = 0; row < rows.size; row += 1) values[row * classes.length + one] = weights[row] ?? 0
  })
  return { classes: classes.length, rows, rarities, values, scale: 1 }
}

/** The weighed features of an example. */
interface ExampleVector extends Pick<Example, 'right' | 'alsoRight'> {
  readonly numbers: Int32Array
  readonly values: Float64Array
  /** The square of its length. */
  readonly square: number
}

/** A smaller change of an example's share is left out. */
const tinyStep = 1e-6
/** An example that is this far on the right side will stay there. */
const settledSlope = 0.2

/** The weights of a class against the others. */
function learnClass(own: string, vectors: readonly ExampleVector[], size: number, random: Random): Float64Array {
  const weights = new Float64Array(size)
  /** How much of each example is in the weights. */
  const shares = new Float64Array(vectors.length)
  const isSettled = new Uint8Array(vectors.length)
  let order = vectors.map((_, at) => at)
  for (let round = 0; round < settings.rounds; round += 1) {
    order = shuffle(order, random)
    for (const at of order) {
      const vector = vectors[at]
      if (vector === undefined || isSettled[at] === 1 || vector.alsoRight.includes(own)) continue
      const side = vector.right === own ? 1 : -1
      const share = shares[at] ?? 0
      const slope = side * sumOf(weights, vector) - 1 + share / (2 * settings.cost)
      const next = Math.max(0, share - slope / (vector.square + 1 / (2 * settings.cost)))
      if (next === 0 && share === 0 && round > 0 && slope > settledSlope) isSettled[at] = 1
      if (Math.abs(next - share) < tinyStep) continue
      shares[at] = next
      addTo(weights, vector, (next - share) * side)
    }
  }
  return weights
}

function sumOf(weights: Float64Array, { numbers, values }: ExampleVector): number {
  let sum = 0
  for (let n = 0; n < numbers.length; n += 1) sum += (weights[numbers[n] ?? 0] ?? 0) * (values[n] ?? 0)
  return sum
}

function addTo(weights: Float64Array, { numbers, values }: ExampleVector, step: number): void {
  for (let n = 0; n < numbers.length; n += 1) {
    const number = numbers[n] ?? 0
    weights[number] = (weights[number] ?? 0) + step * (values[n] ?? 0)
  }
}

/** How rare each feature is: its inverse document frequency, as it will be stored. */
function rarityOf(examples: readonly Example[], rows: ReadonlyMap<number, number>): Float32Array {
  const counts = new Float32Array(rows.size)
  for (const { features } of examples)
    for (const row of numbersOf([...features.words, ...features.parts], rows)) counts[row] = (counts[row] ?? 0) + 1
  return counts.map(
    (count) =>
      Math.min(255, Math.round((Math.log((1 + examples.length) / (1 + count)) + 1) * rarityLevels)) / rarityLevels,
  )
}

/** The labelled messages, and those that are made out of them. */
function turnsToLearn(
  questions: readonly LabelledQuestion[],
  dialogues: readonly (readonly LabelledQuestion[])[],
  seed: number,
): LearnedTurn[] {
  return [
    ...toTurns([...dialogues, ...writePlainQuestions(questions, createRandom(seed))]),
    ...questions.flatMap((question, at): LearnedTurn[] => {
      const alone = { question, following: null, before: { want: null } }
      // a quarter of the questions follow another one without going on from it
      const want = questions[at - 1]?.wants[0] ?? 'brief'
      return at % 4 === 0 && at > 0 ? [alone, { question, following: 'new', before: { want } }] : [alone]
    }),
    ...writeFromWordings(questions, createRandom(seed)),
  ]
}

export interface Fold {
  /** Learned from the other folds, and without a ranking. */
  readonly model: QuestionModel
  readonly questions: readonly LabelledQuestion[]
  readonly dialogues: readonly (readonly LabelledQuestion[])[]
  readonly examples: readonly RankingExample[]
}

const folds = 5

/** Models that have each not seen a fifth of the questions, and how they mark the topics of that fifth. */
export function learnFolds(
  questions: readonly LabelledQuestion[],
  dialogues: readonly (readonly LabelledQuestion[])[],
): Fold[] {
  return Array.from({ length: folds }, (_, fold) => {
    const isOwn = (__: unknown, at: number) => at % folds === fold
    const isOther = (__: unknown, at: number) => at % folds !== fold
    const [own, ownDialogues] = [questions.filter(isOwn), dialogues.filter(isOwn)]
    const model = unpackModel(packModel(learnReading(questions.filter(isOther), dialogues.filter(isOther))))
    const examples = turnsToRank(own, ownDialogues).flatMap((turn) => toRankingExample(model, turn) ?? [])
    return { model, questions: own, dialogues: ownDialogues, examples }
  })
}

/** Of the plain ones, which are many. */
const plainShare = 0.2

/** Questions that a model has not seen, and plain ones about their topics: a ranking of hard questions alone would misread the easy ones. */
function turnsToRank(
  questions: readonly LabelledQuestion[],
  dialogues: readonly (readonly LabelledQuestion[])[],
): LearnedTurn[] {
  const random = createRandom(questions.length)
  const plain = [...toTurns(writePlainQuestions(questions, random)), ...writeFromWordings(questions, random)]
  return [
    ...toTurns([...questions.map((question) => [question]), ...dialogues]),
    ...plain.filter(() => random.chance(plainShare)),
  ]
}

/** Learns to read questions from labelled ones, all but the ranking; a single question is a conversation of one turn. */
export function learnReading(
  questions: readonly LabelledQuestion[],
  dialogues: readonly (readonly LabelledQuestion[])[],
  seed = 7,
): QuestionModel {
  const turns = turnsToLearn(questions, dialogues, seed)
  const sequences = turns.flatMap(({ question }) => {
    const words = splitQuestion(question.text)
    return words.length === 0 ? [] : [{ words: tagFeatures(words), tags: tagsOf(words, question.spans) }]
  })
  const examples = turns.map((turn) => ({
    ...turn,
    features: questionFeatures(
      splitQuestion(turn.question.text),
      turn.question.spans as readonly TaggedSpan[],
      turn.before,
    ),
  }))
  const head = (name: HeadName, targetOf: (turn: LearnedTurn) => string | null | undefined) => {
    const labelled = examples.flatMap(({ features, ...turn }) => {
      const right = targetOf(turn)
      return right == null ? [] : [{ features, right, alsoRight: name === 'main' ? turn.question.wants.slice(1) : [] }]
    })
    return learnHead(name, labelled, seed)
  }
  const repeats = ({ question, before }: LearnedTurn) => before.want !== null && question.wants[0] === before.want
  return {
    ...learnTags(sequences, seed),
    ranking: learnRanking([]),
    heads: {
      main: head('main', (turn) => (turn.question.answer === 'yes' && !repeats(turn) ? turn.question.wants[0] : null)),
      answer: head('answer', ({ question }) => question.answer),
      form: head('form', ({ question }) => question.form),
      language: head('language', ({ question }) => question.language),
      follow: head('follow', ({ following }) => following),
      repeat: head('repeat', (turn) => {
        if (turn.before.want === null || turn.question.answer !== 'yes' || turn.following === 'new') return null
        return repeats(turn) ? 'same' : 'own'
      }),
    },
  }
}

/** The messages of conversations, each after the one before. */
function toTurns(conversations: readonly (readonly LabelledQuestion[])[]): LearnedTurn[] {
  return conversations.flatMap((conversation) =>
    conversation.map((question, at) => ({
      question,
      following: followingOf(question, conversation),
      before: { want: at === 0 ? null : (conversation[at - 1]?.wants[0] ?? 'brief') },
    })),
  )
}

/** A whole number, 7 bits a byte; the last one is below 128. */
function toBytes(number: number): number[] {
  return number < 128 ? [number] : [128 + (number % 128), ...toBytes(Math.floor(number / 128))]
}

/** The form that `question-model.ts` unpacks; weights of 8 bits. */
export function packModel({ tags, steps, ranking, heads }: QuestionModel): string {
  const part = (
    { classes, rows, values, scale: unit }: FeatureWeights,
    levels: number,
    { least = 1, rarities }: { least?: number; rarities?: Float32Array } = {},
  ): Buffer => {
    const sizes = Float32Array.from(values, Math.abs).toSorted()
    // the few largest ones are cut
    const scale = ((sizes[Math.floor(sizes.length * 0.9995)] ?? 1) * unit) / levels
    const level = (row: number, one: number) =>
      Math.max(-127, Math.min(127, Math.round(((values[row * classes + one] ?? 0) * unit) / scale)))
    const each = Array.from({ length: classes }, (_, one) => one)
    const features = [...rows]
      .filter(([, row]) => each.some((one) => Math.abs(level(row, one)) >= least))
      .toSorted(([a], [b]) => a - b)
    const head = Buffer.alloc(8)
    head.writeUInt32LE(features.length, 0)
    head.writeFloatLE(scale, 4)
    const distances = features.flatMap(([feature], at) => toBytes(feature - (features[at - 1]?.[0] ?? 0)))
    const rare = features.map(([, row]) => Math.round((rarities?.[row] ?? 0) * rarityLevels))
    const weights = each.flatMap((one) => features.map(([, row]) => level(row, one)))
    return Buffer.concat([
      head,
      Buffer.from(distances),
      Buffer.from(rarities === undefined ? [] : rare),
      Buffer.from(Int8Array.from(weights).buffer),
    ])
  }
  const first = Buffer.alloc(4 * steps.length)
  steps.forEach((step, at) => first.writeFloatLE(Number.isFinite(step) ? step : 0, 4 * at))
  return brotliCompressSync(
    Buffer.concat([
      first,
      part(tags, tagLevels, { least: leastTagLevel }),
      part(ranking, rankingLevels),
      ...headNames.map((name) => part(heads[name], headLevels, { rarities: heads[name].rarities })),
    ]),
  ).toString('base64')
}

if (import.meta.main) {
  const [questions, dialogues] = [readQuestions('open'), readConversations('open')]
  const ranking = learnRanking(learnFolds(questions, dialogues).flatMap(({ examples }) => examples))
  const packed = packModel({ ...learnReading(questions, dialogues), ranking })
  writeFileSync(
    join(import.meta.dirname, '../../../../packages/analyst/src/understand/reader/packed-model.gen.ts'),
    `// Written by scripts/lab/eval/zeus/learn-reading.ts from questions/open*.jsonl; question-model.ts reads it.\nexport const packedModel =\n  '${packed}'\n`,
  )
  console.log(`${Math.round(packed.length / 1024).toLocaleString('en')} kB`)
}
