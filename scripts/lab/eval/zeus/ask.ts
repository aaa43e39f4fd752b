import type { AnalystEvent, AnalystTools, AnalystTurn, Analyst, Understanding } from '@auspex/analyst'
import type { Citation } from '@auspex/sdk/types'
import { today } from './planted-corpus.ts'

/** An answer with everything it is based on. */
export interface Answer {
  message: string
  text: string
  citations: readonly Citation[]
  understanding: Understanding | null
  events: readonly AnalystEvent[]
  /** Tool results, as JSON. */
  results: string
  /** Time until the person reads the first words: how the question was understood. */
  firstWordsMs: number
  /** Time until the first sentence of the answer. */
  firstTextMs: number
  wholeMs: number
}

/** Asks an analyst a question, and records the results of its tools. */
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
  const startedAt = performance.now()
  let [firstWordsMs, firstTextMs] = [Number.NaN, Number.NaN]
  const nothing = { instruction: null, signalIds: [], threadId: null, selectedMessages: [] }
  const request = { ...nothing, message, history, readables: [], actions: [], collections: [], today }
  for await (const event of analyst(request, recording, new AbortController().signal)) {
    if (['understanding', 'text-delta'].includes(event.type) && Number.isNaN(firstWordsMs))
      firstWordsMs = performance.now() - startedAt
    if (event.type === 'text-delta' && Number.isNaN(firstTextMs)) firstTextMs = performance.now() - startedAt
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
    wholeMs: performance.now() - startedAt,
  }
}

/** The turns of the thread that end with this answer. */
export function turnsOf(answer: Answer): AnalystTurn[] {
  return [
    { role: 'user', content: answer.message, understanding: null, citations: [] },
    { role: 'assistant', content: answer.text, understanding: answer.understanding, citations: [] },
  ]
}
