import type { AnalystEvent, AnalystRequest, AnalystTools } from '@auspex/analyst'
import type { ZeusAnalyst } from '../zeus.ports.ts'

/** What the analyst does next; a test sets it while the run is in progress. */
export interface Script {
  /** The requests received, in the order of the runs. */
  requests: AnalystRequest[]
  /** Signals of the runs: aborted when a run is stopped. */
  signals: AbortSignal[]
  answer: (request: AnalystRequest, tools: AnalystTools, signal: AbortSignal) => AsyncIterable<AnalystEvent>
}

export const understanding = {
  topics: [{ query: 'oat milk', signalId: null }],
  from: '2026-10-22',
  to: '2026-11-20',
  country: null,
  looksAt: ['Tone'],
  unread: [],
  sentence: 'The tone of oat milk from 22 October to 20 November 2026.',
} as const

/** Replaces the analyst in tests of the code that runs it: it emits what the test scripts. */
export function createScriptedAnalyst(): { script: Script; analyst: ZeusAnalyst } {
  const script: Script = {
    requests: [],
    signals: [],
    async *answer({ message }) {
      yield { type: 'understanding', understanding }
      yield { type: 'text-delta', delta: `You asked: ` }
      yield { type: 'text-delta', delta: message }
    },
  }
  return {
    script,
    analyst: {
      model: null,
      answer(request, tools, signal) {
        script.requests.push(request)
        script.signals.push(signal)
        return script.answer(request, tools, signal)
      },
    },
  }
}

/** An answer that proposes to save a report. */
export const proposeReport: Script['answer'] = async function* () {
  const input = { title: 'Oat milk in November', contents: 'Neutral.' }
  yield { type: 'text-delta', delta: 'I can save it as a report.' }
  yield {
    type: 'proposal',
    toolCallId: 'call_1',
    tool: 'save_report',
    operationId: 'saveZeusReport',
    input,
    change: {
      title: 'Save the report “Oat milk in November”',
      lines: ['A new report, “Oat milk in November”, with one sentence.'],
    },
  }
}

/** An analyst that proposes to save a report in every answer. */
export function createProposingAnalyst(): ZeusAnalyst {
  const { analyst, script } = createScriptedAnalyst()
  script.answer = proposeReport
  return analyst
}
