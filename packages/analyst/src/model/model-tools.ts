import type { FrontendAction, SignalReport } from '@auspex/sdk/types'
import { jsonSchema, tool, type ToolSet } from 'ai'
import { type ClaimsGuard, type Fact, findingFact, sentenceFact } from '../guard/claims-guard.ts'
import { describeRequest } from '../screen/act-on-screen.ts'
import {
  compareSignalsTool,
  getReportTool,
  listPortfoliosTool,
  describeError,
  searchTopicTool,
  type Tool as AuspexTool,
  tools as catalogue,
} from '@auspex/tools'
import { z } from 'zod'
import type { AnalystEvent } from '../analyst.port.ts'
import { toFindings } from '../answer/sentence.ts'
import { type CallContext, callTool } from '../call-tool.ts'
import { comparisonSentences } from '../embedded/figure-sentences.ts'

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
    return { facts: guard.learn([sentenceFact(describeRequest(action))]) }
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

export interface ModelToolsOptions {
  readonly context: CallContext
  readonly guard: ClaimsGuard
  readonly emit: (event: AnalystEvent) => void
  readonly maxCalls: number
  readonly onReport: (report: SignalReport) => void
  /** Called when text of documents may be visible to the model from now on. */
  readonly onDocuments: () => void
}

const maxTextLength = 12_000

/**
 * The tools that a model may call: read-only ones. A tool that writes does not exist here, whatever a document says.
 */
export function createModelTools(options: ModelToolsOptions): ToolSet {
  let calls = 0
  const readers = catalogue.filter(({ writes }) => !writes)
  return Object.fromEntries(
    readers.map((readTool) => [
      readTool.name,
      tool({
        description: readTool.description,
        inputSchema: jsonSchema<Record<string, unknown>>(z.toJSONSchema(readTool.input, { io: 'input' }) as object, {
          validate: (value) => {
            const parsed = readTool.input.safeParse(value)
            return parsed.success
              ? { success: true, value: value as Record<string, unknown> }
              : { success: false, error: parsed.error }
          },
        }),
        execute: async (input) => {
          calls += 1
          if (calls > options.maxCalls) return { error: 'No more tool calls are left. Answer from what is known.' }
          return callCatalogueTool(readTool, input, options)
        },
      }),
    ]),
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
  const { outcome, events } = await callTool(context, catalogueTool, input, () => `${catalogueTool.title}: done.`)
  for (const event of events) emit(event)
  if (outcome.status === 'failed') return { error: outcome.sentence }
  const facts = guard.learn(collectFacts(catalogueTool, outcome.output, onReport))
  const result = JSON.stringify(compactOutput(catalogueTool, outcome.output, input)).slice(0, maxTextLength)
  return { facts, data: result }
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
