import { type Resources, resources } from '../../generated/facade.ts'
import { type AuspexClient, type ClientOptions, createClient } from '../client.ts'
import type { Call } from '../request.ts'
import { toPagedCall } from './paged-call.ts'

/** One Auspex for one person, with all operations: `auspex.signals.report(id)`. */
export interface Auspex extends Resources {
  /** The `client` argument of the functions of `@auspex/sdk`, of an `AuspexProvider` and of `pollQueryStatus`. */
  readonly client: AuspexClient
}

type ClientFunction = (...args: readonly unknown[]) => Call<unknown> | AsyncIterable<unknown>

/**
 * Creates a client whose calls are methods, grouped by resource. It adds all operations to a bundle; where that is too much, import functions of
 * `@auspex/sdk` individually.
 */
export const createAuspex = (options: ClientOptions): Auspex => withResources(createClient(options))

/** The same for an existing client. Both share tokens and settings. */
export const withResources = (client: AuspexClient): Auspex => {
  // The generated interfaces have the functions' own types without the client.
  const functions = resources as unknown as Record<string, Record<string, ClientFunction>>
  const methods = mapValues(functions, (resource) => mapValues(resource, (call) => bind(call, client)))
  return { client, ...(methods as unknown as Resources) }
}

/** Options are last in every function, and JavaScript counts them among its parameters. */
const bind =
  (call: ClientFunction, client: AuspexClient): ClientFunction =>
  (...args) => {
    const last = call.length - 1
    const given = Array.from({ length: last }, (_none, index) => args[index])
    const all = [...given, { ...(args[last] as object | undefined), client }]
    const result = call(...all)
    // a stream is already iterable
    return Symbol.asyncIterator in result
      ? result
      : toPagedCall(result, (...next) => call(...next) as Call<unknown>, all)
  }

const mapValues = <Value, Result>(
  record: Record<string, Value>,
  map: (value: Value) => Result,
): Record<string, Result> => Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]))
