import { EventSchema } from '@ag-ui/core/schemas'
import { readEvents } from '@auspex/contract'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { AssistantEvent } from '../../generated/model/index.ts'
import { type AgUiEvent, toAgUiEvents } from './ag-ui.ts'

type Draft = { type: AssistantEvent['type']; [field: string]: unknown }

/** The contract's own example: every type of event that a run without a failure has. */
const exampleUrl = new URL('../../../../../openapi/examples/streamZeusReply.response.yaml', import.meta.url)
const { value } = parse(readFileSync(exampleUrl, 'utf8')) as { value: string }
const example = readEvents(value).map(({ data }) => JSON.parse(data) as AssistantEvent)

const start = { type: 'run-start', threadId: 'th_a', questionId: 'msg_q', messageId: 'msg_a', replaces: null } as const
const begin: Draft = { ...start, model: 'small', startedAt: '2026-11-21T08:00:00Z' }
const finish: Draft = { type: 'run-end', notice: null, textLength: 5, citations: 0, endedAt: '2026-11-21T08:00:01Z' }
const problem = {
  type: 'about:blank',
  title: 'The model is gone',
  detail: 'Try again',
  status: 503,
  code: 'zeus.model',
}
const runOf = (...drafts: Draft[]) =>
  // a draft lacks only the fields that all events share
  drafts.map((draft, index) => ({ runId: 'run_a', sequence: index + 1, ...draft }) as unknown as AssistantEvent)

/** The run as an AG-UI consumer reads it: each event matches its schema, without unknown fields. */
const translate = async (events: readonly AssistantEvent[]): Promise<AgUiEvent[]> => {
  const translated: AgUiEvent[] = []
  for await (const event of toAgUiEvents(iterate(events))) translated.push(event)
  for (const event of translated) {
    expect(EventSchema.safeParse(event).error).toBeUndefined()
    const known = EventSchema.options.find(({ shape }) => shape.type.safeParse(event.type).success)?.shape ?? {}
    expect(Object.keys(event).filter((key) => !(key in known))).toEqual([])
  }
  return translated
}
async function* iterate(events: readonly AssistantEvent[]) {
  yield* events
}
const typesOf = (events: readonly AgUiEvent[]) => events.map(({ type }) => type)

describe('a run of Zeus as AG-UI', () => {
  test('has the events of the contract example in order, each matching its schema', async () => {
    const events = await translate(example)
    expect(typesOf(events)).toEqual([
      'RUN_STARTED',
      'CUSTOM',
      'CUSTOM',
      'TOOL_CALL_START',
      'TOOL_CALL_ARGS',
      'TOOL_CALL_END',
      'TOOL_CALL_RESULT',
      'CUSTOM',
      'TEXT_MESSAGE_START',
      'TEXT_MESSAGE_CONTENT',
      'CUSTOM',
      'TEXT_MESSAGE_CONTENT',
      'CUSTOM',
      'TOOL_CALL_START',
      'TOOL_CALL_ARGS',
      'TOOL_CALL_END',
      'CUSTOM',
      'CUSTOM',
      'CUSTOM',
      'CUSTOM',
      'TEXT_MESSAGE_END',
      'RUN_FINISHED',
    ])
    expect(events.flatMap((event) => (event.type === 'CUSTOM' ? [event.name] : []))).toEqual([
      'auspex.understanding-added',
      'auspex.plan-changed',
      'auspex.plan-changed',
      'auspex.citation-added',
      'auspex.citation-added',
      'auspex.figure-added',
      'auspex.approval-requested',
      'auspex.follow-ups-added',
      'auspex.usage',
    ])
  })

  test('has the whole text, and names the requested screen actions', async () => {
    const events = await translate(example)
    const text = events.map((event) => (event.type === 'TEXT_MESSAGE_CONTENT' ? event.delta : '')).join('')
    expect(text).toBe(example.map((event) => (event.type === 'text-delta' ? event.delta : '')).join(''))
    expect(events.at(-1)).toMatchObject({
      threadId: 'th_t1n2e3',
      outcome: { type: 'success', pendingToolCallIds: ['act_o1p2e3'] },
    })
    expect(events.find((event) => event.type === 'TOOL_CALL_RESULT')).toMatchObject({
      toolCallId: 'call_t1o2n3',
      content: 'The tone of 412 documents, with the documents behind it.',
      metadata: { status: 'ok' },
    })
  })

  test('that fails ends with the error after closing its text', async () => {
    const error: Draft = { type: 'run-error', problem, isRetryable: true, retryAfterMs: 2_000 }
    const text: Draft = { type: 'text-delta', delta: 'Oat' }
    const events = await translate(runOf(begin, text, error, { ...finish, outcome: 'failed' }))
    expect(typesOf(events)).toEqual([
      'RUN_STARTED',
      'TEXT_MESSAGE_START',
      'TEXT_MESSAGE_CONTENT',
      'TEXT_MESSAGE_END',
      'RUN_ERROR',
    ])
    expect(events.at(-1)).toMatchObject({
      message: 'The model is gone. Try again',
      code: 'zeus.model',
      metadata: { isRetryable: true, retryAfterMs: 2_000 },
    })
  })

  test('that the user stopped is cancelled, and one that reached a limit says so', async () => {
    const stopped = await translate(runOf(begin, { ...finish, outcome: 'cancelled' }))
    expect(stopped.at(-1)).toMatchObject({ type: 'RUN_FINISHED', outcome: { type: 'cancelled' } })
    const notice = 'The answer took too long.'
    const limited = await translate(runOf(begin, { ...finish, outcome: 'limited', notice }))
    expect(limited.at(-1)).toMatchObject({ outcome: { type: 'success' }, metadata: { outcome: 'limited', notice } })
    expect(typesOf(limited)).toEqual(['RUN_STARTED', 'RUN_FINISHED'])
  })

  test('reports tokens when a language model wrote, and none when nothing was counted', async () => {
    const spent = { type: 'usage', costUsd: null, toolCalls: 0, durationMs: 9 } as const
    const usage: Draft = { ...spent, model: 'small', inputTokens: 20, outputTokens: null }
    const events = await translate(runOf(begin, usage, { ...finish, outcome: 'completed' }))
    expect(events.at(-1)).toMatchObject({ usage: [{ model: 'small', inputTokens: 20 }] })
    expect((await translate(example)).at(-1)).not.toHaveProperty('usage')
  })

  test('does not repeat events of a resumed stream', async () => {
    const repeated = [...example.slice(0, 8), ...example.slice(3)]
    expect(await translate(repeated)).toEqual(await translate(example))
  })
})
