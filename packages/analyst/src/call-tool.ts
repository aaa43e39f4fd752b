import type { Tool } from '@auspex/tools'
import type { z } from 'zod'
import type { AnalystEvent, AnalystTools, ToolOutcome } from './analyst.port.ts'

/** What a run needs for its tool calls. */
export interface CallContext {
  readonly tools: AnalystTools
  readonly signal: AbortSignal
  readonly createCallId: () => string
}

export interface CalledTool<Output> {
  readonly outcome: ToolOutcome<Output>
  /** The call and its result, to be emitted in this order. */
  readonly events: readonly AnalystEvent[]
}

const maxDocuments = 200
const maxTextLength = 2000

/** Calls a read-only tool, and returns the events of the call and its result. */
export async function callTool<Schema extends z.ZodObject, Output>(
  { tools, signal, createCallId }: CallContext,
  tool: Tool<Schema, Output>,
  input: z.input<Schema>,
  describe: (output: Output) => string,
): Promise<CalledTool<Output>> {
  signal.throwIfAborted()
  const toolCallId = createCallId()
  const { name, operationId } = tool
  const call: AnalystEvent = {
    type: 'tool-call',
    toolCallId,
    tool: name,
    operationId,
    arguments: JSON.stringify(input),
  }
  const outcome = await tools.read(tool, input, signal)
  signal.throwIfAborted()
  const base = { type: 'tool-result', toolCallId, durationMs: outcome.durationMs } as const
  if (outcome.status === 'failed') {
    const summary = outcome.sentence.slice(0, maxTextLength)
    return {
      outcome,
      events: [call, { ...base, status: 'failed', summary, documentIds: [], problem: outcome.problem }],
    }
  }
  const summary = describe(outcome.output).slice(0, maxTextLength)
  const documentIds = documentIdsOf(outcome.output)
  return { outcome, events: [call, { ...base, status: 'ok', summary, documentIds, problem: null }] }
}

/** The ids of documents anywhere in a value, each once, in order. */
export function documentIdsOf(value: unknown): string[] {
  const ids = new Set<string>()
  const walk = (part: unknown): void => {
    if (ids.size >= maxDocuments) return
    if (typeof part === 'string') {
      if (/^doc_[a-z0-9]{1,20}$/.test(part)) ids.add(part)
    } else if (Array.isArray(part)) part.forEach(walk)
    else if (typeof part === 'object' && part !== null) Object.values(part).forEach(walk)
  }
  walk(value)
  return [...ids]
}
