import type { AnalystEvent, AnalystTools, ToolOutcome } from './analyst.port.ts'
import { AbortedError, type AuspexClient, AuspexError } from '@auspex/sdk'
import { describeError, type Tool } from '@auspex/tools'
import type { z } from 'zod'

/** What a run needs for its tool calls. */
export interface CallContext {
  readonly tools: AnalystTools
  readonly signal: AbortSignal
  readonly createCallId: () => string
  /** How many more wordings may be counted for the message; without a limit where it is missing. */
  readonly countBudget?: { left: number }
  /** The texts that the answer has read, by document: several wishes quote from the same ones. */
  readonly texts?: Map<string, string | undefined>
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
  const documentIds = collectDocumentIds(outcome.output)
  return { outcome, events: [call, { ...base, status: 'ok', summary, documentIds, problem: null }] }
}

/** A call that runs while something else is done, and can be shown before its result is there. */
export interface OpenCall<Output> {
  readonly call: AnalystEvent
  readonly called: Promise<CalledTool<Output>>
}

/** Begins a call of a read-only tool that may take a while. */
export function openCall<Schema extends z.ZodObject, Output>(
  context: CallContext,
  tool: Tool<Schema, Output>,
  input: z.input<Schema>,
  describe: (output: Output) => string,
): OpenCall<Output> {
  const toolCallId = context.createCallId()
  const { name, operationId } = tool
  const result = callTool({ ...context, createCallId: () => toolCallId }, tool, input, describe)
  result.catch(() => {}) // the rejection is handled where it is awaited
  return {
    call: { type: 'tool-call', toolCallId, tool: name, operationId, arguments: JSON.stringify(input) },
    called: result,
  }
}

/** The ids of documents anywhere in a value, each once, in order. */
export function collectDocumentIds(value: unknown): string[] {
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

/** The events of a lookup, and its result. */
export interface LookupResult<Found> {
  readonly events: readonly AnalystEvent[]
  readonly result: Found
}

/** Starts lookups concurrently and yields them in order: five lookups take as long as the slowest one, not as long as their sum. */
export function startLookups<Found>(
  lookUps: readonly AsyncGenerator<AnalystEvent, Found>[],
): readonly Promise<LookupResult<Found>>[] {
  const pending = lookUps.map(gather)
  for (const one of pending) one.catch(() => {}) // the rejection is handled where it is awaited
  return pending
}

async function gather<Found>(lookUp: AsyncGenerator<AnalystEvent, Found>): Promise<LookupResult<Found>> {
  const events: AnalystEvent[] = []
  for (;;) {
    const next = await lookUp.next()
    if (next.done === true) return { events, result: next.value }
    events.push(next.value)
  }
}

/** Tools that act with the rights of the client's person, and only read: a tool that writes is rejected for every caller. */
export function createReadTools(client: AuspexClient, now: () => number = () => performance.now()): AnalystTools {
  return {
    async read(tool, input, signal) {
      if (tool.writes) throw new Error(`${tool.name} writes, and is run after a yes alone`)
      const began = now()
      const lasted = () => Math.max(0, Math.round(now() - began))
      try {
        return { status: 'ok', output: await tool.run(input, { client, signal }), durationMs: lasted() }
      } catch (error) {
        if (signal.aborted || error instanceof AbortedError) throw error
        const problem = error instanceof AuspexError ? (error.problem ?? null) : null
        return { status: 'failed', sentence: describeError(error, tool), problem, cause: error, durationMs: lasted() }
      }
    },
  }
}
