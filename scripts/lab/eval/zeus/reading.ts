import type { AnalystTurn } from '@auspex/analyst'
import type { QuestionModel } from '../../../../packages/analyst/src/understand/reader/question-model.ts'
import { questionModel, unpackModel } from '../../../../packages/analyst/src/understand/reader/question-model.ts'
import { readMessage } from '../../../../packages/analyst/src/understand/understand.ts'
import { readPeriods } from '../../../../packages/analyst/src/understand/understanding.ts'
import { toUnderstanding } from '../../../../packages/analyst/src/understand/understanding.ts'
import type { EvalRow, EvalTask } from '../../figures.ts'
import { newShare, note, type Share, shareRow } from './ask.ts'
import { learnRanking } from './learn-tags.ts'
import { learnFolds, packModel } from './learn-reading.ts'
import { type LabelledDays, type LabelledQuestion, ownTopics, readConversations, readQuestions } from './questions.ts'

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
  const { text } = question
  const say = (what: string, got: unknown, wanted: unknown) => () =>
    `${what}: ${text}\n   read ${JSON.stringify(got)}, meant ${JSON.stringify(wanted)}`
  if (question.answer !== 'yes') {
    note(scores.declined, reading.declines, say(question.answer, reading.want, question.answer))
    return
  }
  const topics = isSameTopics(reading.topics, ownTopics(question))
  const meant = question.spans.flatMap(({ days }) => (days === null ? [] : [days]))
  const periods = isSamePeriods(reading.periods, meant)
  if (meant.length > 0) {
    const marked = { spans: question.spans, main: question.wants[0] ?? 'brief' }
    const read = readPeriods(text, marked, null, askedOn).periods
    note(scores.days, isSamePeriods(read, meant), say('days', read, meant))
  }
  const want = reading.want === (question.wants[0] ?? 'brief')
  note(scores.topics, topics, say('topics', reading.topics, ownTopics(question)))
  note(scores.periods, periods, say('periods', reading.periods, meant))
  note(scores.want, want, say('want', reading.want, question.wants))
  note(
    scores.anyWant,
    question.wants.some((one) => one === reading.want),
    () => '',
  )
  note(
    scores.answered,
    !reading.declines || ownTopics(question).length === 0,
    say('declined', reading.want, question.wants),
  )
  note(scores.all, topics && periods && want && (!reading.declines || ownTopics(question).length === 0), () => '')
}

function judgeConversation(
  scores: Scores,
  conversation: readonly LabelledQuestion[],
  readings: readonly JudgedReading[],
): void {
  let isWhole = true
  conversation.forEach((turn, at) => {
    const reading = readings[at] ?? { topics: [], periods: [], want: null, declines: false }
    const topics = turn.inFull?.topics ?? ownTopics(turn)
    const periods = turn.inFull?.periods ?? turn.spans.flatMap(({ days }) => (days === null ? [] : [days]))
    const isTopic = isSameTopics(reading.topics, topics)
    const isPeriod = isSamePeriods(reading.periods, periods)
    const isRead =
      turn.answer === 'yes' ? isTopic && isPeriod && reading.want === (turn.wants[0] ?? 'brief') : reading.declines
    const say = () =>
      `turn ${at + 1} of ${conversation.map(({ text }) => text).join(' | ')}\n   read ${JSON.stringify(reading)}, meant ${JSON.stringify([topics, periods, turn.wants, turn.answer])}`
    if (turn.answer === 'yes') {
      note(scores.topicsInFull, isTopic, say)
      note(scores.periodsInFull, isPeriod, () => '')
    }
    note(scores.turns, isRead, () => '')
    isWhole &&= isRead
  })
  note(scores.conversations, isWhole, () => '')
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

function isSame(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((one) => b.has(one))
}

/** Nothing is known of later days: until today is open. */
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
  const elsewhere = { good: scores.declined.of - scores.declined.good, of: scores.declined.of }
  return [
    row('topics right', scores.topics, 0.92),
    row('period right', scores.periods, 0.92),
    row('days of periods that are marked', scores.days, 0.95),
    row('main want right', scores.want, 0.88),
    row('main want among those wanted', scores.anyWant, 0.88),
    row('all three', scores.all, 0.8),
    row('not answerable or unclear: says so or asks', scores.declined, 0.9),
    { ...row('not answerable or unclear: answers about something else', elsewhere, 0), bar: { atMost: 0.02 } },
    row('answerable, and answered', scores.answered, 0.95),
    row('turns of conversations understood', scores.turns, 0.9),
    row('topics of a turn in full', scores.topicsInFull, 0.9),
    row('periods of a turn in full', scores.periodsInFull, 0.9),
    row('conversations with every turn understood', scores.conversations, 0.8),
  ]
}

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
      const isTopicless = queries.length === 0 && !['help', 'trends', 'save', 'monitor'].includes(task)
      return {
        topics: queries.map((query) => query.replaceAll('"', '')),
        periods: [...first, ...second],
        want: mainWant,
        declines: task === 'declined' || task === 'unclear' || isTopicless || queries.length > 5,
      }
    })
  }
}

/**
 * How questions are read. The open ones are read by models, in their packed form, that were trained without them, a fifth at a time (only the models whose readings of other fifths the ranking
 * learned from have seen them); the locked ones by the model of the product, where AUSPEX_EVAL_LOCKED=1 says that it is finished.
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
