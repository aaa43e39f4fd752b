import type { ClickhouseEngine } from '../../../../adapters/clickhouse/engine.port.ts'
import { ch, integer } from '../../../../adapters/clickhouse/statement.ts'
import { decodeCountry, kindCodes } from '../../document-codes.ts'
import { type ArticleReader, type ArticleRow, leadLetters } from '../../lists/articles-to-compare.ts'
import { listStored, placedAt } from '../document-pages.ts'

/** Reads articles where ClickHouse keeps them. */
export function createArticleReader(engine: ClickhouseEngine): ArticleReader {
  return {
    async read(ids) {
      if (ids.length === 0) return []
      const rows = await engine.ask<Omit<ArticleRow, 'ts' | 'country'> & { published_ms: string; letters: number }>(ch`
        select toString(id) as id, toString(cluster) as cluster_id, source as source_id, toString(ms) as published_ms, date_precision,
          outlet_name as outlet, country as letters, lang, tone, title, leftUTF8(body, ${integer(leadLetters)}) as lead
        from document where ${placedAt(ids)} and kind = ${integer(kindCodes.article)}`)
      return rows.map(({ published_ms: ms, letters, tone, ...row }) => ({
        ...row,
        ts: new Date(Number(ms)),
        country: decodeCountry(letters),
        tone: tone === null ? null : Math.fround(tone),
      }))
    },
    listKnown: (ids) => listStored(engine, ids),
  }
}
