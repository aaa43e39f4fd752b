import type { AnalystEvent, AnalystTools, AnalystTurn, Analyst, Understanding } from '@auspex/analyst'
import type { Citation } from '@auspex/sdk/types'
import { today } from './planted-corpus.ts'

/** An answer with everything that it was made from. */
export interface Answer {
  message: string
  text: string
  citations: readonly Citation[]
  understanding: Understanding | null
  events: readonly AnalystEvent[]
  /** What tools gave, as JSON. */
  results: string
  /** Until the person reads something: what the question was read as. */
  firstWordsMs: number
  /** Until the first sentence that answers. */
  firstTextMs: number
  wholeMs: number
}

/** Asks an analyst, and records what its tools were given. */
export async function ask(
  analyst: Analyst,
  tools: AnalystTools,
  { message, history = [] }: { message: string; history?: readonly AnalystTurn[] },
): Promise<Answer> {
  const events: AnalystEvent[] = []
  const results: string[] = []
  const recording: AnalystTools = {
    async read(tool, input, signal) {
      const outcome = await tools.read(tool, input, signal)
      results.push(JSON.stringify(outcome.status === 'ok' ? outcome.output : outcome.sentence))
      return outcome
    },
  }
  const began = performance.now()
  let [firstWordsMs, firstTextMs] = [Number.NaN, Number.NaN]
  const nothing = { instruction: null, signalIds: [], threadId: null, selectedMessages: [] }
  const request = { ...nothing, message, history, readables: [], actions: [], collections: [], today }
  for await (const event of analyst(request, recording, new AbortController().signal)) {
    if (['understanding', 'text-delta'].includes(event.type) && Number.isNaN(firstWordsMs))
      firstWordsMs = performance.now() - began
    if (event.type === 'text-delta' && Number.isNaN(firstTextMs)) firstTextMs = performance.now() - began
    events.push(event)
  }
  return {
    message,
    text: events.map((event) => (event.type === 'text-delta' ? event.delta : '')).join(''),
    citations: events.flatMap((event) => (event.type === 'citation-added' ? [event.citation] : [])),
    understanding: events.findLast((event) => event.type === 'understanding')?.understanding ?? null,
    events,
    results: results.join('\n'),
    firstWordsMs,
    firstTextMs,
    wholeMs: performance.now() - began,
  }
}

/** The turns of a thread that an answer ends. */
export function turnsOf(asked: Answer): AnalystTurn[] {
  return [
    { role: 'user', content: asked.message, understanding: null, citations: [] },
    { role: 'assistant', content: asked.text, understanding: asked.understanding, citations: [] },
  ]
}
