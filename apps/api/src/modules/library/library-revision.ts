import { sql } from 'kysely'

/** The library's revision, for use in another module's statement, which then compares it in the same query. */
export const revisionOfLibrary = sql<number>`(select revision::float8 from library)`

/** Whether a measurement made at this revision is free of data from imports that were deleted since. */
export function isAfterDeletions(revision: number) {
  return sql<boolean>`(${revision}::bigint >= (select deletion_revision from library))`
}
