import { createLogger, openDatabase } from '@auspex/api'
import { plantDocuments } from '../../../../apps/api/src/modules/documents/testing/plant-documents.ts'
import { impossibleDates, toDocument } from './rows.ts'

/** Writes into the library of a stopped server what earlier versions took and left behind; returns how many documents that are. */
export async function plantRows(dataDir: string): Promise<number> {
  const database = await openDatabase({ dataDir, log: createLogger('error') })
  try {
    // the last of all dates has no week after it, and no version could store it
    const dates = impossibleDates.filter((date) => !date.startsWith('9999'))
    const planted = await plantDocuments(
      database,
      dates.map((date, n) => toDocument(5_000 + n, date)),
    )
    await database.pool.query(`
      insert into cluster_pending (week) values ('0001-01-01'), ('9998-05-04'), ('20000-01-03') on conflict do nothing;
      insert into entity_pending (bucket, document_id) values (0, -128), (1, -127);
      insert into article_pending (document_id, published_at) values (-128, '0001-01-01T00:00:00Z');
      insert into price_series values ('imported', 'stock', 'QNC', 'stock', null, null, null, false, 'real', now());
      insert into price_close values ('imported', 'stock', 'QNC', '0001-01-01', 1), ('imported', 'stock', 'QNC', '9999-12-31', 1)`)
    return planted.length
  } finally {
    await database.close()
  }
}

/** What a stopped server left in its library. */
export async function readRows(dataDir: string) {
  const database = await openDatabase({ dataDir, log: createLogger('error') })
  try {
    const count = async (of: string) => {
      const { rows } = await database.pool.query<{ n: number }>(`select count(*)::int as n from ${of}`)
      return rows[0]?.n ?? 0
    }
    const { rows: jobs } = await database.pool.query<{ name: string; state: string; n: number }>(
      'select name, state::text as state, count(*)::int as n from pgboss.job group by name, state',
    )
    return {
      setAside: await count('document_set_aside'),
      waitingWeeks: await count('cluster_pending'),
      waitingNames: await count('entity_pending'),
      waitingArticles: await count('article_pending'),
      outside: await count(`document where ts < '1990-01-01' or ts > now() + interval '3 days'`),
      ended: new Set(jobs.filter(({ state }) => state === 'completed').map(({ name }) => name)),
      failed: jobs.filter(({ state }) => state === 'failed' || state === 'retry').map(({ name }) => name),
    }
  } finally {
    await database.close()
  }
}
