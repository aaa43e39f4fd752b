import { readEvents } from '@auspex/contract'
import type { AssistantEvent } from '@auspex/sdk/types'

/** The events of a stream, or of the part that arrived. */
export function eventsOf(text: string): AssistantEvent[] {
  return readEvents(text).map(({ id, event, data }) => {
    const read = JSON.parse(data) as AssistantEvent // the test tap validates it against the contract
    if (id !== `${read.runId}.${read.sequence}` || event !== read.type) throw new Error(`${id} ${event} is not ${data}`)
    return read
  })
}

/** The answer's text, assembled from events. */
export function textOf(events: readonly AssistantEvent[]): string {
  return events.map((event) => (event.type === 'text-delta' ? event.delta : '')).join('')
}
