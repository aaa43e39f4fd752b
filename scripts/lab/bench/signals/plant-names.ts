import type { Database } from '@auspex/api'

const names = 3_000

/**
 * Gives every document stored before `finish` is called two or three names: some names occur in every thirtieth document, most in few. Reading the
 * names of a million documents takes six minutes, and another part of the benchmark measures that on fewer; here reports only need names
 * to count.
 */
export async function plantNames({ pool }: Pick<Database, 'pool'>): Promise<{ finish: () => Promise<void> }> {
  await pool.query(`
    insert into entity (id, key, name, kind)
    select n, 'planted name ' || n, 'Planted Name ' || n, 'organization' from generate_series(1, ${names}) as n`)
  // so that a server started on this library later numbers its own names after these
  await pool.query(`select setval(pg_get_serial_sequence('entity', 'id'), ${names})`)
  await pool.query(`
    create function plant_names() returns trigger language plpgsql as $$
    begin
      new.entities := array[1 + (new.id / 128 % 30)::int, 31 + (new.id / 4096 % 300)::int]
        || case when new.id % 2 = 0 then array[331 + (new.id / 1048576 % 2600)::int] else '{}' end;
      return new;
    end $$`)
  await pool.query(`create trigger plant_names before insert on document for each row execute function plant_names()`)
  return {
    async finish() {
      await pool.query(`drop trigger plant_names on document`)
      await pool.query(`drop function plant_names()`)
      await pool.query(`truncate entity_pending, cluster_pending`)
      await pool.query(`
        update entity set documents = counted.n
        from (select unnest(entities) as id, count(*)::int as n from document group by 1) as counted
        where entity.id = counted.id`)
      await pool.query(`update entity_library set documents = (select count(*) from document) where not demo`)
    },
  }
}
