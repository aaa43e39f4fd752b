import { type Channel, channel } from 'node:diagnostics_channel'

/** A request that was answered. Ids and codes alone: addresses hold what people search for. */
export interface RequestFacts {
  /** Of the contract; null for an address that it does not have. */
  operation: string | null
  method: string
  /** The path with the names of its parameters, never with their values. */
  route: string | null
  status: number
  milliseconds: number
  requestId: string
  /** The caller's trace (W3C Trace Context), as it was sent; null without one. */
  traceparent: string | null
}

/** An attempt of a job that ended. */
export interface JobFacts {
  queue: string
  outcome: 'done' | 'failed' | 'put-back'
  milliseconds: number
}

/** A source that was asked for documents, series or prices. */
export interface SourceFacts {
  source: string
  outcome: 'answered' | 'no_connection' | 'no_answer'
}

/** A search that ended, for everybody who waited for it. */
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
 * What this process tells whoever measures it. Channels of Node and not a parameter of every part: telling costs nothing
 * while nobody listens, and the parts need not know who does.
 */
const channels: Record<keyof TelemetryFacts, Channel> = {
  request: channel('auspex.request'),
  job: channel('auspex.job'),
  source: channel('auspex.source'),
  search: channel('auspex.search'),
}

/** Tells what ended just now; the facts are gathered only when somebody listens. */
export function tell<Name extends keyof TelemetryFacts>(name: Name, gather: () => TelemetryFacts[Name]): void {
  if (channels[name].hasSubscribers) channels[name].publish(gather())
}

/** Calls `listen` for every fact until the function that it returns is called. */
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
