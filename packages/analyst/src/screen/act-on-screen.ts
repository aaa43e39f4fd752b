import type { FrontendAction, FrontendActionParameter } from '@auspex/sdk/types'
import { sayList } from '@auspex/analytics/claims'
import type { AnalystEvent, AnalystRequest, UnderstoodTopic } from '../analyst.port.ts'
import type { AnswerWriter } from '../answer/answer-writer.ts'
import { type Sentence, sentence } from '../answer/sentence.ts'
import { type CallContext, callTool } from '../call-tool.ts'
import { type Reading, toUnderstanding } from '../understand/understand.ts'
import { type OrderedAction, sayAction } from './choose-action.ts'
import { listPortfoliosTool } from '@auspex/tools'
import { readTopic } from '../embedded/topic-report.ts'
import { readTopics } from '../understand/topics.ts'

/**
 * Requests an action from the person's screen. False when it cannot be done and the message could also be a question.
 */
export async function* actOnScreen(
  context: CallContext,
  writer: AnswerWriter,
  { ordered, ...about }: { ordered: OrderedAction; request: AnalystRequest; reading: Reading; known: KnownSignals },
): AsyncGenerator<AnalystEvent, boolean> {
  const found = yield* findArguments(context, ordered, about)
  if ('missing' in found && !ordered.isCertain) return false
  const topics = 'missing' in found ? [] : found.topics
  // it is about the screen, so it does not cover the days and cues of the message
  const reading: Reading = { ...about.reading, cues: [], unread: [], from: null, to: null, country: null }
  yield { type: 'understanding', understanding: toUnderstanding(reading, topics, ['something to do on your screen']) }
  if ('missing' in found)
    yield* writer.say(sentence(`I could not ${sayAction(ordered.action)} on your screen. ${found.missing}`))
  else {
    yield { type: 'frontend-action', name: ordered.action.name, arguments: JSON.stringify(found.values) }
    yield* writer.say(sayAsked(ordered.action, found.names))
  }
  return true
}

/** All that is known of an action: that the screen was asked for it. */
export function sayAsked(action: Pick<FrontendAction, 'name'>, names: readonly string[] = []): Sentence {
  const what = names.length === 0 ? '' : `: ${sayList(names.map((name) => `“${name}”`))}`
  return sentence(`I asked your screen to ${sayAction(action)}${what}.`)
}

interface ActionArguments {
  readonly values: Readonly<Record<string, string | number | boolean>>
  /** The names of its objects. */
  readonly names: readonly string[]
  readonly topics: readonly UnderstoodTopic[]
}

/** A missing argument of an action, as a sentence for the person. */
interface MissingArgument {
  readonly missing: string
}

/** Signals that "this" can refer to: those on the screen, or those of the conversation. */
type KnownSignals = readonly { readonly signalId: string; readonly query: string }[]

/** Finds the arguments of an action: signals by their topics, portfolios by their names, other values in the message. Optional ones are left out. */
async function* findArguments(
  context: CallContext,
  ordered: OrderedAction,
  { request, known }: { request: AnalystRequest; known: KnownSignals },
): AsyncGenerator<AnalystEvent, ActionArguments | MissingArgument> {
  const values: Record<string, string | number | boolean> = {}
  const names: string[] = []
  const topics: UnderstoodTopic[] = []
  for (const parameter of ordered.action.parameters.filter(({ isRequired }) => isRequired)) {
    const kind = kindOf(parameter)
    if (kind === 'signal' || kind === 'signals') {
      const signals = yield* findSignals(context, { object: ordered.object, many: kind === 'signals', known })
      if ('missing' in signals) return signals
      values[parameter.name] = signals.found.map(({ signalId }) => signalId).join(',')
      names.push(...signals.found.map(({ query }) => query.replaceAll('"', '')))
      topics.push(...signals.found)
    } else if (kind === 'portfolio') {
      const portfolio = yield* findPortfolio(context, request)
      if ('missing' in portfolio) return portfolio
      values[parameter.name] = portfolio.id
      names.push(portfolio.title)
    } else {
      const value = valueIn(ordered.object, parameter)
      if (value === null) return { missing: `I do not know this yet: ${parameter.description}` }
      values[parameter.name] = value
      names.push(String(value))
    }
  }
  return { values, names, topics }
}

function kindOf({ name, description, type }: FrontendActionParameter): 'signal' | 'signals' | 'portfolio' | 'value' {
  if (type !== 'string') return 'value'
  if (name === 'signalIds' || /\bids of (?:the )?signals\b/iu.test(description)) return 'signals'
  if (name === 'signalId' || /\bid of (?:the|a) signal\b/iu.test(description)) return 'signal'
  return name === 'portfolioId' || /\bid of (?:the|a) portfolio\b/iu.test(description) ? 'portfolio' : 'value'
}

async function* findSignals(
  context: CallContext,
  { object, many, known }: { object: string; many: boolean; known: KnownSignals },
): AsyncGenerator<AnalystEvent, { found: KnownSignals } | MissingArgument> {
  const { queries } = readTopics(object, many)
  const minCount = many ? 2 : 1
  if (queries.length === 0 && known.length >= minCount) return { found: many ? known.slice(0, 5) : known.slice(0, 1) }
  if (queries.length < minCount)
    return {
      missing: many ? 'Name two topics or more that I should put side by side.' : 'Name the topic that you mean.',
    }
  const found: { signalId: string; query: string }[] = []
  for (const query of queries.slice(0, many ? 5 : 1)) {
    const { signalId, report } = yield* readTopic(context, { query, from: null, to: null, country: null })
    if (signalId === null || report === null || report.counts.documents === 0)
      return { missing: `I found no document about “${query.replaceAll('"', '')}”.` }
    found.push({ signalId, query })
  }
  return { found }
}

async function* findPortfolio(
  context: CallContext,
  { message }: AnalystRequest,
): AsyncGenerator<AnalystEvent, { id: string; title: string } | MissingArgument> {
  const { outcome, events } = await callTool(
    context,
    listPortfoliosTool,
    { limit: 50 },
    ({ page }) => `${page.total ?? 0} portfolios.`,
  )
  yield* events
  if (outcome.status === 'failed') return { missing: `Your portfolios could not be read: ${outcome.sentence}` }
  const portfolios = outcome.output.items
  const messageText = message.toLowerCase()
  const named = portfolios.filter(({ title }) => messageText.includes(title.toLowerCase()))
  const [one] = named.length > 0 ? named : portfolios
  if (one === undefined) return { missing: 'You have no portfolio yet.' }
  if (named.length > 1 || (named.length === 0 && portfolios.length > 1)) {
    const titles = portfolios.slice(0, 5).map(({ title }) => `“${title}”`)
    return { missing: `Say which portfolio you mean: you have ${titles.join(', ')}.` }
  }
  return one
}

/** A value in the message itself; null when there is none, or it is uncertain. */
function valueIn(text: string, { type }: FrontendActionParameter): string | number | boolean | null {
  if (type === 'boolean') return !/\b(?:off|no|without|hide|disable)\b/iu.test(text)
  if (type === 'number') {
    const numbers = text.match(/-?\d+(?:\.\d+)?/gu) ?? []
    return numbers.length === 1 ? Number(numbers[0]) : null
  }
  const quoted = /["“]([^"”]{1,500})["”]/u.exec(text)?.[1]
  return quoted ?? (text.trim() === '' ? null : text.trim().slice(0, 500))
}
