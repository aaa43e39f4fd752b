import {
  addToDraft,
  type AnalystEvent,
  type AnalystRequest,
  type AnalystTools,
  createEmbeddedAnalyst,
  createReadTools,
  type DraftEvent,
  emptyDraft,
  storeUnderstanding,
  translateEvent,
} from '@auspex/analyst'
import { createClient } from '@auspex/sdk'
import type { Approval, ZeusMessage } from '@auspex/sdk/types'
import { seedOf } from '../generate/generator.ts'
import { toInstant } from '../state/fields.ts'

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
  let idCount = 0
  let waited = 0
  const createId = () => `${stem}${(idCount += 1)}`
  const client = createClient({
    ...api,
    auth: { getToken: () => authorization.replace(/^Bearer +/i, '') },
    createRequestId: createId,
    clock: { now: () => now + waited, sleep: async (ms) => void (waited += ms), random: () => 0 },
    id: stem,
  })
  const own = createReadTools(client, () => now)
  // no source is behind the mock, so a search is over as soon as it is followed
  const tools: AnalystTools = {
    read: (tool, input, signal) =>
      own.read(tool, 'waitSeconds' in input ? { ...input, waitSeconds: maxWaitSeconds } : input, signal),
  }
  const draft = emptyDraft(null)
  const events: DraftEvent[] = []
  const approvals: Approval[] = []
  const answer = createEmbeddedAnalyst({ createId })
  for await (const event of answer(request, tools, new AbortController().signal)) {
    if (event.type === 'limit' || event.type === 'usage') continue // only a language model has limits, and the end of the run sums it up
    if (event.type === 'understanding') storeUnderstanding(draft, event.understanding)
    if (event.type === 'proposal') {
      const approval = toApproval(event, `apr_${createId()}`, now)
      approvals.push(approval)
      const requested: DraftEvent = { type: 'approval-requested', approval }
      addToDraft(draft, requested)
      events.push(requested)
      continue
    }
    const drafted: DraftEvent | undefined =
      event.type === 'frontend-action'
        ? { ...event, actionId: `act_${createId()}` }
        : translateEvent(event, draft.details.understood)
    if (drafted === undefined) continue
    addToDraft(draft, drafted)
    events.push(drafted)
  }
  const { citations, understanding, figures, followUps, trace } = draft.details
  return { events, message: { content: draft.content, citations, understanding, figures, followUps, approvals, trace } }
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
