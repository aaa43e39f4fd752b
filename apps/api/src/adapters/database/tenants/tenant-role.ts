import { type ClientBase, escapeLiteral } from 'pg'
import type { DatabaseLog } from '../database.port.ts'

/** Subject to policies, unlike a superuser. It cannot log in, and has the server's permissions on rows. */
const name = 'auspex_tenant'
/** Transactions of requests also queue jobs. */
const schemas = ['public', 'pgboss']

/**
 * Returns the role that the login must assume for policies to apply; null for a login that they already apply to. Creates the role, and grants it
 * access to tables of a newer version.
 */
export async function ensureTenantRole(client: ClientBase, log: DatabaseLog): Promise<string | null> {
  const { rows } = await client.query<{ is_unbound: boolean }>(
    'select rolsuper or rolbypassrls as is_unbound from pg_roles where rolname = current_user',
  )
  if (rows[0]?.is_unbound !== true) return null
  try {
    await client.query(makeRole)
    await client.query(joinRole)
    const tablesWithoutGrant = await client.query(
      `select 1 from pg_class where relkind in ('r', 'p') and relnamespace::regnamespace::text = any ($1)
         and not has_table_privilege($2, oid, 'insert') limit 1`,
      [schemas, name],
    )
    if (tablesWithoutGrant.rows.length > 0) await client.query(grantRows)
    return name
  } catch (error) {
    log.warn(
      { err: error, role: name },
      'row-level security is off: the login of the database is bound by no policy and may not make a role that is',
    )
    return null
  }
}

// roles belong to the whole server: another database may have created this one, or may be creating it now
const makeRole = `do $$ begin
  if not exists (select from pg_roles where rolname = ${escapeLiteral(name)}) then create role ${name} nologin; end if;
exception when duplicate_object or unique_violation then null;
end $$`

const joinRole = `do $$ begin
  set local role ${name};
exception when insufficient_privilege then grant ${name} to current_user;
end $$`

const grantRows = `do $$ declare place text; begin
  for place in select nspname from pg_namespace where nspname in (${schemas.map(escapeLiteral).join(', ')}) loop
    execute format('grant usage on schema %I to ${name}', place);
    execute format('grant select, insert, update, delete on all tables in schema %I to ${name}', place);
    execute format('grant usage on all sequences in schema %I to ${name}', place);
  end loop;
  alter default privileges grant usage on schemas to ${name};
  alter default privileges grant select, insert, update, delete on tables to ${name};
  alter default privileges grant usage on sequences to ${name};
end $$`
