import type { SignalReport } from '@auspex/sdk/types'
import {
  compareSignalsTool,
  getReportTool,
  listPortfoliosTool,
  sayError,
  searchTopicTool,
  type Tool as AuspexTool,
  tools as catalogue,
} from '@auspex/tools'
import { jsonSchema, tool, type ToolSet } from 'ai'
import { z } from 'zod'
import type { AnalystEvent } from '../analyst.port.ts'
import { toFindings } from '../answer/statement-sentences.ts'
import { type CallContext, callTool } from '../call-tool.ts'
import { comparisonSentences } from '../embedded/comparison-sentences.ts'
import type { ClaimsGuard } from '../guard/claims-guard.ts'
import { type Fact, findingFact, sentenceFact } from '../guard/fact.ts'

export interface ModelToolsOptions {
  readonly context: CallContext
  readonly guard: ClaimsGuard
  readonly tell: (event: AnalystEvent) => void
  readonly mostCalls: number
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
    readers.map((one) => [
      one.name,
      tool({
        description: one.description,
        inputSchema: jsonSchema<Record<string, unknown>>(z.toJSONSchema(one.input, { io: 'input' }) as object, {
          validate: (value) => {
            const parsed = one.input.safeParse(value)
            return parsed.success
              ? { success: true, value: value as Record<string, unknown> }
              : { success: false, error: parsed.error }
          },
        }),
        execute: async (input) => {
          calls += 1
          if (calls > options.mostCalls) return { error: 'No more tool calls are left. Answer from what is known.' }
          return call(one, input, options)
        },
      }),
    ]),
  )
}

/** Tools whose results contain no words of documents. */
const wordless: ReadonlySet<string> = new Set([searchTopicTool.name, listPortfoliosTool.name])

async function call(
  one: AuspexTool,
  input: Record<string, unknown>,
  { context, guard, tell, onReport, onDocuments }: ModelToolsOptions,
) {
  if (!wordless.has(one.name)) onDocuments()
  const { outcome, events } = await callTool(context, one, input, () => `${one.title}: done.`)
  for (const event of events) tell(event)
  if (outcome.status === 'failed') return { error: outcome.sentence }
  const facts = guard.learn(factsOf(one, outcome.output, onReport))
  const result = JSON.stringify(compactly(one, outcome.output, input)).slice(0, maxTextLength)
  return { facts, data: result }
}

function compactly(one: AuspexTool, output: unknown, input: unknown): unknown {
  try {
    return one.compact(output, input)
  } catch (error) {
    return { error: sayError(error) }
  }
}

/** What a result vouches for, as sentences; a result without any can be read by a model but not stated. */
function factsOf(one: AuspexTool, output: unknown, onReport: (report: SignalReport) => void): Fact[] {
  if (one.name === getReportTool.name) {
    const report = output as SignalReport // the tool's own output
    onReport(report)
    return toFindings(report.signalId, report.summary).map(findingFact)
  }
  if (one.name === compareSignalsTool.name) {
    const { reports, comparison } = output as Awaited<ReturnType<typeof compareSignalsTool.run>> // the tool's own output
    reports.forEach(onReport)
    return [
      ...comparisonSentences(reports, comparison).map(sentenceFact),
      ...reports.flatMap(({ signalId, summary }) => toFindings(signalId, summary).map(findingFact)),
    ]
  }
  return []
}
