/**
 * Usage: node build-library.main.ts FOLDER DOCUMENTS [FILE.jsonl.gz…]. Creates a library of this many documents, half of them generated, the others
 * of the files as far as they go, and prints the seconds taken.
 */
import type { Database } from '@auspex/api'
import { openLibrary, storeDocuments } from '../../checks/harness/library.ts'
import { benchDocuments } from './corpus.ts'

const [folder, size, ...files] = process.argv.slice(2)
if (folder === undefined || size === undefined) throw new TypeError('build-library needs a folder and a number')
const library = await openLibrary({ dataDir: folder, log: 'warn' })
const startedAt = performance.now()
const names = 3_000
await plantNames(library.database)
await storeDocuments(library, benchDocuments(files, Number(size), Number(size) / 2))
await countNames(library.database)
await library.database.maintain(['document', 'document_text', 'outlet', 'author', 'source_day'])
// only term backgrounds are left to compute; names and stories exist already
while (await library.documents.enrich.step());
await library.documents.enrich.stop()
await library.database.maintain(['term_background'])
await library.close()
console.log((performance.now() - startedAt) / 1000)

/**
 * Gives every document two or three names: some names occur in every thirtieth document, most in few. Reading the names of a million documents takes
 * six minutes, and another part of the benchmark measures that on fewer; here reports only need names to count.
 */
async function plantNames({ pool }: Database): Promise<void> {
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
}

async function countNames({ pool }: Database): Promise<void> {
  await pool.query(`drop trigger plant_names on document`)
  await pool.query(`drop function plant_names()`)
  await pool.query(`truncate entity_pending, cluster_pending`)
  await pool.query(`
    update entity set documents = counted.n
    from (select unnest(entities) as id, count(*)::int as n from document group by 1) as counted
    where entity.id = counted.id`)
  await pool.query(`update entity_library set documents = (select count(*) from document) where not demo`)
}
