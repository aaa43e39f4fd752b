import {
  type Analyst,
  type AnalystEvent,
  type AnalystTools,
  type AnalystTurn,
  createReadTools,
  type Understanding,
} from '@auspex/analyst'
import type { Citation } from '@auspex/sdk/types'
import type { EvalRow } from '../../figures.ts'
import { today, type World } from './world.ts'

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

/** Asks the follow-up questions that answers offer, each in its thread: `count` of them, or fewer if no answer offers that many. */
export async function askFollowUps(
  world: World,
  analyst: Analyst,
  answers: readonly Answer[],
  count: number,
): Promise<Answer[]> {
  const tools = createReadTools(world.client)
  const more: Answer[] = []
  // an answer offers four at most
  for (let round = 0; more.length < count && round < 4; round += 1) {
    for (const answer of answers) {
      if (more.length >= count) break
      const offered = answer.events.flatMap((event) => (event.type === 'follow-ups' ? event.followUps : []))[round]
      if (offered !== undefined)
        more.push(await ask(analyst, tools, { message: offered.message, history: turnsOf(answer) }))
    }
  }
  return more
}

/** A count out of a total. */
export interface Share {
  good: number
  of: number
}

export function newShare(): Share {
  return { good: 0, of: 0 }
}

const maxPrinted = Number(process.env['AUSPEX_EVAL_MISSES'] ?? 5)

/** Adds a result to a share. Prints the first wrong ones that have a description (`AUSPEX_EVAL_MISSES`, 5 if it is not set), so that they can be found. */
export function note(share: Share, isGood: boolean, describe?: () => string): void {
  share.of += 1
  if (isGood) share.good += 1
  else if (describe && share.of - share.good <= maxPrinted) console.error(`zeus: ${describe().slice(0, 500)}`)
}

export function shareRow(data: string, measure: string, { good, of }: Share, atLeast: number): EvalRow {
  return {
    data,
    measure: `${measure} (${of.toLocaleString('en')})`,
    // a measure whose cases have vanished misses its bar: null would mean that the data are absent
    value: of === 0 ? 0 : good / of,
    bar: { atLeast },
  }
}

export function countRow(data: string, measure: string, value: number, bar: EvalRow['bar']): EvalRow {
  return { data, measure, value, bar }
}
