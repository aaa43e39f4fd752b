import { escapeLiteral } from 'pg'
import type { StatementPool } from '../adapters/database/database.port.ts'

/** What a database contained before a test used it. */
export interface Original {
  /** Changes with every table, column, function, trigger and constraint. */
  readonly schema: string
  /** The rows of each table that has some, as JSON, by its quoted name. */
  readonly rows: ReadonlyMap<string, string>
  /** The last value of each sequence that was used, as JSON. */
  readonly sequences: string
}

/** A larger table is truncated, because its indexes would keep pages that make plans of the next test differ from those of a new database. */
const largeTableBytes = 2 ** 20
/** Oids below are PostgreSQL's own. */
const firstOid = 16_384

export async function readOriginal(pool: StatementPool): Promise<Original> {
  const names = (await readSizes(pool)).map(({ name }) => name)
  const { rows } = await pool.query<{ sequences: string }>(
    `select coalesce(json_agg(json_build_object('id', seqrelid, 'value', pg_sequence_last_value(seqrelid))), '[]')::text as sequences
     from pg_sequence where pg_sequence_last_value(seqrelid) is not null`,
  )
  return {
    schema: await readSchema(pool),
    rows: await readRows(pool, names),
    sequences: rows[0]?.sequences ?? '[]',
  }
}

/**
 * Restores the original rows, sequences and statistics, and the settings of the connection. Rows are deleted unless there are many: truncating takes
 * every table with a reference along, and costs ten times as much. Returns false, and changes nothing, when the schema is not the original one.
 */
export async function resetDatabase(pool: StatementPool, original: Original): Promise<boolean> {
  if ((await readSchema(pool)) !== original.schema) return false
  await pool.query('discard all') // settings, locks, temporary tables, channels
  const large = (await readSizes(pool)).filter(({ bytes }) => bytes > largeTableBytes).map(({ name }) => name)
  if (large.length > 0) await pool.query(inOneTransaction([`truncate ${large.join(', ')} cascade`]))
  const used = (await readSizes(pool)).map(({ name }) => name).filter((name) => !original.rows.has(name))
  const rows = await readRows(pool, [...original.rows.keys()])
  const seeded = [...original.rows].filter(([name, originalRows]) => rows.get(name) !== originalRows)
  const changed = [...used, ...seeded.map(([name]) => name)]
  await pool.query(
    inOneTransaction([
      ...changed.map((name) => `delete from ${name}`),
      ...seeded.map(
        ([name, json]) =>
          `insert into ${name} select * from json_populate_recordset(null::${name}, ${escapeLiteral(json)})`,
      ),
      restoreSequences(original.sequences),
    ]),
  )
  if (changed.length > 0) await pool.query(`vacuum ${changed.join(', ')}`)
  await pool.query(forgetStatistics)
  return true
}

/** Without triggers: some refuse deletions, and those of references would check each row. */
function inOneTransaction(statements: readonly string[]): string {
  return ['begin', 'set local session_replication_role = replica', ...statements, 'commit'].join(';')
}

/** Fingerprint of what statements of a schema change: no row of these catalogues is newer than it was, and none is missing. */
async function readSchema(pool: StatementPool): Promise<string> {
  const catalogues = [
    'pg_attribute',
    'pg_proc',
    'pg_trigger',
    'pg_constraint',
    'pg_index',
    'pg_type',
    'pg_policy',
    'pg_db_role_setting',
  ]
  const { rows } = await pool.query<{ schema: string }>(
    `select json_build_array(
       (select md5(string_agg(concat_ws(' ', oid, relname, relrowsecurity, relforcerowsecurity, reloptions), ',' order by oid))
        from pg_class where oid >= ${firstOid}),
       ${catalogues.map((name) => `(select json_build_array(count(*), max(xmin::text::bigint)) from ${name})`).join(', ')}
     )::text as schema`,
  )
  return rows[0]?.schema ?? ''
}

/** The tables that have pages, which every table has that ever had a row. */
async function readSizes(pool: StatementPool): Promise<{ name: string; bytes: number }[]> {
  const { rows } = await pool.query<{ name: string; bytes: number }>(
    `select format('%I.%I', nspname, relname) as name, pg_relation_size(c.oid)::int as bytes
     from pg_class c join pg_namespace n on n.oid = relnamespace
     where c.oid >= ${firstOid} and relkind = 'r' and nspname not like 'pg\\_%' and pg_relation_size(c.oid) > 0 order by c.oid`,
  )
  return rows
}

async function readRows(pool: StatementPool, tables: readonly string[]): Promise<Map<string, string>> {
  if (tables.length === 0) return new Map()
  const { rows } = await pool.query<{ name: string; content: string }>(
    tables
      .map(
        (name) => `select ${escapeLiteral(name)} as name, coalesce(json_agg(t), '[]')::text as content from ${name} t`,
      )
      .join(' union all '),
  )
  return new Map(rows.map(({ name, content }) => [name, content]))
}

function restoreSequences(sequences: string): string {
  return `select setval(seqrelid, coalesce(value, seqstart), value is not null)
    from pg_sequence left join json_to_recordset(${escapeLiteral(sequences)}) as original (id oid, value bigint) on id = seqrelid
    where pg_sequence_last_value(seqrelid) is distinct from value`
}

/** A new table has none, and the planner then assumes ten pages. */
const forgetStatistics = `
  delete from pg_statistic where starelid >= ${firstOid};
  select pg_clear_relation_stats(nspname, relname) from pg_class c join pg_namespace n on n.oid = relnamespace
  where c.oid >= ${firstOid} and relkind in ('r', 'p') and reltuples <> -1`
