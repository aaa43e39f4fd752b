import type { AnalystTurn } from '@auspex/analyst'
import {
  type QuestionModel,
  questionModel,
  unpackModel,
} from '../../../../packages/analyst/src/understand/reader/question-model.ts'
import { readMessage } from '../../../../packages/analyst/src/understand/understand.ts'
import { readPeriods, toUnderstanding } from '../../../../packages/analyst/src/understand/understanding.ts'
import type { EvalRow, EvalTask } from '../../figures.ts'
import { newShare, note, type Share, shareRow } from './ask.ts'
import { learnRanking } from './learn-tags.ts'
import { learnFolds, packModel } from './learn-reading.ts'
import {
  isSame,
  type LabelledDays,
  type LabelledQuestion,
  mainWantOf,
  ownTopics,
  periodsOf,
  readConversations,
  readQuestions,
} from './questions.ts'

/** Everybody asks on this day (questions/README.md). */
const askedOn = '2026-11-29'

/** How a question was read, in the terms of its labels. */
interface JudgedReading {
  readonly topics: readonly string[]
  readonly periods: readonly LabelledDays[]
  /** The main want; null where it is not a want of the labels. */
  readonly want: string | null
  /** Whether the answer declines or asks back, and so is not about something else. */
  readonly declines: boolean
}

/** Reads the turns of one conversation, one after the other. */
type ConversationReader = (turns: readonly string[]) => JudgedReading[]

function newScores() {
  return {
    topics: newShare(),
    periods: newShare(),
    want: newShare(),
    anyWant: newShare(),
    all: newShare(),
    days: newShare(),
    declined: newShare(),
    answered: newShare(),
    turns: newShare(),
    conversations: newShare(),
    topicsInFull: newShare(),
    periodsInFull: newShare(),
  }
}
type Scores = ReturnType<typeof newScores>

function judgeQuestion(scores: Scores, question: LabelledQuestion, reading: JudgedReading): void {
  const { text, wants } = question
  const describe = (what: string, got: unknown, meant: unknown) => () =>
    `${what}: ${text}\n   read ${JSON.stringify(got)}, meant ${JSON.stringify(meant)}`
  if (question.answer !== 'yes') {
    note(scores.declined, reading.declines, describe(question.answer, reading.want, question.answer))
    return
  }
  const [topics, periods] = [ownTopics(question), periodsOf(question)]
  if (periods.length > 0) {
    const marked = { spans: question.spans, main: mainWantOf(question) }
    const read = readPeriods(text, marked, null, askedOn).periods
    note(scores.days, isSamePeriods(read, periods), describe('days', read, periods))
  }
  const areTopicsRight = isSameTopics(reading.topics, topics)
  const arePeriodsRight = isSamePeriods(reading.periods, periods)
  const isWantRight = reading.want === mainWantOf(question)
  // asking back is right where the question names no topic
  const isAnswered = !reading.declines || topics.length === 0
  note(scores.topics, areTopicsRight, describe('topics', reading.topics, topics))
  note(scores.periods, arePeriodsRight, describe('periods', reading.periods, periods))
  note(scores.want, isWantRight, describe('want', reading.want, wants))
  note(
    scores.anyWant,
    wants.some((want) => want === reading.want),
  )
  note(scores.answered, isAnswered, describe('declined', reading.want, wants))
  note(scores.all, areTopicsRight && arePeriodsRight && isWantRight && isAnswered)
}

function judgeConversation(
  scores: Scores,
  conversation: readonly LabelledQuestion[],
  readings: readonly JudgedReading[],
): void {
  const areTurnsRight = conversation.map((turn, index) => {
    const reading = readings[index] ?? { topics: [], periods: [], want: null, declines: false }
    const topics = turn.inFull?.topics ?? ownTopics(turn)
    const periods = turn.inFull?.periods ?? periodsOf(turn)
    const areTopicsRight = isSameTopics(reading.topics, topics)
    const arePeriodsRight = isSamePeriods(reading.periods, periods)
    const isTurnRight =
      turn.answer === 'yes' ? areTopicsRight && arePeriodsRight && reading.want === mainWantOf(turn) : reading.declines
    if (turn.answer === 'yes') {
      note(
        scores.topicsInFull,
        areTopicsRight,
        () =>
          `turn ${index + 1} of ${conversation.map(({ text }) => text).join(' | ')}\n   read ${JSON.stringify(reading)}, meant ${JSON.stringify([topics, periods, turn.wants, turn.answer])}`,
      )
      note(scores.periodsInFull, arePeriodsRight)
    }
    note(scores.turns, isTurnRight)
    return isTurnRight
  })
  note(scores.conversations, areTurnsRight.every(Boolean))
}

function isSameTopics(read: readonly string[], meant: readonly string[]): boolean {
  const plain = (topics: readonly string[]) =>
    new Set(
      topics.map((topic) =>
        topic
          .toLowerCase()
          .replaceAll(/["“”]|^the |['’]s$|[\s.?!,]+$/gu, '')
          .trim(),
      ),
    )
  return isSame(plain(read), plain(meant))
}

/** A period that includes today has no end for the product, which knows nothing of later days. */
function isSamePeriods(read: readonly LabelledDays[], meant: readonly LabelledDays[]): boolean {
  const plain = (periods: readonly LabelledDays[]) =>
    new Set(
      periods.map(
        ([from, to]) => `${from ?? '*'} ${to === null || (to >= askedOn && (from ?? '') <= askedOn) ? '*' : to}`,
      ),
    )
  return isSame(plain(read), plain(meant))
}

function rowsOf(data: string, scores: Scores): EvalRow[] {
  const row = (measure: string, share: Share, atLeast: number) => shareRow(data, measure, share, atLeast)
  return [
    row('topics right', scores.topics, 0.92),
    row('period right', scores.periods, 0.92),
    row('days of periods that are marked', scores.days, 0.95),
    row('main want right', scores.want, 0.88),
    row('main want among those wanted', scores.anyWant, 0.88),
    row('all three', scores.all, 0.8),
    // and does not answer about something else
    row('not answerable or unclear: says so or asks', scores.declined, 0.98),
    row('answerable, and answered', scores.answered, 0.95),
    row('turns of conversations understood', scores.turns, 0.9),
    row('topics of a turn in full', scores.topicsInFull, 0.9),
    row('periods of a turn in full', scores.periodsInFull, 0.9),
    row('conversations with every turn understood', scores.conversations, 0.8),
  ]
}

/** What can be done without a topic of its own: explained, listed for the whole library, or done with the signal of the turn before. */
const tasksWithoutTopic: ReadonlySet<string> = new Set(['help', 'trends', 'save', 'monitor'])
/** Asked about more, the product answers only about some of them: `maxCompared` of the analyst. */
const maxTopics = 5

/** Reads with a model, each turn in the thread of those before it. */
function learnedReader(model: QuestionModel): ConversationReader {
  return (turns) => {
    const history: AnalystTurn[] = []
    return turns.map((message) => {
      const reading = readMessage({ message, history, today: askedOn }, model)
      const { task, queries, from, to, otherPeriod, mainWant } = reading
      const understanding = toUnderstanding(
        reading,
        queries.map((query) => ({ query, signalId: null })),
      )
      history.push(
        { role: 'user', content: message, understanding: null, citations: [] },
        { role: 'assistant', content: '', understanding, citations: [] },
      )
      const first: LabelledDays[] = from === null && to === null ? [] : [[from, to]]
      const second: LabelledDays[] = otherPeriod === null ? [] : [[otherPeriod.from, otherPeriod.to]]
      const isTopicless = queries.length === 0 && !tasksWithoutTopic.has(task)
      return {
        topics: queries.map((query) => query.replaceAll('"', '')),
        periods: [...first, ...second],
        want: mainWant,
        declines: task === 'declined' || task === 'unclear' || isTopicless || queries.length > maxTopics,
      }
    })
  }
}

/**
 * How questions are read. The open ones are read a fifth at a time, by a packed model that was trained on the other fifths; only its ranking also learned from the readings of
 * models that had seen them. The locked ones are read by the model of the product, when AUSPEX_EVAL_LOCKED=1 says that it is finished.
 */
export const zeusReading: EvalTask = {
  name: 'zeus-reading',
  run: async () => {
    if (process.env['AUSPEX_EVAL_LOCKED'] === '1') {
      const locked = newScores()
      const lockedQuestions = readQuestions('locked')
      judge(locked, learnedReader(questionModel()), lockedQuestions, readConversations('locked'))
      return rowsOf(`${lockedQuestions.length} locked questions`, locked)
    }
    const open = newScores()
    const [questions, conversations] = [readQuestions('open'), readConversations('open')]
    const folds = learnFolds(questions, conversations)
    for (const fold of folds) {
      const ranking = learnRanking(folds.flatMap(({ examples }) => (examples === fold.examples ? [] : examples)))
      const model = unpackModel(packModel({ ...fold.model, ranking }))
      judge(open, learnedReader(model), fold.questions, fold.dialogues)
    }
    return rowsOf(`${questions.length} open questions`, open)
  },
}

function judge(
  scores: Scores,
  read: ConversationReader,
  questions: readonly LabelledQuestion[],
  conversations: readonly (readonly LabelledQuestion[])[],
): void {
  for (const question of questions)
    for (const reading of read([question.text])) judgeQuestion(scores, question, reading)
  for (const conversation of conversations)
    judgeConversation(scores, conversation, read(conversation.map(({ text }) => text)))
}
