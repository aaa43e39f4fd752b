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
import { type Answer, type AnswerAction, type AnswerSubject, applyEvent, createAnswer, isInProgress } from './answer.ts'
import { createRunStore, type KeepStorage, type StoredRun } from './run-store.ts'
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
  readonly follow: (run: Pick<StoredRun, 'runId' | 'threadId'>) => string
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
  const store = createRunStore(storage)
  const runAction = createActionRunner({ registry, clock: client.clock, store })
  const answers = new AnswerList()
  const runs = new AnswerRuns({ client, answers, store, runAction, onEvent })
  return {
    registry,
    getAnswers: () => answers.list(),
    subscribe: (listener) => answers.subscribe(listener),
    ask: (question) => {
      const body = { ...question, frontendActions: registry.describeActions(), readables: registry.readables() }
      const { message, threadId = null, replacesMessageId: editOf = null } = question
      return runs.begin({ question: message, threadId, editOf }, (options) => streamZeusReply(body, options))
    },
    regenerate: (which) => {
      const body = { ...which, frontendActions: registry.describeActions() }
      const { threadId, messageId: replaces } = which
      return runs.begin({ threadId, replaces }, (options) => regenerateZeusReply(body, options))
    },
    retry: (key) => runs.retry(key),
    follow: (run) => runs.follow(run),
    stop: (key) => runs.stop(key),
    decide: async ({ id, signature }, decision) => {
      const decided = await decideZeusApproval(id, { decision, signature }, { client })
      answers.changeAll((answer) => ({
        ...answer,
        approvals: answer.approvals.map((approval) => (approval.id === id ? decided : approval)),
      }))
      return decided
    },
    forget: (key) => runs.forget(key),
    resume: () => {
      for (const run of store.list()) runs.follow(run)
    },
    close: () => runs.close(),
  }
}

/** The answers of a page, and who listens to their changes. */
class AnswerList {
  readonly #listeners = new Set<() => void>()
  #answers: readonly Answer[] = []

  list(): readonly Answer[] {
    return this.#answers
  }

  find(key: string): Answer | undefined {
    return this.#answers.find((answer) => answer.key === key)
  }

  add(answer: Answer): void {
    this.#set([...this.#answers, answer])
  }

  remove(key: string): void {
    this.#set(this.#answers.filter((answer) => answer.key !== key))
  }

  change(key: string, to: (answer: Answer) => Answer): void {
    this.changeAll((answer) => (answer.key === key ? to(answer) : answer))
  }

  changeAll(to: (answer: Answer) => Answer): void {
    this.#set(this.#answers.map(to))
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  #set(answers: readonly Answer[]): void {
    this.#answers = answers
    for (const listener of this.#listeners) listener()
  }
}

interface AnswerRunsOptions {
  readonly client: AuspexClient
  readonly answers: AnswerList
  readonly store: ReturnType<typeof createRunStore>
  readonly runAction: ReturnType<typeof createActionRunner>
  readonly onEvent: AssistantOptions['onEvent']
}

/** The runs that write the answers, and the connections over which this page follows them. */
class AnswerRuns {
  readonly #options: AnswerRunsOptions
  readonly #answers: AnswerList
  readonly #connections = new Map<string, AbortController>()
  /** How each answer of this page was requested, for retries. */
  readonly #streams = new Map<string, OpenStream>()
  #count = 0

  constructor(options: AnswerRunsOptions) {
    this.#options = options
    this.#answers = options.answers
  }

  begin(subject: Partial<AnswerSubject>, open: OpenStream): string {
    this.#count += 1
    const key = `answer-${this.#count}`
    this.#streams.set(key, open)
    this.#answers.add(createAnswer(key, { ...nothing, ...subject }))
    void this.#connect(key, open)
    return key
  }

  retry(key: string): string | null {
    const [answer, open] = [this.#answers.find(key), this.#streams.get(key)]
    if (!answer || !open || isInProgress(answer)) return null
    this.forget(key)
    const { question, threadId, replaces, editOf } = answer
    return this.begin({ question, threadId, replaces, editOf }, open)
  }

  follow({ question, ...run }: Pick<StoredRun, 'runId' | 'threadId'> & { question?: string | null }): string {
    const known = this.#answers.list().find(({ runId }) => runId === run.runId)
    const open: OpenStream = (options) => followZeusRun(run.runId, options)
    if (known === undefined) return this.begin({ ...run, question: question ?? null }, open)
    if (!this.#connections.has(known.key) && (isInProgress(known) || known.state === 'interrupted')) {
      this.#answers.change(known.key, (answer) => ({ ...answer, state: 'running', error: null }))
      void this.#connect(known.key, open)
    }
    return known.key
  }

  stop(key: string): void {
    const answer = this.#answers.find(key)
    if (!answer || !isInProgress(answer)) return
    this.#answers.change(key, (before) => ({ ...before, state: 'stopping' }))
    if (answer.runId !== null) this.#endRun(answer.runId)
  }

  forget(key: string): void {
    this.#connections.get(key)?.abort()
    this.#streams.delete(key)
    this.#answers.remove(key)
  }

  close(): void {
    for (const connection of this.#connections.values()) connection.abort()
    this.#connections.clear()
  }

  async #connect(key: string, open: OpenStream): Promise<void> {
    const { client } = this.#options
    const connection = new AbortController()
    this.#connections.set(key, connection)
    try {
      for await (const event of open({ client, signal: connection.signal })) this.#handle(key, event)
    } catch (error) {
      if (!connection.signal.aborted) this.#fail(key, error)
    } finally {
      if (this.#connections.get(key) === connection) this.#connections.delete(key)
    }
  }

  #handle(key: string, event: AssistantEvent): void {
    const { store, runAction, onEvent } = this.#options
    this.#answers.change(key, (answer) => applyEvent(answer, event))
    onEvent?.(event)
    const { question = null, state } = this.#answers.find(key) ?? {}
    if (event.type === 'run-start') {
      store.store({ runId: event.runId, threadId: event.threadId, question })
      if (state === 'stopping') this.#endRun(event.runId)
    } else if (event.type === 'run-end') store.remove(event.runId)
    else if (event.type === 'frontend-action')
      runAction(event, (action) =>
        this.#answers.change(key, (answer) => ({ ...answer, actions: withAction(answer.actions, action) })),
      )
  }

  #fail(key: string, error: unknown): void {
    if (!(error instanceof AuspexError)) throw error
    const { runId = null } = this.#answers.find(key) ?? {}
    // A run that the server has forgotten, or that this person may not see, cannot be resumed.
    if (runId !== null && (error.status === 404 || error.status === 403)) this.#options.store.remove(runId)
    this.#answers.change(key, (answer) => ({ ...answer, state: runId === null ? 'failed' : 'interrupted', error }))
  }

  #endRun(runId: string): void {
    // The stream reports the end; where it cannot, its own failure is what the screen shows.
    void stopZeusRun(runId, { client: this.#options.client }).catch(() => undefined)
  }
}

const nothing: AnswerSubject = { question: null, threadId: null, replaces: null, editOf: null, runId: null }

const withAction = (actions: readonly AnswerAction[], action: AnswerAction): readonly AnswerAction[] =>
  actions.some(({ actionId }) => actionId === action.actionId)
    ? actions.map((eachAction) => (eachAction.actionId === action.actionId ? action : eachAction))
    : [...actions, action]
