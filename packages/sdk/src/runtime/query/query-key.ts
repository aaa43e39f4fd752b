import type { DataTag } from '@tanstack/react-query'
import type { AuspexError } from '../errors.ts'

/** A key with the type of its data, so that `getQueryData` and `setQueryData` are typed. */
export type QueryKeyOf<T> = DataTag<readonly unknown[], T, AuspexError>

/** The part of a client that a key needs. Without one it is the key of failing calls. */
export type KeyedClient = { readonly id: string } | undefined

/**
 * `['auspex', client, operation, …arguments]`. Empty and omitted arguments at the end are not part of a key, so that
 * each query has one key, and a shorter key is a prefix of the longer ones.
 */
export const toQueryKey = <T>(client: KeyedClient, operation: string, ...values: readonly unknown[]): QueryKeyOf<T> => {
  const last = values.findLastIndex((value) => !isNothing(value))
  // The tag exists only for the compiler.
  return ['auspex', client?.id ?? null, operation, ...values.slice(0, last + 1)] as unknown as QueryKeyOf<T>
}

const isNothing = (value: unknown): boolean =>
  value === null || typeof value !== 'object' ? value == null : Object.values(value).every((each) => each === undefined)
