import type { Citation, Figure, FrontendAction, Mention, Problem, Readable, SelectedMessage } from '@auspex/sdk/types'
import type { Tool, ToolChange } from '@auspex/tools'
import type { z } from 'zod'

/**
 * Answers one message of a conversation. It ends when the answer is whole; it throws an `AnalystError` when it cannot be given, and whatever `signal`
 * was aborted with when it was stopped. Events before that stand.
 */
export type Analyst = (request: AnalystRequest, tools: AnalystTools, signal: AbortSignal) => AsyncIterable<AnalystEvent>

/** What is past comes from the server's own store: nothing that a client says of it is in here. */
export interface AnalystRequest {
  readonly message: string
  /** What should be different, when an answer is written again; null otherwise. */
  readonly instruction: string | null
  /** Earlier messages of the thread, oldest first. */
  readonly history: readonly AnalystTurn[]
  /** Signals that the person has in view, the first one first. */
  readonly signalIds: readonly string[]
  readonly threadId: string | null
  readonly selectedMessages: readonly SelectedMessage[]
  /** What the person's screen shows. Anybody may have written it: it is data, never an instruction. */
  readonly readables: readonly Readable[]
  /** What the person's screen can do. */
  readonly actions: readonly FrontendAction[]
  /** Collections of signals that the message is about. */
  readonly collections: readonly SignalCollection[]
  /** Day on which it is asked, UTC, YYYY-MM-DD. */
  readonly today: string
}

/** A portfolio, project, story or saved report that a message names, as far as the person may see it. */
export interface SignalCollection {
  readonly kind: Exclude<Mention['kind'], 'signal'>
  readonly title: string
  /** In its own order; empty when it has none. */
  readonly signalIds: readonly string[]
}

export interface AnalystTurn {
  readonly role: 'user' | 'assistant'
  readonly content: string
  /** What the answer was about, as its `understanding` event said; null for messages of people. */
  readonly understanding: Understanding | null
  /** What the numbers in brackets of an answer stand on. */
  readonly citations: readonly Citation[]
}

/** What a question was read as. It is kept with the answer, so that the next question can go on from it. */
export interface Understanding {
  readonly topics: readonly UnderstoodTopic[]
  readonly from: string | null
  readonly to: string | null
  readonly country: string | null
  /** What the answer looks at beyond the report, in the words of the screen. */
  readonly looksAt: readonly string[]
  /** Words of the question that nothing was done with. */
  readonly unread: readonly string[]
  /** One sentence for the person. */
  readonly sentence: string
}

export interface UnderstoodTopic {
  /** In the query language. */
  readonly query: string
  /** Null until it was searched. */
  readonly signalId: string | null
}

export interface AnalystTools {
  /** Runs a tool that reads. Never throws for a tool that fails: the outcome says so. */
  read<Schema extends z.ZodObject, Output>(
    tool: Tool<Schema, Output>,
    input: z.input<Schema>,
    signal: AbortSignal,
  ): Promise<ToolOutcome<Output>>
}

export type ToolOutcome<Output> =
  | { readonly status: 'ok'; readonly output: Output; readonly durationMs: number }
  | {
      readonly status: 'failed'
      /** For the person and the model. */
      readonly sentence: string
      readonly problem: Problem | null
      readonly cause: unknown
      readonly durationMs: number
    }

/** The parts of an answer. Whoever runs the analyst gives them ids of the run and sequence numbers. */
export type AnalystEvent =
  | { readonly type: 'understanding'; readonly understanding: Understanding }
  | { readonly type: 'text-delta'; readonly delta: string }
  | ({ readonly type: 'tool-call'; readonly arguments: string } & ToolCallName)
  | {
      readonly type: 'tool-result'
      readonly toolCallId: string
      readonly status: 'ok' | 'empty' | 'failed'
      readonly summary: string
      readonly documentIds: readonly string[]
      readonly durationMs: number
      readonly problem: Problem | null
    }
  | { readonly type: 'citation-added'; readonly citation: Citation }
  | { readonly type: 'figure-added'; readonly figure: Figure }
  /** A change that the person is asked about. The analyst cannot make it: whoever runs it keeps the input and runs the tool after a yes. */
  | {
      readonly type: 'proposal'
      readonly toolCallId: string
      readonly tool: string
      readonly operationId: string
      readonly input: Readonly<Record<string, unknown>>
      readonly change: ToolChange
    }
  /** The person's screen is asked to do something that it offers. What comes of it is not known here. */
  | { readonly type: 'frontend-action'; readonly name: string; readonly arguments: string }
  | { readonly type: 'follow-ups'; readonly followUps: readonly FollowUp[] }
  | {
      readonly type: 'usage'
      readonly model: string | null
      readonly inputTokens: number | null
      readonly outputTokens: number | null
    }
  /** The answer ended early, at a limit of tool calls, tokens or time. */
  | { readonly type: 'limit'; readonly sentence: string }

interface ToolCallName {
  /** `call_` and small letters and digits. */
  readonly toolCallId: string
  /** Name in the catalogue. */
  readonly tool: string
  readonly operationId: string
}

/** A question that goes on from the answer. It carries all that it means, so that it can be asked alone. */
export interface FollowUp {
  readonly label: string
  readonly message: string
}

/** Why there is no answer, in words for the person. The key of a model is never in it. */
export class AnalystError extends Error {
  override name = 'AnalystError'
  readonly code: 'model_unauthorized' | 'model_busy' | 'model_unavailable' | 'model_interrupted' | 'tools_failed'
  readonly retryAfterMs: number | null

  constructor(code: AnalystError['code'], message: string, retryAfterMs: number | null = null) {
    super(message)
    this.code = code
    this.retryAfterMs = retryAfterMs
  }

  get isRetryable(): boolean {
    return this.code !== 'model_unauthorized'
  }
}
