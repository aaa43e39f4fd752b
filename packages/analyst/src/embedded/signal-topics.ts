import { getReportTool, readQuestionTool } from '@auspex/tools'
import type { AnalystEvent, AnalystRequest } from '../analyst.port.ts'
import { type CallContext, callTool } from '../call-tool.ts'
import type { Reading } from '../understand/understand.ts'

const mostSignals = 5

/** Completes a reading with what only the library knows: the names of signals on the screen, and phrases that belong together. */
export async function* signalTopics(
  context: CallContext,
  { signalIds, message }: AnalystRequest,
  reading: Reading,
): AsyncGenerator<AnalystEvent, Reading> {
  if (!['report', 'add', 'send', 'monitor', 'trends'].includes(reading.task)) return reading
  if (reading.queries.length === 0 && signalIds.length > 0) return yield* fromView(context, signalIds, reading)
  if (reading.topicFrom !== 'message' || reading.queries.length !== 1) return reading
  const [query = ''] = reading.queries
  if (query.includes('"')) return reading
  const { outcome, events } = await callTool(
    context,
    readQuestionTool,
    { question: toQuestion(message) },
    ({ question }) => (question === null ? 'A query as it stands.' : `Read as ${question.words.join(', ')}.`),
  )
  yield* events
  const words = outcome.status === 'ok' ? (outcome.output.question?.words ?? []) : []
  const phrase = words.find((known) => known.includes(' ') && known.length > query.length && hasWord(known, query))
  return phrase === undefined ? reading : { ...reading, queries: [phrase] }
}

/** A phrase is looked for in questions alone. */
function toQuestion(message: string): string {
  const words = message.slice(0, 480).replaceAll('"', ' ')
  return /\?\s*$/u.test(words) ? words : `${words}?`
}

function hasWord(phrase: string, query: string): boolean {
  return ` ${phrase.toLowerCase()} `.includes(` ${query.toLowerCase()} `)
}

async function* fromView(
  context: CallContext,
  signalIds: readonly string[],
  reading: Reading,
): AsyncGenerator<AnalystEvent, Reading> {
  const wanted = reading.cues.includes('compare') ? signalIds.slice(0, mostSignals) : signalIds.slice(0, 1)
  const queries: string[] = []
  let [from, to, country] = [reading.from, reading.to, reading.country]
  for (const signalId of wanted) {
    const { outcome, events } = await callTool(
      context,
      getReportTool,
      { signalId },
      ({ query }) => `The signal “${query.title}”.`,
    )
    yield* events
    if (outcome.status === 'failed') continue
    const { query } = outcome.output
    queries.push(query.query_term ?? query.canonical)
    if (reading.from === null && reading.to === null) [from, to] = [query.startDate, query.endDate]
    country ??= query.geo
  }
  return { ...reading, queries, from, to, country, topicFrom: queries.length > 0 ? 'view' : null }
}
