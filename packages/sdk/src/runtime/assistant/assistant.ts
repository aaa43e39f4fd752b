import {
  decideZeusApproval,
  followZeusRun,
  regenerateZeusReply,
  stopZeusRun,
  streamZeusReply,
} from '../../generated/client/assistant/assistant.ts'
import type {
  Approval,
  ApprovalDecision,
  AssistantEvent,
  ZeusQuery,
  ZeusRegeneration,
} from '../../generated/model/index.ts'
import type { AuspexClient } from '../client.ts'
import { AuspexError } from '../errors.ts'
import type { StreamOptions } from '../streaming/stream.ts'
import { type Answer, type AnswerAction, type AnswerSubject, applyEvent, createAnswer, isUnderWay } from './answer.ts'
import { createKeptRuns, type KeepStorage, type KeptRun } from './kept-runs.ts'
import { createActionRunner, createRegistry, type Registry } from './actions.ts'

/** A message to Zeus. The screen's values and actions are added automatically. */
export type Question = Omit<ZeusQuery, 'frontendActions' | 'readables'>
/** An answer to regenerate. */
export type Regeneration = Omit<ZeusRegeneration, 'frontendActions'>

export interface AssistantOptions {
  readonly client: AuspexClient
  /** Where active runs are stored across a reload; nowhere when omitted. */
  readonly storage?: KeepStorage | null
  /** Called with each event as it arrives. */
  readonly onEvent?: (event: AssistantEvent) => void
}

/** Conversations with Zeus, as far as this page takes part in them. */
export interface Assistant {
  readonly registry: Registry
  /** Every answer of this page, oldest first; a new array after each change. */
  readonly getAnswers: () => readonly Answer[]
  readonly subscribe: (listener: () => void) => () => void
  /** Sends a message; returns the key of its answer. */
  readonly ask: (question: Question) => string
  /** Regenerates an answer; returns the key of the new one. */
  readonly regenerate: (which: Regeneration) => string
  /** Repeats a failed question with the same text and subject; returns the key of the new answer, or null where there is nothing to repeat. */
  readonly retry: (key: string) => string | null
  /** Follows a run that another page started, or this one before a reload; returns the key of its answer. */
  readonly follow: (run: Pick<KeptRun, 'runId' | 'threadId'>) => string
  /** Stops a run, whoever started it. The text so far stays. */
  readonly stop: (key: string) => void
  /** Approves or refuses a change that an answer proposes. */
  readonly decide: (approval: Approval, decision: ApprovalDecision['decision']) => Promise<Approval>
  /** Removes an answer from this page; it stays in the thread. */
  readonly forget: (key: string) => void
  /** Resumes the runs that were active when the page was left. */
  readonly resume: () => void
  /** Stops following all runs. */
  readonly close: () => void
}

type OpenStream = (options: StreamOptions) => AsyncIterable<AssistantEvent>

export const createAssistant = ({ client, storage = null, onEvent }: AssistantOptions): Assistant => {
  const registry = createRegistry()
  const kept = createKeptRuns(storage)
  const runAction = createActionRunner({ registry, clock: client.clock, kept })
  const listeners = new Set<() => void>()
  const connections = new Map<string, AbortController>()
  /** How each answer of this page was requested, for retries. */
  const opened = new Map<string, OpenStream>()
  let answers: readonly Answer[] = []
  let count = 0

  const set = (next: readonly Answer[]) => {
    answers = next
    for (const listener of listeners) listener()
  }
  const change = (key: string, to: (answer: Answer) => Answer) =>
    set(answers.map((answer) => (answer.key === key ? to(answer) : answer)))
  const find = (key: string) => answers.find((answer) => answer.key === key)

  const endRun = (runId: string) =>
    // The stream reports the end; where it cannot, its own failure is what the screen shows.
    void stopZeusRun(runId, { client }).catch(() => undefined)

  const handle = (key: string, event: AssistantEvent) => {
    change(key, (answer) => applyEvent(answer, event))
    onEvent?.(event)
    const { question = null, state } = find(key) ?? {}
    if (event.type === 'run-start') {
      kept.keep({ runId: event.runId, threadId: event.threadId, question })
      if (state === 'stopping') endRun(event.runId)
    } else if (event.type === 'run-end') kept.drop(event.runId)
    else if (event.type === 'frontend-action')
      runAction(event, (action) =>
        change(key, (answer) => ({ ...answer, actions: withAction(answer.actions, action) })),
      )
  }

  const fail = (key: string, error: unknown) => {
    if (!(error instanceof AuspexError)) throw error
    const { runId = null } = find(key) ?? {}
    // A run that the server has forgotten, or that this person may not see, cannot be resumed.
    if (runId !== null && (error.status === 404 || error.status === 403)) kept.drop(runId)
    change(key, (answer) => ({ ...answer, state: runId === null ? 'failed' : 'interrupted', error }))
  }

  const connect = async (key: string, open: OpenStream): Promise<void> => {
    const connection = new AbortController()
    connections.set(key, connection)
    try {
      for await (const event of open({ client, signal: connection.signal })) handle(key, event)
    } catch (error) {
      if (!connection.signal.aborted) fail(key, error)
    } finally {
      if (connections.get(key) === connection) connections.delete(key)
    }
  }

  const begin = (subject: Partial<AnswerSubject>, open: OpenStream): string => {
    count += 1
    const key = `answer-${count}`
    opened.set(key, open)
    set([...answers, createAnswer(key, { ...nothing, ...subject })])
    void connect(key, open)
    return key
  }

  const follow = ({ question, ...run }: Pick<KeptRun, 'runId' | 'threadId'> & { question?: string | null }): string => {
    const known = answers.find(({ runId }) => runId === run.runId)
    const open: OpenStream = (options) => followZeusRun(run.runId, options)
    if (known === undefined) return begin({ ...run, question: question ?? null }, open)
    if (!connections.has(known.key) && (isUnderWay(known) || known.state === 'interrupted')) {
      change(known.key, (answer) => ({ ...answer, state: 'running', error: null }))
      void connect(known.key, open)
    }
    return known.key
  }

  const forget = (key: string) => {
    connections.get(key)?.abort()
    opened.delete(key)
    set(answers.filter((answer) => answer.key !== key))
  }

  return {
    registry,
    getAnswers: () => answers,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    ask: (question) => {
      const body = { ...question, frontendActions: registry.describeActions(), readables: registry.readables() }
      const { message, threadId = null, replacesMessageId: editOf = null } = question
      return begin({ question: message, threadId, editOf }, (options) => streamZeusReply(body, options))
    },
    regenerate: (which) => {
      const body = { ...which, frontendActions: registry.describeActions() }
      const { threadId, messageId: replaces } = which
      return begin({ threadId, replaces }, (options) => regenerateZeusReply(body, options))
    },
    retry: (key) => {
      const [answer, open] = [find(key), opened.get(key)]
      if (!answer || !open || isUnderWay(answer)) return null
      forget(key)
      const { question, threadId, replaces, editOf } = answer
      return begin({ question, threadId, replaces, editOf }, open)
    },
    follow,
    stop: (key) => {
      const answer = find(key)
      if (!answer || !isUnderWay(answer)) return
      change(key, (before) => ({ ...before, state: 'stopping' }))
      if (answer.runId !== null) endRun(answer.runId)
    },
    decide: async ({ id, signature }, decision) => {
      const decided = await decideZeusApproval(id, { decision, signature }, { client })
      set(
        answers.map((answer) => ({
          ...answer,
          approvals: answer.approvals.map((approval) => (approval.id === id ? decided : approval)),
        })),
      )
      return decided
    },
    forget,
    resume: () => {
      for (const run of kept.list()) follow(run)
    },
    close: () => {
      for (const connection of connections.values()) connection.abort()
      connections.clear()
    },
  }
}

const nothing: AnswerSubject = { question: null, threadId: null, replaces: null, editOf: null, runId: null }

const withAction = (actions: readonly AnswerAction[], action: AnswerAction): readonly AnswerAction[] =>
  actions.some(({ actionId }) => actionId === action.actionId)
    ? actions.map((one) => (one.actionId === action.actionId ? action : one))
    : [...actions, action]
