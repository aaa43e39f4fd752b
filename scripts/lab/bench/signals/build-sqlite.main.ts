/**
 * Usage: node build-sqlite.main.ts FILE DOCUMENTS [FILE.jsonl.gz…]. Stores the benchmark's documents in SQLite, words in FTS5; prints the time taken
 * as JSON.
 */
import { DatabaseSync } from 'node:sqlite'
import { scoreTone } from '@auspex/analytics'
import { benchDocuments } from './documents.ts'

const [file, size, ...files] = process.argv.slice(2)
if (file === undefined || size === undefined) throw new TypeError('build-sqlite needs a file and a number')
const startedAt = performance.now()
const database = new DatabaseSync(file)
database.exec(`
  pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -131072;
  create table document (id integer primary key, at integer, day integer, outlet integer, author integer, kind text,
    country text, score integer, comments integer, tone real, tone_label text);
  create table outlet (id integer primary key, name text unique);
  create table document_text (id integer primary key, title text, body text);
  create virtual table words using fts5(title, body, content='', tokenize='unicode61 remove_diacritics 2')`)
const insert = {
  document: database.prepare('insert into document values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)'),
  outlet: database.prepare('insert into outlet values (?, ?)'),
  text: database.prepare('insert into document_text values (?, ?, ?)'),
  words: database.prepare('insert into words (rowid, title, body) values (?, ?, ?)'),
}

const outlets = new Map<string, number>()
const authors = new Map<string, number>()

function numberOf(known: Map<string, number>, name: string): number {
  const number = known.get(name) ?? known.size + 1
  known.set(name, number)
  return number
}

const storedIds = new Set<string>()
let id = 0
for await (const batch of benchDocuments({ files, documents: Number(size), generated: Number(size) / 2 })) {
  database.exec('begin')
  for (const { nativeId, title, body, publishedAt, outlet, author, kind, country, engagement, lang } of batch) {
    // like the library, stores an id only once
    if (nativeId !== null && storedIds.has(nativeId)) continue
    if (nativeId !== null) storedIds.add(nativeId)
    id += 1
    const isNew = !outlets.has(outlet)
    const outletId = numberOf(outlets, outlet)
    if (isNew) insert.outlet.run(outletId, outlet)
    const tone = scoreTone(`${title}. ${body ?? ''}`.slice(0, 5_000), lang ?? 'en')
    const at = Date.parse(publishedAt)
    insert.document.run(
      id,
      at,
      Math.floor(at / 86_400_000),
      outletId,
      author === null ? null : numberOf(authors, author),
      kind,
      country,
      engagement?.score ?? null,
      engagement?.comments ?? null,
      tone.score,
      tone.label,
    )
    insert.text.run(id, title, body)
    insert.words.run(id, title, body ?? '')
  }
  database.exec('commit')
}
database.exec(`insert into words (words) values ('optimize'); analyze`)
database.close()
console.log(JSON.stringify({ documents: id, seconds: (performance.now() - startedAt) / 1000 }))
