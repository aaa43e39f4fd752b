import { readFileSync } from 'node:fs'
import type { SearchState, SignalReport } from '@auspex/sdk/types'
import type { AnalystRequest, AnalystTools, ToolOutcome } from '../analyst.port.ts'

const contract = JSON.parse(readFileSync(new URL('../../../../openapi/openapi.gen.json', import.meta.url), 'utf8')) as {
  components: { examples: Record<string, { value: unknown }> }
}

/** The report of the contract's examples, with the parts that a test is about. */
export function sampleReport(part: Partial<SignalReport> = {}): SignalReport {
  const example = Object.entries(contract.components.examples).find(([name]) => name.startsWith('getSignalReport'))
  return { ...(example?.[1].value as SignalReport), ...part }
}

export interface CannedTools extends AnalystTools {
  readonly calls: { readonly tool: string; readonly input: Record<string, unknown> }[]
}

/** Tools that return what a test defines, by tool name, and record their calls. The answers of a list are returned one after the other, and a function gets the input. */
export function cannedTools(answers: Readonly<Record<string, unknown>> = {}): CannedTools {
  const report = sampleReport()
  const search: Partial<SearchState> = {
    signal_id: report.signalId,
    status: 'complete',
    query: report.query,
    matched: report.counts.documents,
    sources: [],
    suggestions: [],
  }
  const known: Record<string, unknown> = {
    search_topic: search,
    get_report: report,
    read_question: { ok: true, question: null, fault: null, reading: null },
    ...answers,
  }
  const calls: CannedTools['calls'] = []
  return {
    calls,
    async read(tool, input) {
      if (tool.writes) throw new Error(`${tool.name} writes`)
      calls.push({ tool: tool.name, input })
      const canned: unknown = known[tool.name] ?? (tool.name === 'count_documents' ? known['get_report'] : undefined)
      const callIndex = calls.filter((call) => call.tool === tool.name).length - 1
      const answer: unknown =
        typeof canned === 'function'
          ? canned(input)
          : Array.isArray(canned)
            ? canned[Math.min(callIndex, canned.length - 1)]
            : canned
      if (answer === undefined)
        return { status: 'failed', sentence: 'It failed.', problem: null, cause: null, durationMs: 1 }
      // the test's answer has the tool's type
      const outcome: unknown = { status: 'ok', output: answer, durationMs: 1 }
      return outcome as ToolOutcome<never>
    },
  }
}

export function sampleRequest(part: Partial<AnalystRequest> & { message: string }): AnalystRequest {
  return {
    instruction: null,
    history: [],
    signalIds: [],
    threadId: null,
    selectedMessages: [],
    readables: [],
    actions: [],
    collections: [],
    today: '2026-11-23',
    ...part,
  }
}
