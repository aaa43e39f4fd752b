import { timeoutMs } from './clickhouse.errors.ts'

/** Settings that every statement relies on. */
export const sessionSettings = [
  // otherwise `toString(id) as id` changes what `id` means in the conditions of its statement
  'prefer_column_name_to_alias = 1',
  // seconds; background statements override it
  `max_execution_time = ${timeoutMs / 1000}`,
] as const
