import { sql } from 'kysely'

/** The library's revision, for a statement of another module: what is stored beside it is compared in one look. */
export const revisionOfLibrary = sql<number>`(select revision::float8 from library)`
