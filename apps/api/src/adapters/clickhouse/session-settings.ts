import { timeoutMs } from './clickhouse.errors.ts'

/** What every statement counts on. */
export const sessionSettings = [
  // else `toString(id) as id` changes what `id` means in the conditions of its statement
  'prefer_column_name_to_alias = 1',
  // seconds; what runs in the background says otherwise
  `max_execution_time = ${timeoutMs / 1000}`,
] as const
