/** Additional data of an AG-UI event; consumers that do not know it pass it on. */
type Metadata = Readonly<Record<string, unknown>>

interface Base {
  /** Milliseconds since 1970. */
  readonly timestamp?: number
  readonly metadata?: Metadata
}

/** Tokens by model, where a language model was used and reported them. */
export interface AgUiUsage {
  readonly model?: string
  readonly inputTokens?: number
  readonly outputTokens?: number
}

/**
 * The events of AG-UI 1.0 that a run of Zeus becomes. Declared here, because the types of `@ag-ui/core` would require every user of the SDK to
 * install it; the tests validate each event against its schemas.
 */
export type AgUiEvent = Base &
  (
    | { readonly type: 'RUN_STARTED'; readonly threadId: string; readonly runId: string }
    | { readonly type: 'TEXT_MESSAGE_START'; readonly messageId: string; readonly role: 'assistant' }
    | { readonly type: 'TEXT_MESSAGE_CONTENT'; readonly messageId: string; readonly delta: string }
    | { readonly type: 'TEXT_MESSAGE_END'; readonly messageId: string }
    | {
        readonly type: 'TOOL_CALL_START'
        readonly toolCallId: string
        readonly toolCallName: string
        readonly parentMessageId: string
      }
    | { readonly type: 'TOOL_CALL_ARGS'; readonly toolCallId: string; readonly delta: string }
    | { readonly type: 'TOOL_CALL_END'; readonly toolCallId: string }
    | {
        readonly type: 'TOOL_CALL_RESULT'
        readonly messageId: string
        readonly toolCallId: string
        readonly content: string
        readonly role: 'tool'
      }
    | { readonly type: 'CUSTOM'; readonly name: `auspex.${string}`; readonly value: object }
    | {
        readonly type: 'RUN_FINISHED'
        readonly threadId: string
        readonly runId: string
        readonly outcome:
          | { readonly type: 'success'; readonly pendingToolCallIds?: readonly string[] }
          | { readonly type: 'cancelled' }
        readonly usage?: readonly AgUiUsage[]
      }
    | {
        readonly type: 'RUN_ERROR'
        readonly message: string
        readonly code: string
        readonly usage?: readonly AgUiUsage[]
      }
  )
