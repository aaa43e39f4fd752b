import {
  type AnalystEvent,
  type AnalystRequest,
  type AnalystTools,
  createEmbeddedAnalyst,
  createReadTools,
  type Understanding as AnalystUnderstanding,
} from '@auspex/analyst'
import { createClient } from '@auspex/sdk'
import type { Approval, AssistantEvent, RunTrace, Understanding, ZeusMessage } from '@auspex/sdk/types'
import { seedOf } from '../generate/generator.ts'
import { toInstant } from '../state/stamps.ts'

/** An event before it is numbered within a run. */
type DraftEvent = AssistantEvent extends infer E
  ? E extends AssistantEvent
    ? Omit<E, 'runId' | 'sequence'>
    : never
  : never

/** The operations of the mock itself, as the analyst calls them with the rights of the person who asks. */
export interface OwnApi {
  baseUrl: string
  fetch: typeof globalThis.fetch
}

export interface AnswerOptions {
  request: AnalystRequest
  api: OwnApi
  /** The `Authorization` header of the person who asks. */
  authorization: string
  now: number
  /** Unique to the answer: its ids begin with it. */
  stem: string
}

/** The answer to a question: its events, and what the conversation stores of it. */
export interface WrittenAnswer {
  events: readonly DraftEvent[]
  message: Pick<
    ZeusMessage,
    'content' | 'citations' | 'understanding' | 'figures' | 'followUps' | 'approvals' | 'trace'
  >
}

const maxWaitSeconds = 60
const approvalMs = 86_400_000
const signatureLetters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Answers as Zeus without a language model does: the same analyst, over the operations of the mock. No time passes while it writes. */
export async function writeAnswer({ request, api, authorization, now, stem }: AnswerOptions): Promise<WrittenAnswer> {
  let made = 0
  let waited = 0
  const createId = () => `${stem}${(made += 1)}`
  const client = createClient({
    ...api,
    auth: { getToken: () => authorization.replace(/^Bearer +/i, '') },
    createRequestId: createId,
    clock: { now: () => now + waited, sleep: async (ms) => void (waited += ms), random: () => 0 },
    id: stem,
  })
  const answer = createEmbeddedAnalyst({ createId })
  const events: DraftEvent[] = []
  let subject: Understanding | null = null
  const own = createReadTools(client, () => now)
  // no source is behind the mock, so a search is over as soon as it is followed
  const tools: AnalystTools = {
    read: (tool, input, signal) =>
      own.read(tool, 'waitSeconds' in input ? { ...input, waitSeconds: maxWaitSeconds } : input, signal),
  }
  for await (const event of answer(request, tools, new AbortController().signal)) {
    if (event.type === 'understanding') subject = toUnderstanding(event.understanding)
    events.push(...toDrafts(event, { subject, now, createId }))
  }
  return { events, message: toMessage(events) }
}

function toDrafts(
  event: AnalystEvent,
  { subject, now, createId }: { subject: Understanding | null; now: number; createId: () => string },
): DraftEvent[] {
  switch (event.type) {
    case 'understanding':
      return [{ type: 'understanding-added', understanding: toUnderstanding(event.understanding) }]
    case 'follow-ups': {
      const signalIds = subject?.signalIds.slice(0, 5) ?? []
      return [
        {
          type: 'follow-ups-added',
          followUps: event.followUps.map((each) => ({ ...each, signalIds: [...signalIds] })),
        },
      ]
    }
    case 'tool-call': {
      const { type, toolCallId, operationId, arguments: input } = event
      return [{ type, toolCallId, operationId, arguments: input }]
    }
    case 'tool-result':
      return [{ ...event, documentIds: [...event.documentIds] }]
    case 'proposal':
      return [{ type: 'approval-requested', approval: toApproval(event, `apr_${createId()}`, now) }]
    case 'frontend-action':
      return [{ ...event, actionId: `act_${createId()}` }]
    case 'text-delta':
    case 'citation-added':
    case 'figure-added':
      return [event]
    case 'usage': // the end of the run sums it up
    case 'plan': // only a language model has plans and limits
    case 'limit':
      break
  }
  return []
}

function toUnderstanding({ topics, country, looksAt, unread, ...rest }: AnalystUnderstanding): Understanding {
  const { sentence, from, to, reading = null } = rest
  return {
    sentence,
    signalIds: topics.flatMap(({ signalId }) => signalId ?? []),
    from,
    to,
    country: country !== null && /^[A-Z]{2}$/.test(country) ? country : null,
    looksAt: [...looksAt],
    notUnderstood: unread.slice(0, 100),
    reading,
  }
}

function toApproval(
  { toolCallId, operationId, input, change }: Extract<AnalystEvent, { type: 'proposal' }>,
  id: string,
  now: number,
): Approval {
  return {
    id,
    toolCallId,
    operationId,
    title: change.title.slice(0, 300),
    arguments: JSON.stringify(input),
    changes: change.lines.slice(0, 50).map((line) => line.slice(0, 5000)),
    signature: Array.from({ length: 43 }, (_, at) => signatureLetters.charAt(seedOf(at, id) % 64)).join(''),
    state: 'pending',
    requestedAt: toInstant(now),
    expiresAt: toInstant(now + approvalMs),
    decidedAt: null,
    result: null,
    problem: null,
  }
}

function toMessage(events: readonly DraftEvent[]): WrittenAnswer['message'] {
  const of = <Type extends DraftEvent['type']>(type: Type) =>
    events.filter((event): event is Extract<DraftEvent, { type: Type }> => event.type === type)
  const tools = of('tool-call').flatMap((call): RunTrace['tools'] => {
    const { toolCallId, operationId, arguments: input } = call
    const result = of('tool-result').find((each) => each.toolCallId === toolCallId)
    if (result === undefined) return []
    const { status, summary, documentIds, durationMs, problem } = result
    return [{ toolCallId, operationId, arguments: input, status, summary, documentIds, durationMs, problem }]
  })
  return {
    content: of('text-delta')
      .map(({ delta }) => delta)
      .join(''),
    citations: of('citation-added').map(({ citation }) => citation),
    understanding: of('understanding-added').at(-1)?.understanding ?? null,
    figures: of('figure-added').map(({ figure }) => figure),
    followUps: of('follow-ups-added').at(-1)?.followUps ?? [],
    approvals: of('approval-requested').map(({ approval }) => approval),
    trace: { model: null, inputTokens: null, outputTokens: null, costUsd: null, durationMs: 0, plan: [], tools },
  }
}
