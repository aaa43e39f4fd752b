import type { AssistantEvent, ToolResultEvent, UsageEvent } from '../../generated/model/index.ts'

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

/**
 * Converts a run of Zeus to a run of AG-UI, event by event. Events without an AG-UI equivalent (citations, figures, follow-ups, proposals, the
 * understanding) are passed on as `CUSTOM` events named `auspex.` plus our name, with the event itself as value.
 */
export async function* toAgUiEvents(events: AsyncIterable<AssistantEvent>): AsyncGenerator<AgUiEvent, void> {
  const translate = createAgUiTranslation()
  for await (const event of events) yield* translate(event)
}

type EventOf<Type extends AssistantEvent['type']> = Extract<AssistantEvent, { type: Type }>

/** Converts the events of one run, which are passed one after another. */
export const createAgUiTranslation = (): ((event: AssistantEvent) => readonly AgUiEvent[]) => {
  let threadId = ''
  let messageId = ''
  let last = 0
  let isWriting = false
  let isOver = false
  let usage: readonly AgUiUsage[] = []
  const pendingToolCallIds: string[] = []

  const endText = (): readonly AgUiEvent[] => (isWriting ? [{ type: 'TEXT_MESSAGE_END', messageId }] : [])
  const used = () => usage.length > 0 && { usage }
  const finish = (event: AgUiEvent): readonly AgUiEvent[] => {
    isOver = true
    return [...endText(), event]
  }
  const call = (toolCallId: string, toolCallName: string, text: string): readonly AgUiEvent[] => [
    { type: 'TOOL_CALL_START', toolCallId, toolCallName, parentMessageId: messageId },
    { type: 'TOOL_CALL_ARGS', toolCallId, delta: text },
    { type: 'TOOL_CALL_END', toolCallId },
  ]
  const write = (delta: string): readonly AgUiEvent[] => {
    const content: AgUiEvent = { type: 'TEXT_MESSAGE_CONTENT', messageId, delta }
    if (isWriting) return [content]
    isWriting = true
    return [{ type: 'TEXT_MESSAGE_START', messageId, role: 'assistant' }, content]
  }

  const toFailure = ({ problem, isRetryable, retryAfterMs }: EventOf<'run-error'>): AgUiEvent => ({
    type: 'RUN_ERROR',
    message: [problem.title, problem.detail].filter(Boolean).join('. '),
    code: problem.code,
    metadata: { isRetryable, retryAfterMs },
    ...used(),
  })
  const toEnd = ({ runId, outcome, notice, endedAt }: EventOf<'run-end'>): AgUiEvent => {
    const facts = { timestamp: Date.parse(endedAt), metadata: { outcome, notice }, ...used() }
    if (outcome === 'failed') {
      const message = notice ?? 'The answer could not be written'
      return { type: 'RUN_ERROR', message, code: 'zeus.failed', ...facts }
    }
    const end = { type: 'RUN_FINISHED', threadId, runId, ...facts } as const
    if (outcome === 'cancelled') return { ...end, outcome: { type: 'cancelled' } }
    const pending = pendingToolCallIds.length > 0 && { pendingToolCallIds }
    return { ...end, outcome: { type: 'success', ...pending } }
  }

  return (event) => {
    // A resumed stream may repeat earlier events, and nothing may follow the end of a run.
    if (event.sequence <= last || isOver) return []
    last = event.sequence
    switch (event.type) {
      case 'run-start':
        threadId = event.threadId
        messageId = event.messageId
        return [{ type: 'RUN_STARTED', threadId, runId: event.runId, timestamp: Date.parse(event.startedAt) }]
      case 'text-delta':
        return write(event.delta)
      case 'tool-call':
        return call(event.toolCallId, event.operationId, event.arguments)
      case 'tool-result':
        return [toResult(event)]
      case 'frontend-action':
        pendingToolCallIds.push(event.actionId)
        return call(event.actionId, event.name, event.arguments)
      case 'usage':
        usage = toUsage(event)
        return [{ type: 'CUSTOM', name: 'auspex.usage', value: event }]
      case 'run-error':
        return finish(toFailure(event))
      case 'run-end':
        return finish(toEnd(event))
      case 'understanding-added':
      case 'citation-added':
      case 'figure-added':
      case 'approval-requested':
      case 'follow-ups-added':
      case 'plan-changed':
      // and event types of later servers
      default:
        return [{ type: 'CUSTOM', name: `auspex.${event.type}`, value: event }]
    }
  }
}

/** A tool's result in words; a failure states its problem and is never an empty result. */
const toResult = ({ toolCallId, status, summary, documentIds, problem }: ToolResultEvent): AgUiEvent => ({
  type: 'TOOL_CALL_RESULT',
  messageId: `${toolCallId}.result`,
  toolCallId,
  role: 'tool',
  content: summary || [problem?.title, problem?.detail].filter(Boolean).join('. '),
  metadata: { status, documentIds, problem },
})

const toUsage = ({ model, inputTokens, outputTokens }: UsageEvent): readonly AgUiUsage[] =>
  model === null
    ? []
    : [{ model, ...(inputTokens !== null && { inputTokens }), ...(outputTokens !== null && { outputTokens }) }]
