import { type Channel, channel } from 'node:diagnostics_channel'

/** An answered request. Only ids and codes: addresses contain what people search for. */
export interface RequestFacts {
  /** The operation in the contract; null for an address outside of it. */
  operation: string | null
  method: string
  /** The path with the names of its parameters, never with their values. */
  route: string | null
  status: number
  milliseconds: number
  requestId: string
  /** The caller's trace (W3C Trace Context), as sent; null without one. */
  traceparent: string | null
}

/** A finished attempt of a job. */
export interface JobFacts {
  queue: string
  outcome: 'done' | 'failed' | 'put-back'
  milliseconds: number
}

/** A request to a source for documents, series or prices. */
export interface SourceFacts {
  source: string
  outcome: 'answered' | 'no_connection' | 'no_answer'
}

/** A finished search, shared by everyone who waited for it. */
export interface SearchFacts {
  outcome: 'complete' | 'failed' | 'cancelled'
  milliseconds: number
}

export interface TelemetryFacts {
  request: RequestFacts
  job: JobFacts
  source: SourceFacts
  search: SearchFacts
}

/**
 * Telemetry of this process. Uses Node's diagnostics channels rather than a parameter of every part: publishing costs nothing without a subscriber,
 * and the parts need not know the subscribers.
 */
const channels: Record<keyof TelemetryFacts, Channel> = {
  request: channel('auspex.request'),
  job: channel('auspex.job'),
  source: channel('auspex.source'),
  search: channel('auspex.search'),
}

/** Publishes an event; its facts are gathered only if there is a subscriber. */
export function tell<Name extends keyof TelemetryFacts>(name: Name, gather: () => TelemetryFacts[Name]): void {
  if (channels[name].hasSubscribers) channels[name].publish(gather())
}

/** Calls `listen` for every event until the returned function is called. */
export function listenTo<Name extends keyof TelemetryFacts>(
  name: Name,
  listen: (facts: TelemetryFacts[Name]) => void,
): () => void {
  // only `tell` publishes, with this type
  const listener = (facts: unknown) => listen(facts as TelemetryFacts[Name])
  channels[name].subscribe(listener)
  return () => {
    channels[name].unsubscribe(listener)
  }
}
