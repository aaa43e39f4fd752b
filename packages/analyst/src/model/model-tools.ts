import type { AnalystEvent } from '../analyst.port.ts'
import type { Fact } from '../guard/evidence.ts'
import type { Reading } from '../understand/understand.ts'
import type { FrontendAction, PlanStep, SearchState, SignalReport } from '@auspex/sdk/types'
import {
  compareSignalsTool,
  getReportSectionTool,
  getReportTool,
  listPortfoliosTool,
  describeError,
  searchTopicTool,
  type Tool as AuspexTool,
  tools as catalogue,
} from '@auspex/tools'
import { jsonSchema, tool, type ToolSet } from 'ai'
import { z } from 'zod'
import { toFindings } from '../answer/sentence.ts'
import { type CallContext, callTool } from '../call-tool.ts'
import { comparisonSentences } from '../embedded/figure-sentences.ts'
import { describeReport, describeSearch } from '../embedded/topic-report.ts'
import { type ClaimsGuard, findingFact, sentenceFact } from '../guard/claims-guard.ts'
import { describeRequest } from '../screen/act-on-screen.ts'
import { limitQuery } from '../understand/scope.ts'

type Values = Readonly<Record<string, unknown>>

export interface ScreenToolsOptions {
  readonly actions: readonly FrontendAction[]
  readonly guard: ClaimsGuard
  readonly ask: (action: FrontendAction, values: Values) => void
}

/** Maximum number of actions per answer: a screen that jumps around is no help. */
const maxActions = 3

/**
 * The actions of the person's screen, as tools of a model. They are disabled as soon as the model has seen words of documents: then no published text
 * can move anything on the screen, whatever it says.
 */
export function createScreenTools({ actions, guard, ask }: ScreenToolsOptions): {
  readonly tools: ToolSet
  readonly close: () => void
} {
  let [isClosed, requestedCount] = [false, 0]
  const call = (action: FrontendAction, values: Values) => {
    if (isClosed)
      return { error: 'Documents were read in this answer, so the screen is no longer changed. Say what you found.' }
    if (requestedCount >= maxActions) return { error: 'The screen was changed often enough for one answer.' }
    requestedCount += 1
    ask(action, values)
    return { facts: guard.learnFacts([sentenceFact(describeRequest(action))]) }
  }
  return {
    tools: Object.fromEntries(
      actions.map((action) => [
        `screen_${action.name}`,
        tool({
          description: action.description,
          inputSchema: schemaOf(action),
          execute: async (values: Values) => call(action, values),
        }),
      ]),
    ),
    close: () => {
      isClosed = true
    },
  }
}

function schemaOf({ parameters }: FrontendAction) {
  const properties = Object.fromEntries(
    parameters.map(({ name, type, description }) => [name, { type, description }] as const),
  )
  const required = parameters.flatMap(({ name, isRequired }) => (isRequired ? [name] : []))
  const types = new Map(parameters.map(({ name, type }) => [name, type] as const))
  return jsonSchema<Values>(
    { type: 'object', properties, required, additionalProperties: false },
    {
      validate: (value) => {
        if (typeof value !== 'object' || value === null) return { success: false, error: new Error('No object') }
        const values = value as Values // an object
        const isWhole = required.every((name) => name in values)
        const isTyped = Object.entries(values).every(([name, one]) => typeof one === types.get(name))
        const isShort = JSON.stringify(values).length <= 20_000
        return isWhole && isTyped && isShort
          ? { success: true, value: values }
          : { success: false, error: new Error('The arguments are not those of the action') }
      },
    },
  )
}

export type SearchScope = Pick<Reading, 'from' | 'to' | 'outlets' | 'excluded'>

export interface ModelToolsOptions {
  readonly context: CallContext
  readonly guard: ClaimsGuard
  readonly emit: (event: AnalystEvent) => void
  readonly maxCalls: number
  /** The days and the sources that the question is about: a search that names none gets them. */
  readonly scope: SearchScope
  readonly onReport: (report: SignalReport) => void
  /** Called when text of documents may be visible to the model from now on. */
  readonly onDocuments: () => void
}

const maxPlanSteps = 20
const maxStepTitle = 120

/**
 * Lets a model show how it goes about a question. Its words are shown as plain text. Once it has seen documents it can only say what is done: no
 * published text can write on the screen.
 */
export function createPlanTool(emit: (event: AnalystEvent) => void): {
  readonly tools: ToolSet
  readonly close: () => void
} {
  let [plan, isClosed]: [readonly PlanStep[], boolean] = [[], false]
  const input = z.object({
    steps: z.array(z.object({ title: z.string().min(1), isDone: z.boolean().default(false) })).max(maxPlanSteps),
  })
  return {
    tools: {
      show_plan: tool({
        description:
          'Shows the person the steps of your research and which of them are done. It takes none of your calls. Send all steps each time.',
        inputSchema: jsonSchema<z.output<typeof input>>(shortSchema(z.toJSONSchema(input, { io: 'input' })), {
          validate: (value) => {
            const { success, data, error } = input.safeParse(value)
            return success ? { success, value: data } : { success, error }
          },
        }),
        execute: async ({ steps }) => {
          const plainSteps = steps.map(({ title, isDone }) => ({ title: toPlainTitle(title), isDone }))
          const doneTitles = new Set(plainSteps.flatMap(({ title, isDone }) => (isDone ? [title] : [])))
          plan = isClosed
            ? plan.map((step) => ({ ...step, isDone: step.isDone || doneTitles.has(step.title) }))
            : plainSteps.filter(({ title }) => title !== '')
          if (plan.length > 0) emit({ type: 'plan', plan })
          return isClosed ? { note: 'Documents were read, so steps can only be marked as done.' } : { note: 'Shown.' }
        },
      }),
    },
    close: () => {
      isClosed = true
    },
  }
}

/** Words without markup, addresses and invisible characters. */
function toPlainTitle(title: string): string {
  return title
    .replaceAll(/https?:\S+|www\.\S+/giu, ' ')
    .replaceAll(/[^\p{L}\p{N}\p{Sc}%&+,.:;?!'’“”"()/–-]+/gu, ' ')
    .trim()
    .slice(0, maxStepTitle)
    .toWellFormed()
}

/** Tools of a model, and how many calls it made and was refused. */
export interface ModelTools {
  readonly tools: ToolSet
  calls(): number
  refused(): number
}

/**
 * The tools that a model may call: read-only ones. A tool that writes does not exist here, whatever a document says.
 */
export function createModelTools(options: ModelToolsOptions): ModelTools {
  let [calls, refused] = [0, 0]
  const readers = catalogue.filter(({ writes }) => !writes)
  const tools = Object.fromEntries(
    readers.map((readTool) => [
      readTool.name,
      tool({
        description: readTool.description,
        inputSchema: jsonSchema<Record<string, unknown>>(shortSchema(z.toJSONSchema(readTool.input, { io: 'input' })), {
          validate: (value) => {
            const parsed = readTool.input.safeParse(value)
            return parsed.success
              ? { success: true, value: value as Record<string, unknown> }
              : { success: false, error: parsed.error }
          },
        }),
        execute: async (input) => {
          if (calls >= options.maxCalls) {
            refused += 1
            return { error: 'No more tool calls are left. Answer from what is known.' }
          }
          calls += 1
          return callCatalogueTool(
            readTool,
            readTool.name === searchTopicTool.name ? withScope(input, options.scope) : input,
            options,
          )
        },
      }),
    ]),
  )
  return { tools, calls: () => calls, refused: () => refused }
}

/** A search that names no days or no sources is about those of the question; one that names any is left as it is. */
function withScope(input: Record<string, unknown>, { from, to, ...sources }: SearchScope): Record<string, unknown> {
  const { topic } = input
  const isDated = input['from'] !== undefined || input['to'] !== undefined
  const isLimited = typeof topic !== 'string' || /\b(?:source|outlet|kind):/iu.test(topic)
  return {
    ...input,
    ...(!isLimited && { topic: limitQuery(topic, sources) }),
    ...(!isDated && from !== null && { from }),
    ...(!isDated && to !== null && { to }),
  }
}

/** A schema without what a model does not need: the patterns of days alone are half of its length. The tool validates its input anyway. */
function shortSchema(schema: unknown): object {
  if (Array.isArray(schema)) return schema.map(shortSchema)
  if (typeof schema !== 'object' || schema === null) return {}
  const keptEntries = Object.entries(schema).filter(
    ([key]) => !['$schema', 'pattern', 'format', 'additionalProperties', 'maxLength', 'minLength'].includes(key),
  )
  return Object.fromEntries(
    keptEntries.map(([key, value]) => [key, typeof value === 'object' && value !== null ? shortSchema(value) : value]),
  )
}

/** Tools whose results contain no words of documents. */
const toolsWithoutText: ReadonlySet<string> = new Set([searchTopicTool.name, listPortfoliosTool.name])

async function callCatalogueTool(
  catalogueTool: AuspexTool,
  input: Record<string, unknown>,
  { context, guard, emit, onReport, onDocuments }: ModelToolsOptions,
) {
  if (!toolsWithoutText.has(catalogueTool.name)) onDocuments()
  const { outcome, events } = await callTool(context, catalogueTool, input, (output) =>
    describeOutput(catalogueTool, output, input),
  )
  for (const event of events) emit(event)
  if (outcome.status === 'failed') return { error: outcome.sentence }
  const facts = collectFacts(catalogueTool, outcome.output, onReport)
  for (const topic of collectTopics(outcome.output)) guard.addTopic(topic)
  const output = fitTo(compactOutput(catalogueTool, outcome.output, input), maxResultLength)
  return guard.learn({ title: catalogueTool.title, output, facts })
}

/** What a call found, in a sentence for the person. Only counts and names of signals: words of documents have no place among the steps. */
function describeOutput(catalogueTool: AuspexTool, output: unknown, input: Record<string, unknown>): string {
  if (catalogueTool.name === searchTopicTool.name) return describeSearch(output as SearchState) // the tool's own output
  if (catalogueTool.name === getReportTool.name) return describeReport(output as SignalReport) // the tool's own output
  const { section } = input
  if (catalogueTool.name === getReportSectionTool.name && typeof section === 'string')
    return `Read the ${splitCamelCase(section)} of a report.`
  const size = sizeOf(output)
  return size === null ? `${catalogueTool.title}: done.` : `${catalogueTool.title}: ${size}.`
}

/** How many things a result lists. */
function sizeOf(output: unknown): string | null {
  if (typeof output !== 'object' || output === null) return null
  const lists = Object.entries(output).flatMap(([key, value]) =>
    Array.isArray(value) ? [[key === 'items' ? 'found' : splitCamelCase(key), value.length] as const] : [],
  )
  if (lists.length === 0) return null
  const filled = lists.filter(([, size]) => size > 0)
  if (filled.length === 0) return 'nothing found'
  return filled
    .slice(0, 3)
    .map(([name, size]) => `${size.toLocaleString('en')} ${name}`)
    .join(', ')
}

function splitCamelCase(key: string): string {
  return key.replaceAll(/([a-z0-9])([A-Z])/gu, '$1 $2').toLowerCase()
}

/** A result of more characters is shortened. */
const maxResultLength = 12_000
/** Lists are cut to these lengths, one after the other, until a result fits. */
const listLengths = [50, 30, 20, 12, 8, 5, 3]
const textLengths = [1_200, 600, 300]

/** A value whose lists and long texts are cut as far as needed to fit; it stays whole JSON and says what was left out. */
export function fitTo(value: unknown, maxLength: number): unknown {
  let fitted = value
  for (const [at, limit] of listLengths.entries()) {
    if (JSON.stringify(fitted ?? null).length <= maxLength) return fitted
    const maxText = textLengths[Math.min(at, textLengths.length - 1)] ?? 300
    fitted = cut(value, limit, maxText)
  }
  return JSON.stringify(fitted ?? null).length <= maxLength
    ? fitted
    : { note: 'The result is too long. Ask for less of it.' }
}

function cut(value: unknown, limit: number, maxText: number): unknown {
  if (typeof value === 'string') return value.length <= maxText ? value : `${value.slice(0, maxText).toWellFormed()}…`
  if (Array.isArray(value)) return value.slice(0, limit).map((item) => cut(item, limit, maxText))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, field]: [string, unknown]) => [
      [key, cut(field, limit, maxText)],
      ...(Array.isArray(field) && field.length > limit ? [[`${key} left out`, field.length - limit]] : []),
    ]),
  )
}

/** What a result is about: titles and terms of signals. */
function collectTopics(output: unknown): string[] {
  if (typeof output !== 'object' || output === null) return []
  const record = output as Record<string, unknown>
  const query = record['query']
  const own = typeof query === 'object' && query !== null ? Object.entries(query) : []
  const reports = Array.isArray(record['reports']) ? record['reports'] : []
  return [
    ...own.flatMap(([key, value]) =>
      ['title', 'query_term', 'subject'].includes(key) && typeof value === 'string' ? [value] : [],
    ),
    ...reports.flatMap(collectTopics),
  ]
}

function compactOutput(catalogueTool: AuspexTool, output: unknown, input: unknown): unknown {
  try {
    return catalogueTool.compact(output, input)
  } catch (error) {
    return { error: describeError(error) }
  }
}

/** What a result vouches for, as sentences; a result without any can be read by a model but not stated. */
function collectFacts(catalogueTool: AuspexTool, output: unknown, onReport: (report: SignalReport) => void): Fact[] {
  if (catalogueTool.name === getReportTool.name) {
    const report = output as SignalReport // the tool's own output
    onReport(report)
    return toFindings(report.signalId, report.summary).map(findingFact)
  }
  if (catalogueTool.name === compareSignalsTool.name) {
    const { reports, comparison } = output as Awaited<ReturnType<typeof compareSignalsTool.run>> // the tool's own output
    reports.forEach(onReport)
    return [
      ...comparisonSentences(reports, comparison).map(sentenceFact),
      ...reports.flatMap(({ signalId, summary }) => toFindings(signalId, summary).map(findingFact)),
    ]
  }
  return []
}
