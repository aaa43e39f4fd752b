import type { AnalystEvent, AnalystRequest, AnalystTurn, FollowUp, Understanding } from '../analyst.port.ts'
import type { Want } from '../understand/reader/question-model.ts'
import type { ReadDays, Reading } from '../understand/understand.ts'
import { joinWithAnd } from '@auspex/analytics/claims'
import type { Citation, Figure, SectionName, SignalReport } from '@auspex/sdk/types'
import {
  addToPortfolioTool,
  createMonitorTool,
  listPortfoliosTool,
  saveReportTool,
  sendToColleagueTool,
  type Tool,
} from '@auspex/tools'
import { type AnswerWriter, escapeMarkdown } from '../answer/answer-writer.ts'
import { type Sentence, sentence } from '../answer/sentence.ts'
import { type CallContext, callTool } from '../call-tool.ts'
import { countryLabel, limitQuery } from '../understand/scope.ts'
import { formatPeriod, toUnderstanding } from '../understand/understanding.ts'
import { silenceSentence } from './coverage.ts'
import { isFound, readTopic } from './topic-report.ts'

const maxQuoteLength = 160

/**
 * An answer as the text of a report, which is read without its conversation: the interpretation of the question is left out, and each number in
 * brackets becomes a footnote with its evidence.
 */
export function toReportContents({ content, understanding, citations }: AnalystTurn): string {
  const text = withoutReading(content, understanding?.sentence)
  const citedNumbers = new Set(citations.map(({ number }) => String(number)))
  const body = text.replace(/\[(\d{1,4})\]/gu, (mark, number: string) =>
    citedNumbers.has(number) ? `[^${number}]` : mark,
  )
  const notes = citations.map((citation) => `[^${citation.number}]: ${describeOrigin(citation)}`)
  return notes.length === 0 ? body : `${body}\n\n${notes.join('\n')}`
}

/** Other content of the last paragraph, such as what was left out, stays. */
function withoutReading(text: string, reading: string | undefined): string {
  if (reading === undefined || reading === '') return text
  const at = text.lastIndexOf(`*${reading}`)
  if (at === -1) return text
  const rest = text.slice(at + 1 + reading.length)
  return rest === '*' ? text.slice(0, at).trimEnd() : `${text.slice(0, at)}*${rest.trimStart()}`
}

function describeOrigin(citation: Citation): string {
  if (citation.kind === 'document') {
    const { quote, documentId } = citation
    const shortQuote = quote.length > maxQuoteLength ? `${quote.slice(0, maxQuoteLength).trimEnd()}…` : quote
    return `“${escapeMarkdown(shortQuote).text}” (document ${documentId})`
  }
  const { section, value, signalId } = citation
  const number = value === null ? 'unknown' : formatValue(value)
  return `${section.charAt(0).toUpperCase()}${section.slice(1)} of the report: ${number} (signal ${signalId})`
}

/** More digits would suggest a precision that no measure here has. */
function formatValue(value: number): string {
  return Math.abs(value) >= 100
    ? Math.round(value).toLocaleString('en')
    : value.toLocaleString('en', { maximumSignificantDigits: 3 })
}

interface ProposalInput {
  readonly request: AnalystRequest
  readonly reading: Reading
  /** The topics of the message, or of the thread, that have a signal. */
  readonly signals: readonly { readonly signalId: string; readonly title: string }[]
}

/** Requests approval for the change that a message asks for, or states what is missing. Nothing is changed here. */
export async function* propose(context: CallContext, input: ProposalInput): AsyncGenerator<AnalystEvent, Sentence[]> {
  const { task } = input.reading
  if (task === 'save') return yield* proposeReport(context, input)
  if (task === 'add') return yield* proposePortfolio(context, input)
  if (task === 'send') return yield* proposeSending(context, input)
  return yield* proposeMonitor(context, input)
}

function toProposal({ createCallId }: CallContext, tool: Tool, input: Record<string, unknown>): AnalystEvent[] {
  const change = tool.change(input)
  const { name, operationId } = tool
  // checked before it is shown: what the person approves is what will run
  return change === null
    ? []
    : [{ type: 'proposal', toolCallId: createCallId(), tool: name, operationId, input: input, change }]
}

async function* proposeReport(
  context: CallContext,
  { request, signals }: ProposalInput,
): AsyncGenerator<AnalystEvent, Sentence[]> {
  // the last answer with findings: a clarifying question is not worth saving
  const answer =
    request.history.findLast(({ role, content }) => role === 'assistant' && /\[\d+\]/u.test(content)) ??
    request.history.findLast(({ role }) => role === 'assistant')
  if (answer === undefined || answer.content.trim() === '')
    return [sentence('There is no answer to save yet. Ask a question first, then say “save this as a report”.')]
  const name = /\b(?:as|called|named|titled)\s+["“]([^"”]{1,200})["”]/iu.exec(request.message)?.[1]
  const title = name ?? (signals.map((signal) => signal.title).join(', ') || 'Answer of Zeus')
  yield* toProposal(context, saveReportTool, {
    title: title.slice(0, 300),
    contents: toReportContents(answer).slice(0, 200_000),
    signalIds: signals.map(({ signalId }) => signalId),
    ...(request.threadId !== null && { threadId: request.threadId }),
  })
  return [sentence(`Shall I save the last answer as the report “${title}”? It is saved when you say yes.`)]
}

async function* proposePortfolio(
  context: CallContext,
  { request, signals }: ProposalInput,
): AsyncGenerator<AnalystEvent, Sentence[]> {
  if (signals.length === 0)
    return [sentence('Which signal should go into a portfolio? Name a topic, or open one first.')]
  const { portfolio: chosen, titles: known, fault } = yield* findPortfolio(context, request.message)
  if (fault !== null) return [sentence(fault)]
  if (known.length === 0) return [sentence('You have no portfolio yet. Create one under Portfolios, then ask again.')]
  if (chosen === null) return [sentence(`Which portfolio do you mean? You have ${known.join(', ')}.`)]
  yield* toProposal(context, addToPortfolioTool, { portfolioId: chosen.id, portfolio: chosen.title, signals })
  const titles = signals.map(({ title }) => `“${title}”`).join(', ')
  return [sentence(`Shall I add ${titles} to the portfolio “${chosen.title}”? It is added when you say yes.`)]
}

async function* proposeSending(
  context: CallContext,
  { request, signals }: ProposalInput,
): AsyncGenerator<AnalystEvent, Sentence[]> {
  const to = [...new Set(request.message.match(/\busr_[a-z0-9]{1,40}\b/gu) ?? [])]
  const [signal] = signals
  if (signal === undefined) return [sentence('Which signal should be sent? Name a topic, or open one first.')]
  if (to.length === 0) return [sentence('To whom? Mention a colleague with @ so that I know who is meant.')]
  const words = /["“]([^"”]{1,1000})["”]/u.exec(request.message)?.[1]
  yield* toProposal(context, sendToColleagueTool, {
    signalId: signal.signalId,
    to,
    ...(words !== undefined && { message: words }),
  })
  return [sentence(`Shall I send “${signal.title}”? It is sent when you say yes.`)]
}

async function* proposeMonitor(
  context: CallContext,
  { request, reading, signals }: ProposalInput,
): AsyncGenerator<AnalystEvent, Sentence[]> {
  const topic = reading.queries[0] ?? signals[0]?.title
  if (topic === undefined)
    return [sentence('What should I watch? Name a topic, for example “alert me when oat milk spikes”.')]
  yield* toProposal(context, createMonitorTool, { topic })
  const isRegular =
    /\b(?:every|each) (?:day|week|month|morning|evening|monday|tuesday|wednesday|thursday|friday|saturday|sunday)|\b(?:daily|weekly|monthly)\b/iu.test(
      request.message,
    )
  return [
    ...(isRegular ? [sentence('I cannot write on fixed days, but I can watch for a rise.')] : []),
    sentence(
      `Shall I watch “${topic.replaceAll('"', '')}”? You get a message in your inbox when a week has twice the usual pieces; it begins when you say yes.`,
    ),
  ]
}

interface FoundPortfolio {
  /** Null if the message does not say which one. */
  readonly portfolio: { readonly id: string; readonly title: string } | null
  /** The first of those that it may mean, in quotation marks. */
  readonly titles: readonly string[]
  /** Why the portfolios are not known; null if they are. */
  readonly fault: string | null
}

/** Finds the portfolio that a message means: the one that it names, or the only one there is. */
export async function* findPortfolio(
  context: CallContext,
  message: string,
): AsyncGenerator<AnalystEvent, FoundPortfolio> {
  const { outcome, events } = await callTool(
    context,
    listPortfoliosTool,
    { limit: 50 },
    ({ page }) => `${page.total ?? 0} portfolios.`,
  )
  yield* events
  if (outcome.status === 'failed')
    return { portfolio: null, titles: [], fault: `Your portfolios could not be read: ${outcome.sentence}` }
  const portfolios = outcome.output.items
  const messageText = message.toLowerCase()
  const named = portfolios.filter(({ title }) => messageText.includes(title.toLowerCase()))
  const candidates = named.length > 0 ? named : portfolios
  return {
    portfolio: candidates.length === 1 ? (candidates[0] ?? null) : null,
    titles: portfolios.slice(0, 5).map(({ title }) => `“${title}”`),
    fault: null,
  }
}

const sections: Readonly<Partial<Record<Want, readonly [SectionName, string]>>> = {
  tone: ['tone', 'Tone'],
  voices: ['voices', 'Voices'],
  places: ['locations', 'Countries'],
  related: ['contexts', 'What comes up with it'],
  narratives: ['narratives', 'Narratives'],
  forecast: ['forecast', 'Forecast'],
  change: ['volume', 'Volume'],
  events: ['volume', 'Volume'],
  why: ['volume', 'Volume'],
  outlets: ['voices', 'Voices'],
  volume: ['volume', 'Volume'],
}
const maxFigures = 2

/** The sections of a report that illustrate an answer: those that were asked for, and otherwise the volume. */
export function chooseFigures({ signalId, query }: SignalReport, wants: readonly Want[], position: number): Figure[] {
  const requestedSections = wants.flatMap((want) => (sections[want] === undefined ? [] : [sections[want]]))
  // a question about something specific often contains a word of change as well
  const ordered = requestedSections.toSorted(([a], [b]) => Number(a === 'volume') - Number(b === 'volume'))
  const shownSections = new Map(ordered.length === 0 ? [['volume', 'Volume'] as const] : ordered)
  return [...shownSections].slice(0, maxFigures).map(([section, title], place) => ({
    number: place + 1,
    signalId,
    section,
    position,
    title: `${title}: ${(query.subject ?? query.title).replaceAll('"', '')}`.slice(0, 300),
  }))
}

const maxFollowUps = 4

/** Follow-up questions to a report, each self-contained: it names the topic, the days and the country, so that it means the same anywhere. */
export function buildFollowUps(report: SignalReport, reading: Reading): FollowUp[] {
  const { wants, from, to, country, otherPeriod, outlets, excluded } = reading
  const { title } = report.query
  // a query that is limited to sources is no name: "Romney" on Reddit
  const named = reading.queries.find((query) => limitQuery(query, reading) === title)
  const topic = `“${(named ?? title).replaceAll('"', '')}”`
  const only = named === undefined || outlets.length === 0 ? '' : ` on ${joinWithAnd(outlets)}`
  const without = named === undefined ? '' : excluded.map((words) => `, not the ${words}`).join('')
  const days = daysOfFollowUp({ from, to })
  const where = country === null ? '' : ` in ${countryLabel(country)}`
  const scope = `${only}${where}${days}${without}`
  const [context] = report.contexts.items.filter(({ significant }) => significant)
  const other: FollowUp[] =
    otherPeriod?.from == null || otherPeriod.to === null
      ? []
      : [
          {
            label: `The same for ${formatPeriod(otherPeriod.from, otherPeriod.to)}`,
            message: `${wants.includes('tone') ? 'How was the tone of' : 'What changed for'} ${topic}${where} between ${isoSpan(otherPeriod.from, otherPeriod.to)}?`,
          },
        ]
  const all: readonly (readonly [Want, FollowUp])[] = [
    ['change', { label: 'What changed, and when?', message: `What changed for ${topic}${scope}?` }],
    ['tone', { label: 'How is the tone?', message: `How is the tone of ${topic}${scope}?` }],
    ['voices', { label: 'Who is heard most?', message: `Who are the voices on ${topic}${scope}?` }],
    [
      'narratives',
      { label: 'Which narratives are there?', message: `Which narratives are there about ${topic}${scope}?` },
    ],
    ['forecast', { label: 'What is the forecast?', message: `What is the forecast for ${topic}?` }],
    ...(context === undefined
      ? []
      : [
          [
            'compare',
            { label: `Compare with ${context.term}`, message: `Compare ${topic} with “${context.term}”${scope}` },
          ] as const,
        ]),
  ]
  const further = all.flatMap(([want, followUp]) => (wants.includes(want) ? [] : [followUp]))
  return [...other, ...further].slice(0, maxFollowUps)
}

function daysOfFollowUp({ from, to }: ReadDays): string {
  if (from === null && to === null) return ''
  return from === null || to === null ? ` ${formatPeriod(from, to)}` : ` between ${isoSpan(from, to)}`
}

function isoSpan(from: string, to: string): string {
  return `${from} and ${to}`
}

/** Proposes the change that a message asks for, of the topics that it names or that were asked about before. */
export async function* proposeChange(
  context: CallContext,
  writer: AnswerWriter,
  request: AnalystRequest,
  reading: Reading,
): AsyncGenerator<AnalystEvent, void> {
  const before = request.history.findLast(({ understanding }) => understanding !== null)?.understanding ?? null
  // a message that names its topics is about these, and to watch or save goes on from what was asked before
  const isOwn = reading.topicFrom === 'message' && reading.task !== 'monitor' && reading.task !== 'save'
  const signals = isOwn ? yield* searchSignals(context, reading.queries) : signalsBefore(before)
  const queries = isOwn || before === null ? reading.queries : before.topics.map(({ query }) => query)
  const about = queries.length === 0 ? '' : `, about ${joinWithAnd(queries.map(withoutQuotes))}`
  yield {
    type: 'understanding',
    understanding: {
      // the days remain part of the conversation, but not of the change
      ...toUnderstanding(reading, before?.topics ?? []),
      looksAt: [],
      sentence: `I read this as: a change to confirm${about}.`,
    },
  }
  for (const one of yield* propose(context, { request, reading, signals })) yield* writer.append(one)
  if (reading.task === 'monitor') yield* writeSilence(context, writer, reading)
}

type ChangedSignal = ProposalInput['signals'][number]

async function* searchSignals(
  context: CallContext,
  queries: readonly string[],
): AsyncGenerator<AnalystEvent, ChangedSignal[]> {
  const signals: ChangedSignal[] = []
  for (const query of queries) {
    const { signalId, report } = yield* readTopic(context, { query, from: null, to: null, country: null })
    if (signalId !== null && report !== null) signals.push({ signalId, title: withoutQuotes(query) })
  }
  return signals
}

function signalsBefore(before: Understanding | null): ChangedSignal[] {
  return (before?.topics ?? []).flatMap(({ signalId, query }) =>
    signalId === null ? [] : [{ signalId, title: withoutQuotes(query) }],
  )
}

function withoutQuotes(query: string): string {
  return query.replaceAll('"', '')
}

/** Says that a watch stays silent where the sources of its topic have ended. */
async function* writeSilence(
  context: CallContext,
  writer: AnswerWriter,
  { queries }: Reading,
): AsyncGenerator<AnalystEvent, void> {
  const [query] = queries
  if (query === undefined) return
  const topic = yield* readTopic(context, { query, from: null, to: null, country: null })
  const silence = isFound(topic) ? silenceSentence(topic.report) : null
  if (silence !== null) yield* writer.append(silence)
}
