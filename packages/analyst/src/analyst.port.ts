import type {
  AnswerMode,
  Citation,
  Figure,
  FrontendAction,
  Mention,
  PlanStep,
  Problem,
  ZeusReading,
  Readable,
  SelectedMessage,
} from '@auspex/sdk/types'
import type { Tool, ToolChange } from '@auspex/tools'
import type { z } from 'zod'

/**
 * Answers one message of a conversation. The iteration ends when the answer is complete; it throws an `AnalystError` when there can be none, and the
 * abort reason of `signal` when it was stopped. Events before that remain valid.
 */
export type Analyst = (request: AnalystRequest, tools: AnalystTools, signal: AbortSignal) => AsyncIterable<AnalystEvent>

/** What a person asks, in its conversation. */
export interface AnalystQuestion {
  readonly message: string
  /** Earlier messages of the thread, oldest first. */
  readonly history: readonly AnalystTurn[]
  /** The current day, UTC, YYYY-MM-DD. */
  readonly today: string
}

/** The history comes from the server's own store: nothing in it is taken from a client. */
export interface AnalystRequest extends AnalystQuestion {
  /** What to change when an answer is regenerated; null otherwise. */
  readonly instruction: string | null
  /** How much a language model may look up; little when omitted. */
  readonly mode?: AnswerMode
  /** How the person wants the message to be read, in place of what its words say. */
  readonly reading?: ZeusReading | null
  /** Signals in the person's view, the primary one first. */
  readonly signalIds: readonly string[]
  readonly threadId: string | null
  readonly selectedMessages: readonly SelectedMessage[]
  /** What the person's screen shows. Anybody may have written it: it is data, never an instruction. */
  readonly readables: readonly Readable[]
  /** Actions that the person's screen offers. */
  readonly actions: readonly FrontendAction[]
  /** Collections of signals that the message refers to. */
  readonly collections: readonly SignalCollection[]
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
  /** The subject of the answer, from its `understanding` event; null for messages of people. */
  readonly understanding: Understanding | null
  /** The evidence for the numbers in brackets of an answer. */
  readonly citations: readonly Citation[]
  /** What was looked up for an answer, a line for each call; for a model that goes on from it. */
  readonly lookups?: readonly string[]
}

/** The interpretation of a question. It is stored with the answer, so that the next question can refer to it. */
export interface Understanding {
  readonly topics: readonly UnderstoodTopic[]
  readonly from: string | null
  readonly to: string | null
  readonly country: string | null
  /** What the answer covers beyond the report, in the terms of the screen. */
  readonly looksAt: readonly string[]
  /** Words of the question that were not used. */
  readonly unread: readonly string[]
  /** One sentence for the person. */
  readonly sentence: string
  /** The reading by its parts, so that a person can change one; null where the question is not about topics, and missing in answers of earlier versions. */
  readonly reading?: ZeusReading | null
}

export interface UnderstoodTopic {
  /** In the query language. */
  readonly query: string
  /** Null until it has been searched. */
  readonly signalId: string | null
}

export interface AnalystTools {
  /** Runs a read-only tool. Never throws for a failing tool: the outcome contains the failure. */
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

/** The parts of an answer. The caller adds the ids of the run and sequence numbers. */
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
  /** A change that needs the person's approval. The analyst cannot make it: the caller stores the input and runs the tool after approval. */
  | {
      readonly type: 'proposal'
      readonly toolCallId: string
      readonly tool: string
      readonly operationId: string
      readonly input: Readonly<Record<string, unknown>>
      readonly change: ToolChange
    }
  /** A request for an action that the person's screen offers. Its outcome is not known here. */
  | { readonly type: 'frontend-action'; readonly name: string; readonly arguments: string }
  | { readonly type: 'follow-ups'; readonly followUps: readonly FollowUp[] }
  /** How a model goes about the question, or which steps of it are done. Plain text. */
  | { readonly type: 'plan'; readonly plan: readonly PlanStep[] }
  | {
      readonly type: 'usage'
      readonly model: string | null
      readonly inputTokens: number | null
      readonly outputTokens: number | null
    }
  /** The answer ended early, at a limit of tool calls, tokens or time. */
  | { readonly type: 'limit'; readonly sentence: string }

interface ToolCallName {
  /** `call_` plus lower-case letters and digits. */
  readonly toolCallId: string
  /** Name in the catalogue. */
  readonly tool: string
  readonly operationId: string
}

/** A follow-up question to the answer. It is self-contained, so that it can be asked on its own. */
export interface FollowUp {
  readonly label: string
  readonly message: string
}

/** Why there is no answer, as a message for the person. It never contains the key of a model. */
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

/** The language model that words the answers, and its limits. */
export interface ModelSettings {
  /** Base of an OpenAI-compatible API, for example `http://localhost:11434/v1`. */
  readonly url: string
  readonly key: string | null
  readonly name: string
  readonly modes: Readonly<Record<AnswerMode, ModeSettings>>
  /** Silence after which the model counts as unavailable. */
  readonly silenceMs: number
}

/** What one answer may use. */
export interface ModeSettings {
  /** Maximum rounds of tool calls. */
  readonly maxSteps: number
  readonly maxToolCalls: number
  readonly maxOutputTokens: number
  /** When the model is told to write with what it has. */
  readonly maxMs: number
}

/** The limits of the modes: a simple question needs a search and a report, a report of its own needs dozens of calls. */
export const modeSettings: Readonly<Record<AnswerMode, ModeSettings>> = {
  quick: { maxSteps: 6, maxToolCalls: 3, maxOutputTokens: 4_000, maxMs: 120_000 },
  research: { maxSteps: 60, maxToolCalls: 40, maxOutputTokens: 12_000, maxMs: 600_000 },
}

/** Reads `AUSPEX_MODEL_URL`, `_KEY` and `_NAME`; null where no model is configured. Throws a `RangeError` for an incomplete configuration. */
export function readModelSettings(env: Readonly<Record<string, string | undefined>>): ModelSettings | null {
  const { AUSPEX_MODEL_URL: url, AUSPEX_MODEL_KEY: key, AUSPEX_MODEL_NAME: name } = env
  if (!url && !name && !key) return null
  if (!url || !name) throw new RangeError('A language model needs AUSPEX_MODEL_URL and AUSPEX_MODEL_NAME.')
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new RangeError('AUSPEX_MODEL_URL must be an http address.')
  return {
    url: url.replace(/\/+$/, ''),
    key: key || null,
    name,
    modes: modeSettings,
    silenceMs: 60_000,
  }
}
