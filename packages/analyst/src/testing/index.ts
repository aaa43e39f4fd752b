import type { Citation } from '@auspex/sdk/types'
import type { AnalystEvent } from '../analyst.port.ts'

export interface ReadAnswer {
  readonly text: string
  readonly citations: readonly Citation[]
  readonly events: readonly AnalystEvent[]
  readonly error: unknown
}

/** Everything that an analyst emits until it ends, successfully or not. */
export async function readAnswer(answer: AsyncIterable<AnalystEvent>): Promise<ReadAnswer> {
  const events: AnalystEvent[] = []
  let error: unknown = null
  try {
    for await (const event of answer) events.push(event)
  } catch (thrown) {
    error = thrown
  }
  return {
    text: events.map((event) => (event.type === 'text-delta' ? event.delta : '')).join(''),
    citations: events.flatMap((event) => (event.type === 'citation-added' ? [event.citation] : [])),
    events,
    error,
  }
}

export { type FakeModelServer, type ModelMessages, type ModelTurn, startFakeModelServer } from './fake-model-server.ts'
export { createClaimsGuard } from '../guard/claims-guard.ts'
