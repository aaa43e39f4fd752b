import { DatabaseSync } from 'node:sqlite'
import { scoreTone, tokens } from '@auspex/analytics'
import type { ImportedDocument } from './corpus.ts'

/** Documents per transaction. */
const perTransaction = 5_000
/** As many as a report reads for its words, and lists. */
const [maxTexts, maxListed] = [500, 50]

/** Stores documents in SQLite, with their words in an FTS5 index, as somebody would who builds the same report on it. */
export async function buildSqlite(file: string, documents: AsyncIterable<ImportedDocument>): Promise<void> {
  const database = new DatabaseSync(file)
  database.exec(`
    pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -131072;
    create table document (id integer primary key, at integer, day integer, outlet text, author text, kind text,
      country text, score integer, comments integer, tone real, tone_label text);
    create table document_text (id integer primary key, title text, body text);
    create virtual table words using fts5(title, body, content='', tokenize='unicode61 remove_diacritics 2')`)
  const insertDocument = database.prepare('insert into document values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
  const insertText = database.prepare('insert into document_text values (?, ?, ?)')
  const insertWords = database.prepare('insert into words (rowid, title, body) values (?, ?, ?)')
  // the library stores an id once
  const storedIds = new Set<string>()
  let id = 0
  database.exec('begin')
  for await (const document of documents) {
    const { nativeId, title, body, publishedAt, outlet, author, kind, country, engagement, lang } = document
    if (nativeId !== null && storedIds.has(nativeId)) continue
    if (nativeId !== null) storedIds.add(nativeId)
    id += 1
    const { score, label } = scoreTone(`${title}. ${body ?? ''}`.slice(0, 5_000), lang ?? 'en')
    const at = Date.parse(publishedAt)
    const reactions = [engagement?.score ?? null, engagement?.comments ?? null]
    const day = Math.floor(at / 86_400_000)
    insertDocument.run(id, at, day, outlet, author, kind, country, ...reactions, score, label)
    insertText.run(id, title, body)
    insertWords.run(id, title, body ?? '')
    if (id % perTransaction === 0) database.exec('commit; begin')
  }
  database.exec(`commit; insert into words (words) values ('optimize'); analyze`)
  database.close()
}

export interface SqliteReport {
  /** Counts what a report counts: documents, days, outlets, tone, the newest with their texts, and words of the texts. */
  ask(term: string): { documents: number; ms: number }
  close(): void
}

export function openSqliteReport(file: string): SqliteReport {
  const database = new DatabaseSync(file, { readOnly: true })
  database.exec('pragma cache_size = -524288; pragma mmap_size = 4294967296')
  const matching = 'select rowid from words where words match ?'
  const count = database.prepare('select count(*) as n from words where words match ?')
  const groups = [
    `select day, count(*), sum(tone_label = 'negative'), sum(tone_label = 'positive') from document
      where id in (${matching}) group by day order by day`,
    `select outlet, count(*), sum(score), sum(comments) from document where id in (${matching}) group by outlet
      order by coalesce(sum(score), 0) + coalesce(sum(comments), 0) desc limit 30`,
    `select tone_label, count(*), sum(tone), sum(tone * tone) from document where id in (${matching}) group by tone_label`,
    `select d.id, d.at, t.title, t.body from document d join document_text t on t.id = d.id
      where d.id in (${matching}) order by d.at desc limit ${maxListed}`,
  ].map((statement) => database.prepare(statement))
  const texts = database.prepare(`select title, body from document_text where id in (${matching} limit ${maxTexts})`)
  return {
    ask(term) {
      const startedAt = performance.now()
      const documents = Number(count.get(term)?.['n'])
      for (const group of groups) group.all(term)
      const counts = new Map<string, number>()
      for (const { title, body } of texts.all(term))
        for (const word of new Set(tokens(`${String(title)} ${String(body ?? '')}`)))
          counts.set(word, (counts.get(word) ?? 0) + 1)
      return { documents, ms: performance.now() - startedAt }
    },
    close: () => database.close(),
  }
}
