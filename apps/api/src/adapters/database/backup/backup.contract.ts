import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSequentialIds } from '../../../kernel/ids.ts'
import { createDocumentsModule } from '../../../modules/library/index.ts'
import { sampleDocument } from '../../../testing/stored-documents.ts'
import { silentLog } from '../../../testing/test-database.ts'
import type { Database } from '../database.port.ts'
import { listMigrations, migrate } from '../migrate.ts'
import { createRowHash, listBackupTables, readRows } from './backup-format.ts'
import { restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

/** The backup contract of every engine. `openEmpty` returns a new database without tables. Call inside a `describe`. */
export function backupContract(openEmpty: () => Promise<Database>): void {
  const about = { software: '0.2.0', createdAt: '2026-11-23T08:00:00Z', files: { 'first-run.json': '{}' } }
  const opened: Database[] = []
  const open = async () => {
    const database = await openEmpty()
    opened.push(database)
    return database
  }
  let library: Database
  /** For restores that must be rejected. */
  let empty: Database
  let backup = ''

  beforeAll(async () => {
    library = await open()
    await migrate(library.kysely)
    await fillLibrary(library)
    backup = await write(library)
    empty = await open()
  })
  afterAll(() => Promise.all(opened.map((database) => database.close())))

  async function write(database: Database): Promise<string> {
    let text = ''
    await writeBackup(database, { about, write: async (more) => void (text += more) })
    return text
  }
  const restore = (database: Database, text: string) => restoreBackup(database, { open: () => Readable.from([text]) })

  test('restores every table with the same rows', async () => {
    const target = await open()
    const { header } = await restore(target, backup)
    expect(header).toMatchObject({ ...about, migrations: await listMigrations() })
    const totals = await totalsOf(library)
    expect(totals['document']?.rows).toBe(120)
    expect(totals['document_text']?.rows).toBe(120)
    expect(await totalsOf(target)).toEqual(totals)
  })

  test('rows stored after a restore get unused numbers', async () => {
    const target = await open()
    await restore(target, backup)
    const stored = await storeDocuments(target, [
      sampleDocument({ nativeId: 'new', url: 'https://example.net/new', outlet: 'new.example' }),
    ])
    expect(stored).toBe(1)
    const { rows } = await target.pool.query('select count(distinct id)::int as ids, count(*)::int as rows from outlet')
    expect(rows[0]).toEqual({ ids: 3, rows: 3 })
  })

  test('a backup of an older version is migrated', async () => {
    const older = await open()
    const names = (await listMigrations()).slice(0, 12)
    await migrate(older.kysely, { names })
    await sql`insert into organization (id, name, created_at) values ('org_old', 'Old', now())`.execute(older.kysely)
    const target = await open()
    await restore(target, await write(older))
    expect(await migrate(target.kysely)).toEqual([])
    expect((await target.pool.query('select name from organization')).rows).toEqual([{ name: 'Old' }])
  })

  test.each([
    ['its end was cut off', (text: string) => text.slice(0, -40)],
    ['half of it is missing', (text: string) => text.slice(0, text.length / 2)],
    ['a letter was changed', (text: string) => text.replace('Oat milk number 7', 'Oat silk number 7')],
    ['a row was doubled', (text: string) => text.replace(/\n(\{[^\n]+)/u, '\n$1\n$1')],
    ['a newer version made it', (text: string) => text.replace('"0001_people"', '"0001_people","9999_later"')],
    ['an early development version made it', (text: string) => text.replace('"0001_people"', '"0001_users"')],
    ['it is another file', () => '{"title":"Oat milk"}\n'],
    ['it is empty', () => ''],
  ])('restores nothing when %s', async (_why, damage) => {
    await expect(restore(empty, damage(backup))).rejects.toThrow(/backup/u)
    expect(await listBackupTables(empty.kysely)).toEqual([])
  })

  test('refuses to restore over a library', async () => {
    await expect(restore(library, backup)).rejects.toThrow('There is a library already')
    expect(await write(library)).toBe(backup)
  })

  test('refuses to back up an empty database', async () => {
    await expect(write(empty)).rejects.toThrow('There is no library here yet')
  })
}

async function storeDocuments(
  database: Database,
  documents: Parameters<ReturnType<typeof createDocumentsModule>['storeDocuments']>[0],
): Promise<number> {
  const module = createDocumentsModule({
    database,
    clock: { now: () => new Date('2026-11-20T08:00:00Z') },
    createId: createSequentialIds(),
    log: silentLog,
  })
  await module.ensureSources()
  const before = await database.pool.query<{ n: number }>('select count(*)::int as n from document')
  await module.storeDocuments(documents)
  while (await module.enrich.step());
  await module.enrich.stop()
  const after = await database.pool.query<{ n: number }>('select count(*)::int as n from document')
  return (after.rows[0]?.n ?? 0) - (before.rows[0]?.n ?? 0)
}

/** Stores documents with texts that are hard to serialize, and bytes, arrays and times of other tables. */
async function fillLibrary(database: Database): Promise<void> {
  await storeDocuments(
    database,
    Array.from({ length: 120 }, (_, n) =>
      sampleDocument({
        nativeId: `n${n}`,
        url: `https://example.org/${n}`,
        outlet: n % 2 === 0 ? 'example.org' : 'example.com',
        title: `Oat milk number ${n}`,
        body: `Line one\nline "two" \\ back, 日本語 🥛 ${'long '.repeat(n * 20)}`,
        publishedAt: `2026-10-${String((n % 28) + 1).padStart(2, '0')}T08:00:00.123Z`,
      }),
    ),
  )
  await sql`insert into organization (id, name, created_at) values ('org_a', 'Ä "quoted"', '2026-01-01T00:00:00.123456Z')`.execute(
    database.kysely,
  )
  await sql`insert into app_user (id, issuer, subject, kind, organization_id, roles, created_at, seen_at)
    values ('usr_a', 'https://id.example', 'a', 'person', 'org_a', '{member,"two words"}', now(), 'infinity')`.execute(
    database.kysely,
  )
}

async function totalsOf({ kysely }: Database) {
  const totals: Record<string, { rows: number; hash: string }> = {}
  for (const table of await listBackupTables(kysely)) {
    const hash = createRowHash()
    for await (const lines of readRows(kysely, table)) for (const line of lines) hash.add(line)
    totals[table.name] = hash.totals()
  }
  return totals
}
