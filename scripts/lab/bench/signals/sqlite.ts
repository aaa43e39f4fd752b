import { DatabaseSync } from 'node:sqlite'
import { tokens } from '@auspex/analytics'

export interface SqliteAnswers {
  documents: number
  ms: number
}

const termDocuments = 500
const listLimit = 50

/** The parts of a report as SQLite queries: count, days, outlets, tone, the newest documents with their texts, co-occurring terms. */
export function createSqliteReport(file: string): { ask: (term: string) => SqliteAnswers; close: () => void } {
  const database = new DatabaseSync(file, { readOnly: true })
  database.exec('pragma cache_size = -524288; pragma mmap_size = 4294967296')
  const matching = 'select rowid from words where words match ?'
  const statements = {
    count: database.prepare('select count(*) as n from words where words match ?'),
    days: database.prepare(`
      select day, count(*), sum(tone_label = 'negative'), sum(tone_label = 'positive') from document
      where id in (${matching}) group by day order by day`),
    outlets: database.prepare(`
      select o.name, count(*), sum(score), sum(comments) from document d join outlet o on o.id = d.outlet
      where d.id in (${matching}) group by d.outlet
      order by coalesce(sum(score), 0) + coalesce(sum(comments), 0) desc limit 30`),
    tone: database.prepare(`
      select tone_label, count(*), sum(tone), sum(tone * tone) from document where id in (${matching}) group by tone_label`),
    newest: database.prepare(`
      select d.id, d.at, t.title, t.body from document d join document_text t on t.id = d.id
      where d.id in (${matching}) order by d.at desc limit ${listLimit}`),
    texts: database.prepare(`
      select title, body from document_text where id in (select rowid from words where words match ? limit ${termDocuments})`),
  }
  return {
    ask(term) {
      const started = performance.now()
      const documents = Number(statements.count.get(term)?.['n'])
      statements.days.all(term)
      statements.outlets.all(term)
      statements.tone.all(term)
      statements.newest.all(term)
      const counts = new Map<string, number>()
      for (const { title, body } of statements.texts.all(term))
        for (const word of new Set(tokens(`${String(title)} ${String(body ?? '')}`)))
          counts.set(word, (counts.get(word) ?? 0) + 1)
      return { documents, ms: performance.now() - started }
    },
    close: () => database.close(),
  }
}
