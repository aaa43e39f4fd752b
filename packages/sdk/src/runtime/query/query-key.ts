import type { DataTag } from '@tanstack/react-query'
import type { AuspexError } from '../errors.ts'

/** A key that knows the data under it, so that `getQueryData` and `setQueryData` do too. */
export type QueryKeyOf<T> = DataTag<readonly unknown[], T, AuspexError>

/** What a key needs of a client. Without one it is the key of calls that fail. */
export type KeyedClient = { readonly id: string } | undefined

/**
 * `['auspex', client, operation, …arguments]`. What is left out at the end, or asks for nothing, is no part of a key: so
 * that one question has one key, and a shorter key begins the longer ones.
 */
export const toQueryKey = <T>(client: KeyedClient, operation: string, ...values: readonly unknown[]): QueryKeyOf<T> => {
  const last = values.findLastIndex((value) => !isNothing(value))
  // The tag exists for the compiler alone.
  return ['auspex', client?.id ?? null, operation, ...values.slice(0, last + 1)] as unknown as QueryKeyOf<T>
}

const isNothing = (value: unknown): boolean =>
  value === null || typeof value !== 'object' ? value == null : Object.values(value).every((each) => each === undefined)
