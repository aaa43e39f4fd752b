import type { AnalystEvent, FollowUp as AnalystFollowUp, Understanding as AnalystUnderstanding } from '@auspex/analyst'
import type { FollowUp, Understanding } from '@auspex/sdk/types'
import type { DraftEvent } from './zeus.types.ts'

/** Events of the analyst that become events of the stream as they are, or nearly. */
export type PlainEvent = Exclude<AnalystEvent, { type: 'proposal' | 'frontend-action' | 'limit' | 'usage' }>

/** Says an analyst's event in the words of the contract. */
export function translateEvent(event: PlainEvent, understood: AnalystUnderstanding | null): DraftEvent {
  switch (event.type) {
    case 'understanding':
      return { type: 'understanding-added', understanding: toUnderstanding(event.understanding) }
    case 'follow-ups':
      return { type: 'follow-ups-added', followUps: event.followUps.map((each) => toFollowUp(each, understood)) }
    case 'tool-call': {
      const { type, toolCallId, operationId, arguments: text } = event
      return { type, toolCallId, operationId, arguments: text }
    }
    case 'tool-result':
      return { ...event, documentIds: [...event.documentIds] }
    case 'text-delta':
    case 'citation-added':
    case 'figure-added':
      break
  }
  return event
}

function toUnderstanding({
  sentence,
  topics,
  from,
  to,
  country,
  looksAt,
  unread,
}: AnalystUnderstanding): Understanding {
  return {
    sentence,
    signalIds: topics.flatMap(({ signalId }) => signalId ?? []),
    from,
    to,
    country: country !== null && /^[A-Z]{2}$/.test(country) ? country : null,
    looksAt: [...looksAt],
    notUnderstood: unread.slice(0, 100),
  }
}

/** A follow-up says in its words all that it means; the signals are those of the answer it goes on from. */
function toFollowUp({ label, message }: AnalystFollowUp, understood: AnalystUnderstanding | null): FollowUp {
  const signalIds = understood?.topics.flatMap(({ signalId }) => signalId ?? []).slice(0, 5) ?? []
  return { label, message, signalIds }
}
