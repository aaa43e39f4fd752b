import { createDocumentsModule, createLogger, createRandomId, openDatabase, systemClock } from '@auspex/api'
import { impossibleDates, toDocument } from './rows.ts'

/**
 * Writes rows that earlier versions accepted into the library of a stopped server, and queues jobs that process them as soon as the server
 * runs; returns how many documents were written.
 */
export async function plantRows(dataDir: string, jobs: readonly string[]): Promise<number> {
  const log = createLogger('error')
  const database = await openDatabase({ dataDir, log })
  try {
    const library = createDocumentsModule({ database, clock: systemClock, createId: createRandomId, log })
    await library.storeDocuments(impossibleDates.map((_, n) => toDocument(plantedFrom + n)))
    const { rowCount } = await database.pool.query(
      `with dated as (
         update document d set ts = given.at, day = (given.at at time zone 'UTC')::date
         from unnest($1::text[], $2::timestamptz[]) as given (native_id, at)
         join document_text t on t.native_id = given.native_id join document before on before.id = t.id
         where d.id = t.id returning d.source_id, d.kind, d.day, before.day as day_before
       ),
       uncounted as (
         update source_day s set documents = s.documents - 1 from dated
         where s.source_id = dated.source_id and s.kind = dated.kind and s.day = dated.day_before
       )
       insert into source_day (source_id, kind, day, documents) select source_id, kind, day, 1 from dated`,
      [impossibleDates.map((_, n) => `poison-${plantedFrom + n}`), impossibleDates],
    )
    await database.pool.query(`
      update words_reading set version = 1;
      insert into cluster_pending (week) values ('0001-01-01'), ('9998-05-04'), ('20000-01-03') on conflict do nothing;
      insert into entity_pending (bucket, document_id) values (0, -128), (1, -127);
      insert into article_pending (document_id, published_at) values (-128, '0001-01-01T00:00:00Z');
      insert into price_series values ('imported', 'stock', 'QNC', 'stock', null, null, null, false, 'real', now());
      insert into price_close values ('imported', 'stock', 'QNC', '0001-01-01', 1), ('imported', 'stock', 'QNC', '9999-12-31', 1)`)
    await database.pool.query("insert into pgboss.job (name, data) select unnest($1::text[]), '{}'", [jobs])
    return rowCount ?? 0
  } finally {
    await database.close()
  }
}

const plantedFrom = 5_000

/** What a stopped server left in its library. */
export async function readRows(dataDir: string) {
  const database = await openDatabase({ dataDir, log: createLogger('error') })
  try {
    const count = async (of: string) => {
      const { rows } = await database.pool.query<{ n: number }>(`select count(*)::int as n from ${of}`)
      return rows[0]?.n ?? 0
    }
    const { rows: jobs } = await database.pool.query<{ name: string; state: string }>(
      'select distinct name, state::text as state from pgboss.job',
    )
    return {
      setAside: await count('document_set_aside'),
      waitingWeeks: await count('cluster_pending'),
      waitingNames: await count('entity_pending'),
      waitingArticles: await count('article_pending'),
      outside: await count(`document where ts < '1990-01-01' or ts > now() + interval '3 days'`),
      failed: jobs.filter(({ state }) => state === 'failed' || state === 'retry').map(({ name }) => name),
    }
  } finally {
    await database.close()
  }
}
