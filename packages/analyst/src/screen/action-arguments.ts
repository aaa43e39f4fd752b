import type { FrontendActionParameter } from '@auspex/sdk/types'
import { listPortfoliosTool } from '@auspex/tools'
import type { AnalystEvent, AnalystRequest, UnderstoodTopic } from '../analyst.port.ts'
import { type CallContext, callTool } from '../call-tool.ts'
import { readTopic } from '../embedded/topic-report.ts'
import { readTopics } from '../understand/topics.ts'
import type { OrderedAction } from './choose-action.ts'

export interface ActionArguments {
  readonly values: Readonly<Record<string, string | number | boolean>>
  /** What it is done to, by name. */
  readonly names: readonly string[]
  readonly topics: readonly UnderstoodTopic[]
}

/** What an action lacks, in a sentence for the person. */
export interface MissingArgument {
  readonly missing: string
}

/** Signals that "this" can mean: what is on the screen, or what the conversation was about. */
export type KnownSignals = readonly { readonly signalId: string; readonly query: string }[]

/** Finds what an action needs: signals by their topics, portfolios by their names, other values in the message. What is optional is left out. */
export async function* findArguments(
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
  const least = many ? 2 : 1
  if (queries.length === 0 && known.length >= least) return { found: many ? known.slice(0, 5) : known.slice(0, 1) }
  if (queries.length < least)
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
  const wanted = message.toLowerCase()
  const named = portfolios.filter(({ title }) => wanted.includes(title.toLowerCase()))
  const [one] = named.length > 0 ? named : portfolios
  if (one === undefined) return { missing: 'You have no portfolio yet.' }
  if (named.length > 1 || (named.length === 0 && portfolios.length > 1)) {
    const titles = portfolios.slice(0, 5).map(({ title }) => `“${title}”`)
    return { missing: `Say which portfolio you mean: you have ${titles.join(', ')}.` }
  }
  return one
}

/** A value that the message itself holds; null when it does not, or not for certain. */
function valueIn(text: string, { type }: FrontendActionParameter): string | number | boolean | null {
  if (type === 'boolean') return !/\b(?:off|no|without|hide|disable)\b/iu.test(text)
  if (type === 'number') {
    const numbers = text.match(/-?\d+(?:\.\d+)?/gu) ?? []
    return numbers.length === 1 ? Number(numbers[0]) : null
  }
  const quoted = /["“]([^"”]{1,500})["”]/u.exec(text)?.[1]
  return quoted ?? (text.trim() === '' ? null : text.trim().slice(0, 500))
}
