import type { FrontendAction, FrontendActionParameter } from '@auspex/sdk/types'
import { joinWithAnd } from '@auspex/analytics/claims'
import { getReportTool } from '@auspex/tools'
import type { AnalystEvent, AnalystRequest, UnderstoodTopic } from '../analyst.port.ts'
import type { AnswerWriter } from '../answer/answer-writer.ts'
import { type Sentence, sentence } from '../answer/sentence.ts'
import { type CallContext, callTool } from '../call-tool.ts'
import { type Reading, readRequest } from '../understand/understand.ts'
import { toUnderstanding } from '../understand/understanding.ts'
import { findPortfolio } from '../embedded/proposals.ts'
import { readTopic } from '../embedded/topic-report.ts'
import { readScreen } from './screen-view.ts'

/** A question is about so many signals of a screen or a collection at most. */
export const maxSignals = 5

/** An action that a message requests. */
export interface RequestedAction {
  readonly action: FrontendAction
  /** Its object, in the words of the message. */
  readonly object: string
  /** Whether it certainly means the screen, and is not a question. */
  readonly isCertain: boolean
}

const courtesy = String.raw`(?:(?:please|zeus|now|and|then|ok|okay|can you|could you|would you|i(?:'d| would) like (?:you )?to|i want (?:you )?to)[\s,]+)*`
const order = new RegExp(
  String.raw`^\s*${courtesy}(take me to|bring me to|bring up|go to|switch to|jump to|\p{L}+)\s+(.*)$`,
  'isu',
)
const opening = /^(?:take me to|bring me to|bring up|go to|switch to|jump to|navigate|goto|go|view|display)$/iu
/** Commands that do not begin a name; "open" begins "open banking", and "go to" "go to market". */
const plainOrder = /^(?:take me to|bring me to|bring up|switch to|jump to)$/iu
const determiner = /^(?:the|an?|my|our|this|that|it)\b/iu
const pronoun = /^(?:it|this|that)(?:\s+one)?$/iu
const joints = new Set('a an the my our this that of for about on in with to and me up all at by from when'.split(' '))

/** The screen action that a message requests, by the verb it begins with and the thing that it names. A question requests none. */
export function chooseAction(message: string, actions: readonly FrontendAction[]): RequestedAction | null {
  const [, verb = '', rest = ''] = order.exec(message.replaceAll(/[?!.]+\s*$/gu, '')) ?? []
  const does = toVerb(verb)
  const words = stemsOf(rest)
  const ranked = actions
    .filter((action) => verbsOf(action).has(does))
    .map((action) => ({ action, score: scoreAction(action, words) }))
    .toSorted((a, b) => b.score - a.score)
  const [best, second] = ranked
  if (best === undefined) return null
  const isPlain = plainOrder.test(verb)
  if (!isPlain && !determiner.test(rest) && !nounsOf(best.action).has(words[0] ?? '')) return null
  // "take me to oat milk", "open it": a topic is shown by an action that needs a topic and nothing else
  const isBare = best.score === 0 && (isPlain || pronoun.test(rest.trim()))
  const only = isBare ? ranked.filter(({ action }) => takesSignal(action)) : []
  const [lone] = only.length === 1 ? only : []
  const chosen = best.score > (second?.score ?? 0) ? best.action : lone?.action
  if (chosen === undefined) return null
  return { action: chosen, object: withoutNouns(rest, nounsOf(chosen)), isCertain: does === 'open' }
}

/** `openSignal` in words: open signal. */
function actionWords({ name }: FrontendAction): string {
  return wordsOf(name).join(' ').toLowerCase()
}

function takesSignal({ parameters }: FrontendAction): boolean {
  const needed = parameters.filter(({ isRequired }) => isRequired)
  return needed.length === 1 && needed[0]?.name === 'signalId'
}

function scoreAction(action: FrontendAction, words: readonly string[]): number {
  const [, ...nounStems] = wordsOf(action.name).map(stem)
  const nouns = nounsOf(action)
  const worth = (word: string) => (nounStems.includes(word) ? 2 : Number(nouns.has(word)))
  return words.reduce((score, word) => score + worth(word), 0)
}

function verbsOf({ name, description }: FrontendAction): ReadonlySet<string> {
  return new Set([wordsOf(name)[0] ?? '', stemsOf(description)[0] ?? ''].map(toVerb))
}

/** The object of the action, from its name and the first clause of its description. */
function nounsOf({ name, description }: FrontendAction): ReadonlySet<string> {
  const [, ...nameStems] = wordsOf(name).map(stem)
  const [, ...descriptionStems] = stemsOf(description.split(/[,.;]|\bwhen\b/u, 1)[0] ?? '')
  return new Set([...nameStems, ...descriptionStems].filter((word) => word.length > 3 && !joints.has(word)))
}

/** The object of "the comparison of oat milk and pea milk" is "oat milk and pea milk". */
function withoutNouns(text: string, nouns: ReadonlySet<string>): string {
  const isEmpty = (word: string) => joints.has(word.toLowerCase()) || nouns.has(stem(word))
  const words = text.split(/\s+/u).filter((word) => word !== '')
  while (words[0] !== undefined && isEmpty(words[0])) words.shift()
  while (words.length > 1 && isEmpty(words.at(-1) ?? '')) words.pop()
  return words.join(' ')
}

function wordsOf(name: string): string[] {
  return name.match(/\p{Lu}?[\p{Ll}\p{N}]+|\p{Lu}+/gu) ?? []
}

function stemsOf(text: string): string[] {
  return (text.match(/\p{L}+/gu) ?? []).map(stem)
}

function stem(word: string): string {
  return word.toLowerCase().replace(/(?<=[^s]{3})s$/u, '')
}

function toVerb(word: string): string {
  return opening.test(word) ? 'open' : stem(word)
}

/**
 * Requests an action from the person's screen. False when it cannot be done and the message could also be a question.
 */
async function* actOnScreen(
  context: CallContext,
  writer: AnswerWriter,
  {
    requestedAction,
    ...about
  }: { requestedAction: RequestedAction; request: AnalystRequest; reading: Reading; known: KnownSignals },
): AsyncGenerator<AnalystEvent, boolean> {
  const findings = yield* findArguments(context, requestedAction, about)
  if ('missing' in findings && !requestedAction.isCertain) return false
  const topics = 'missing' in findings ? [] : findings.topics
  // it is about the screen, so it does not cover the days and wants of the message
  const reading: Reading = { ...about.reading, wants: [], unread: [], from: null, to: null, country: null }
  yield { type: 'understanding', understanding: toUnderstanding(reading, topics, ['something to do on your screen']) }
  if ('missing' in findings)
    yield* writer.append(
      sentence(`I could not ${actionWords(requestedAction.action)} on your screen. ${findings.missing}`),
    )
  else {
    yield { type: 'frontend-action', name: requestedAction.action.name, arguments: JSON.stringify(findings.values) }
    yield* writer.append(describeRequest(requestedAction.action, findings.names))
  }
  return true
}

/** States only that the screen was asked for an action, because nothing more is known. */
export function describeRequest(action: FrontendAction, names: readonly string[] = []): Sentence {
  const what = names.length === 0 ? '' : `: ${joinWithAnd(names.map((name) => `“${name}”`))}`
  return sentence(`I asked your screen to ${actionWords(action)}${what}.`)
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
  requestedAction: RequestedAction,
  { request, known }: { request: AnalystRequest; known: KnownSignals },
): AsyncGenerator<AnalystEvent, ActionArguments | MissingArgument> {
  const values: Record<string, string | number | boolean> = {}
  const names: string[] = []
  const topics: UnderstoodTopic[] = []
  for (const parameter of requestedAction.action.parameters.filter(({ isRequired }) => isRequired)) {
    const kind = parameterKind(parameter)
    if (kind === 'signal' || kind === 'signals') {
      const signals = yield* findSignals(context, { object: requestedAction.object, many: kind === 'signals', known })
      if ('missing' in signals) return signals
      values[parameter.name] = signals.found.map(({ signalId }) => signalId).join(',')
      names.push(...signals.found.map(({ query }) => query.replaceAll('"', '')))
      topics.push(...signals.found)
    } else if (kind === 'portfolio') {
      const portfolio = yield* requirePortfolio(context, request)
      if ('missing' in portfolio) return portfolio
      values[parameter.name] = portfolio.id
      names.push(portfolio.title)
    } else {
      const value = valueIn(requestedAction.object, parameter)
      if (value === null) return { missing: `I do not know this yet: ${parameter.description}` }
      values[parameter.name] = value
      names.push(String(value))
    }
  }
  return { values, names, topics }
}

function parameterKind({
  name,
  description,
  type,
}: FrontendActionParameter): 'signal' | 'signals' | 'portfolio' | 'value' {
  if (type !== 'string') return 'value'
  if (name === 'signalIds' || /\bids of (?:the )?signals\b/iu.test(description)) return 'signals'
  if (name === 'signalId' || /\bid of (?:the|a) signal\b/iu.test(description)) return 'signal'
  return name === 'portfolioId' || /\bid of (?:the|a) portfolio\b/iu.test(description) ? 'portfolio' : 'value'
}

async function* findSignals(
  context: CallContext,
  { object, many, known }: { object: string; many: boolean; known: KnownSignals },
): AsyncGenerator<AnalystEvent, { found: KnownSignals } | MissingArgument> {
  const queries = splitTopics(object, many)
  const minCount = many ? 2 : 1
  if (queries.length === 0 && known.length >= minCount) return { found: many ? known.slice(0, 5) : known.slice(0, 1) }
  if (queries.length < minCount)
    return {
      missing: many ? 'Name two or more topics to compare.' : 'Name the topic that you mean.',
    }
  const topics: { signalId: string; query: string }[] = []
  for (const query of queries.slice(0, many ? 5 : 1)) {
    const { signalId, report } = yield* readTopic(context, { query, from: null, to: null, country: null })
    if (signalId === null || report === null || report.counts.documents === 0)
      return { missing: `I found no document about “${query.replaceAll('"', '')}”.` }
    topics.push({ signalId, query })
  }
  return { found: topics }
}

async function* requirePortfolio(
  context: CallContext,
  { message }: AnalystRequest,
): AsyncGenerator<AnalystEvent, { id: string; title: string } | MissingArgument> {
  const { portfolio, titles, fault } = yield* findPortfolio(context, message)
  if (fault !== null) return { missing: fault }
  if (titles.length === 0) return { missing: 'You have no portfolio yet.' }
  return portfolio ?? { missing: `Say which portfolio you mean: you have ${titles.join(', ')}.` }
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

/** The things that a command names, as in "oat milk and pea milk": all of them, or the one. */
function splitTopics(text: string, many: boolean): string[] {
  const parts = many ? text.split(/\b(?:versus|vs\.?|against|and|or|with)\b|[,;/&]/iu) : [text]
  return parts
    .map((part) =>
      part
        .replaceAll(/["“”?!.]/gu, '')
        .replace(/^\s*(?:the|an?|my|our|this|that|it)\b(?:\s+one\b)?/iu, '')
        .trim(),
    )
    .filter((part) => part !== '')
}

/** Runs the action of the screen that a message asks for; false where the screen does not do it. */
export async function* runScreenAction(
  context: CallContext,
  writer: AnswerWriter,
  request: AnalystRequest,
  requestedAction: RequestedAction,
): AsyncGenerator<AnalystEvent, boolean> {
  const reading = readRequest(request)
  // requests to save, send or monitor need approval first, whatever the screen offers
  if (reading.task === 'add' || reading.task === 'send') return false
  if (!requestedAction.isCertain && (reading.task === 'save' || reading.task === 'monitor')) return false
  const known = yield* listReferableSignals(context, request)
  return yield* actOnScreen(context, writer, { requestedAction, request, reading, known })
}

/** The signals that a message can refer to without naming them: those attached to it, those of collections it names, and those on the screen. */
export function signalsInView({ signalIds, collections, readables, message }: AnalystRequest): readonly string[] {
  const named = collections.flatMap((collection) => collection.signalIds)
  return [...new Set([...signalIds, ...named, ...readScreen(message, readables).signalIds])]
}

/** The signals that "this" can refer to, with their queries; those of the conversation where none are in view. */
async function* listReferableSignals(
  context: CallContext,
  request: AnalystRequest,
): AsyncGenerator<AnalystEvent, { signalId: string; query: string }[]> {
  const signals: { signalId: string; query: string }[] = []
  for (const signalId of signalsInView(request).slice(0, maxSignals)) {
    const { outcome, events } = await readSignal(context, signalId)
    yield* events
    if (outcome.status === 'ok') signals.push({ signalId, query: outcome.output.query.title })
  }
  if (signals.length > 0) return signals
  const before = request.history.findLast(({ understanding }) => understanding !== null)?.understanding
  return (before?.topics ?? []).flatMap(({ query, signalId }) => (signalId === null ? [] : [{ signalId, query }]))
}

function readSignal(context: CallContext, signalId: string) {
  return callTool(context, getReportTool, { signalId }, ({ query }) => `The signal “${query.title}”.`)
}

/** A question about what is on the screen: the queries of its signals, with their days and country where it names none. */
export async function* readView(
  context: CallContext,
  wanted: readonly string[],
  reading: Reading,
): AsyncGenerator<AnalystEvent, Reading> {
  const queries: string[] = []
  let [from, to, country] = [reading.from, reading.to, reading.country]
  for (const signalId of wanted) {
    const { outcome, events } = await readSignal(context, signalId)
    yield* events
    if (outcome.status === 'failed') continue
    const { query } = outcome.output
    queries.push(query.query_term ?? query.canonical)
    if (reading.from === null && reading.to === null) [from, to] = [query.startDate, query.endDate]
    country ??= query.geo
  }
  return { ...reading, queries, from, to, country, topicFrom: queries.length > 0 ? 'view' : null }
}
