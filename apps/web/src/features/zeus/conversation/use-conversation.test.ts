import type { ZeusMessage } from '@auspex/sdk'
import type { Answer } from '@auspex/sdk/assistant'
import { listZeusThreadsResponseMock } from '@auspex/sdk/msw'
import { describe, expect, test } from 'vitest'
import { toTurns } from './use-conversation.ts'

const [question, answer] = listZeusThreadsResponseMock().items[0]?.messages ?? []
if (!question || !answer) throw new Error('the example of listZeusThreads has no messages')
const message = (base: ZeusMessage, id: string, content: string): ZeusMessage => ({ ...base, id, content })
const storedMessages = [
  message(question, 'msg_q1', 'First?'),
  message(answer, 'msg_a1', 'One.'),
  message(question, 'msg_q2', 'Second?'),
  message(answer, 'msg_a2', 'Two.'),
]

const run = (about: Partial<Answer>): Answer => ({
  key: 'answer-1',
  state: 'running',
  question: null,
  questionId: null,
  editOf: null,
  threadId: 'th_a',
  runId: 'run_a',
  messageId: null,
  replaces: null,
  text: 'New',
  understanding: null,
  citations: [],
  figures: [],
  approvals: [],
  followUps: [],
  plan: [],
  steps: [],
  actions: [],
  model: null,
  startedAt: null,
  usage: null,
  notice: null,
  problem: null,
  isRetryable: false,
  retryAfterMs: null,
  error: null,
  ...about,
})

const wordsOf = (runs: readonly Answer[], messages: readonly ZeusMessage[] = storedMessages) =>
  toTurns(messages, runs).map((turn) => [turn.question?.text ?? null, turn.answer?.text ?? null])

describe('a conversation on the screen', () => {
  test('shows the stored thread while no answer is in progress', () => {
    expect(wordsOf([])).toEqual([
      ['First?', 'One.'],
      ['Second?', 'Two.'],
    ])
  })

  test('shows a new question at the end, before and after the server has it', () => {
    const expected = [
      ['First?', 'One.'],
      ['Second?', 'Two.'],
      ['Third?', 'New'],
    ]
    expect(wordsOf([run({ state: 'sent', question: 'Third?' })])).toEqual(expected)
    const threadMessages = [...storedMessages, message(question, 'msg_q3', 'Third?')]
    expect(wordsOf([run({ question: 'Third?', questionId: 'msg_q3', messageId: 'msg_a3' })], threadMessages)).toEqual(
      expected,
    )
    const partial = [...threadMessages, message(answer, 'msg_a3', 'Ne')]
    expect(wordsOf([run({ question: 'Third?', questionId: 'msg_q3', messageId: 'msg_a3' })], partial)).toEqual(expected)
  })

  test('keeps the key of a turn from the question to the stored answer, and while it is rewritten', () => {
    const keyOfLast = (runs: readonly Answer[], messages: readonly ZeusMessage[]) => toTurns(messages, runs).at(-1)?.key
    const sentRun = run({ key: 'answer-7', state: 'sent', question: 'Third?' })
    const runningRun = { ...sentRun, state: 'running' as const, questionId: 'msg_q3', messageId: 'msg_a3' }
    const ended = { ...runningRun, state: 'completed' as const }
    const stored = [...storedMessages, message(question, 'msg_q3', 'Third?'), message(answer, 'msg_a3', 'Three.')]
    const again = run({ key: 'answer-8', replaces: 'msg_a3', messageId: null })
    const keys = [
      keyOfLast([sentRun], storedMessages),
      keyOfLast([runningRun], storedMessages),
      keyOfLast([ended], storedMessages),
      keyOfLast([ended], stored),
      keyOfLast([ended, again], stored),
      keyOfLast([ended, { ...again, questionId: 'msg_q3', messageId: 'msg_a4' }], stored),
    ]
    expect(keys).toEqual(keys.map(() => 'answer-7'))
    const reloaded = [keyOfLast([], stored), keyOfLast([again], stored)]
    expect(reloaded).toEqual(['msg_q3', 'msg_q3'])
  })

  test('shows the version selected in the thread, not the one that this page received first', () => {
    const firstRun = run({
      key: 'answer-1',
      state: 'completed',
      question: 'Second?',
      questionId: 'msg_q2',
      messageId: 'msg_a2',
    })
    const again = run({
      key: 'answer-2',
      state: 'completed',
      questionId: 'msg_q2',
      messageId: 'msg_a3',
      replaces: 'msg_a2',
    })
    const versionOf = (base: ZeusMessage, number: number, ids: string[]) => ({ ...base, versions: { number, ids } })
    const rewritten = [
      ...storedMessages.slice(0, 3),
      versionOf(message(answer, 'msg_a3', 'Two, again.'), 2, ['msg_a2', 'msg_a3']),
    ]
    expect(wordsOf([firstRun, again], rewritten)[1]).toEqual(['Second?', 'Two, again.'])
    expect(toTurns(rewritten, [firstRun, again])[1]?.answer?.versions).toMatchObject({ number: 2 })
    const edited = [
      ...storedMessages.slice(0, 2),
      versionOf(message(question, 'msg_q4', 'Second, rather?'), 2, ['msg_q2', 'msg_q4']),
      message(answer, 'msg_a4', 'Four.'),
    ]
    expect(wordsOf([firstRun, again], edited)).toEqual([
      ['First?', 'One.'],
      ['Second, rather?', 'Four.'],
    ])
  })

  test('shows the thread’s text once it has the answer', () => {
    const stored = [...storedMessages, message(question, 'msg_q3', 'Third?'), message(answer, 'msg_a3', 'As stored')]
    const done = run({ state: 'completed', question: 'Third?', questionId: 'msg_q3', messageId: 'msg_a3' })
    expect(wordsOf([done], stored).at(-1)).toEqual(['Third?', 'As stored'])
  })

  test('shows a rewritten answer in its place, without what followed', () => {
    const expected = [['First?', 'New']]
    expect(wordsOf([run({ state: 'sent', replaces: 'msg_a1' })])).toEqual(expected)
    expect(wordsOf([run({ replaces: 'msg_a1', questionId: 'msg_q1', messageId: 'msg_a9' })])).toEqual(expected)
  })

  test('shows an edited question in the place of the old one, without what followed', () => {
    expect(wordsOf([run({ state: 'sent', question: 'Second, better?', editOf: 'msg_q2' })])).toEqual([
      ['First?', 'One.'],
      ['Second, better?', 'New'],
    ])
  })

  test('attaches a run of another page to its question', () => {
    const threadMessages = [...storedMessages, message(question, 'msg_q3', 'Third?')]
    const lastTurn = wordsOf([run({ questionId: 'msg_q3', messageId: 'msg_a3' })], threadMessages).at(-1)
    expect(lastTurn).toEqual(['Third?', 'New'])
  })

  test('shows a failed new answer in the place of the old one, which returns when it is dismissed', () => {
    expect(wordsOf([run({ state: 'failed', replaces: 'msg_a1', text: '' })])).toEqual([['First?', '']])
    expect(wordsOf([])[0]).toEqual(['First?', 'One.'])
  })
})
