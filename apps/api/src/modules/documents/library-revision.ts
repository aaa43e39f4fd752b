import { sql } from 'kysely'

/** The library's revision, for a statement of another module: what is stored beside it is compared in one look. */
export const revisionOfLibrary = sql<number>`(select revision::float8 from library)`

/** Whether what was measured at a revision of the library has nothing in it of an import that was deleted since. */
export function isAfterDeletions(revision: number) {
  return sql<boolean>`(${revision}::bigint >= (select deletion_revision from library))`
}
