import type { ImportBatch, ImportPage } from '@auspex/sdk/types'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSequentialIds } from '../../../kernel/ids.ts'
import { people } from '../../../testing/people.ts'
import { readAddresses } from '../../../testing/stored-documents.ts'
import { createTestApi, type TestApi, type TestRequest } from '../../../testing/test-api.ts'
import { silentLog } from '../../../testing/test-database.ts'
import { createDocumentsModule } from '../documents.module.ts'
import { batch, document } from '../testing/import-batch.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi({ config: { sources: 'live' } })
})
afterAll(() => api.close())

let files = 0
const start = (as: TestRequest['as'] = 'importer', sha256 = (++files).toString(16).padStart(64, '0')) =>
  api.request({ method: 'POST', path: '/imports', as, body: { name: 'news.jsonl', sha256, bytes: 1000 } })
const read = (importId: string, as: TestRequest['as'] = 'importer') =>
  api.request({ method: 'GET', path: `/imports/${importId}`, as })
const store = (importId: string, body: ImportBatch) =>
  api.request({ method: 'POST', path: `/imports/${importId}/batches`, as: 'importer', body })
const finish = (importId: string) =>
  api.request({ method: 'PATCH', path: `/imports/${importId}`, as: 'importer', body: { state: 'completed' } })
const readRejections = (importId: string) =>
  api.database.pool.query('select line, reason from import_rejection where import_id = $1 order by line', [importId])

describe('an import', () => {
  test('runs to completion and its documents are in the library', async () => {
    const { id: importId } = (await start()).json()
    const rejected = [{ line: 3, reason: 'no date' }]
    const stored = await store(importId, { ...batch(1, ['a1', 'a2']), lastLine: 3, rejected })
    expect(stored.statusCode).toBe(200)
    expect(stored.json()).toMatchObject({
      id: importId,
      state: 'running',
      resumeLine: 3,
      read: 3,
      stored: 2,
      duplicates: 0,
      rejected: 1,
      finishedAt: null,
    })
    const finished = await finish(importId)
    expect(finished.json()).toMatchObject({ state: 'completed', stored: 2, finishedAt: '2026-11-21T08:00:00.000Z' })
    expect((await read(importId)).json()).toEqual(finished.json())
    const { items } = (await api.request({ method: 'GET', path: '/sources', as: 'mira' })).json()
    expect(items[0]).toMatchObject({ key: 'imported', documents: 2, firstDay: '2026-11-01', lastDay: '2026-11-01' })
  })

  test('drops an unsafe address and does not confuse documents without one', async () => {
    const { id: importId } = (await start()).json()
    const addresses = [
      'javascript:alert(document.domain)',
      ' JavaScript:alert(2)',
      'java\tscript:alert(3)',
      'data:text/html,<script>alert(4)</script>',
      'vbscript:x',
      'file:///etc/passwd',
      '//evil.example',
      'not an address',
    ]
    const documents = addresses.map((url, n) => ({
      ...document(`hostile-${n}`),
      nativeId: null,
      url,
      title: `Hostile kelp ${n}`,
    }))
    const stored = await store(importId, { ...batch(1, []), lastLine: addresses.length, documents })
    expect(stored.json()).toMatchObject({ stored: addresses.length, duplicates: 0 })
    expect(await readAddresses(api.database, 'Hostile kelp ')).toEqual([null])
  })

  test('removes characters that databases cannot store without losing a line', async () => {
    const { id: importId } = (await start()).json()
    const dirty = (text: string) => `${text}\0\uD83D`
    const one = document('z1')
    const stored = await store(importId, {
      firstLine: 1,
      lastLine: 2,
      documents: [
        {
          ...one,
          nativeId: dirty('z1'),
          outlet: dirty('altoonamirror.com'),
          url: dirty('https://altoonamirror.com/z1'),
          title: dirty(one.title),
          body: dirty('Farmers say so.'),
          author: dirty('Mira'),
          lang: dirty('en'),
        },
      ],
      rejected: [{ line: 2, reason: dirty('no date') }],
    })
    expect(stored.statusCode).toBe(200)
    expect(stored.json()).toMatchObject({ stored: 1, rejected: 1, resumeLine: 2 })
  })

  test('resumes a file after its last stored line', async () => {
    const { id: importId, sha256 } = (await start()).json()
    await store(importId, batch(1, ['b1', 'b2']))
    const again = await start('importer', sha256)
    expect(again.json()).toMatchObject({ id: importId, resumeLine: 2, state: 'running' })
  })

  test('a batch sent twice is stored once', async () => {
    const { id: importId } = (await start()).json()
    await store(importId, batch(1, ['c1', 'c2']))
    const reply = await store(importId, batch(1, ['c1', 'c2']))
    expect(reply.json()).toMatchObject({ resumeLine: 2, stored: 2, duplicates: 0 })
  })

  test('documents already imported from another file are duplicates', async () => {
    const first = (await start()).json()
    await store(first.id, batch(1, ['d1', 'd2']))
    const second = (await start()).json()
    expect((await store(second.id, batch(1, ['d2', 'd3']))).json()).toMatchObject({ stored: 1, duplicates: 1 })
  })

  test('godmode may import', async () => {
    expect((await start('root')).statusCode).toBe(200)
  })
})

describe('a failed import', () => {
  const fail = (importId: string, failure: string) =>
    api.request({ method: 'PATCH', path: `/imports/${importId}`, as: 'importer', body: { state: 'failed', failure } })

  test('is shown with its reason and resumes with the next batch or when it is restarted', async () => {
    const { id: importId, sha256 } = (await start()).json()
    await store(importId, batch(1, ['w1']))
    const failed = { state: 'failed', failure: 'The compressed file ends early.', read: 1, stored: 1 }
    expect((await fail(importId, failed.failure)).json()).toMatchObject({ ...failed, finishedAt: expect.any(String) })
    expect((await read(importId)).json()).toMatchObject(failed)
    const running = { state: 'running', failure: null, finishedAt: null }
    expect((await store(importId, batch(2, ['w2']))).json()).toMatchObject({ ...running, stored: 2 })
    await fail(importId, 'Again.')
    expect((await start('importer', sha256)).json()).toMatchObject({ id: importId, ...running, resumeLine: 2 })
    expect((await finish(importId)).json()).toMatchObject({ state: 'completed', failure: null, stored: 2 })
    expect((await fail(importId, 'Too late.')).json()).toMatchObject({ state: 'completed', failure: null })
  })

  test('is shown as failed when its client stopped sending', async () => {
    const { id: importId } = (await start()).json()
    await store(importId, batch(1, ['s1']))
    api.clock.set('2026-11-21T08:01:59Z')
    expect((await read(importId)).json()).toMatchObject({ state: 'running', failure: null })
    api.clock.set('2026-11-21T08:02:01Z')
    const silent = { state: 'failed', failure: expect.stringContaining('No data arrived') }
    expect((await read(importId)).json()).toMatchObject(silent)
    const { items } = (await api.request({ method: 'GET', path: '/imports', as: 'importer' })).json<ImportPage>()
    expect(items.find((item) => item.id === importId)).toMatchObject(silent)
    expect((await store(importId, batch(2, ['s2']))).json()).toMatchObject({ state: 'running', stored: 2 })
    api.clock.set('2026-11-21T08:00:00Z')
  })

  test('is shown as failed when the server stopped during the import', async () => {
    const { id: importId } = (await start()).json()
    const done = (await start()).json()
    await finish(done.id)
    const next = createDocumentsModule({
      database: api.database,
      clock: api.clock,
      createId: createSequentialIds(),
      log: silentLog,
    })
    await next.ensureSources()
    expect((await read(importId)).json()).toMatchObject({ state: 'failed', failure: expect.stringContaining('server') })
    expect((await read(done.id)).json()).toMatchObject({ state: 'completed', failure: null })
  })
})

describe('a document that cannot be stored', () => {
  // the contract allows a leap second, which no program's calendar has
  const impossible = { ...document('m2'), publishedAt: '2026-06-30T23:59:60Z' }

  test('is rejected with its line, and the rest of the batch is stored', async () => {
    const { id: importId } = (await start()).json()
    const documents = [document('m1'), impossible, document('m3')]
    const rejected = [{ line: 7, reason: 'no date' }]
    const reply = await store(importId, { firstLine: 1, lastLine: 9, documents, lines: [2, 4, 6], rejected })
    expect(reply.json()).toMatchObject({ read: 4, stored: 2, rejected: 2, resumeLine: 9 })
    const { rows } = await readRejections(importId)
    expect(rows).toEqual([
      { line: 4, reason: expect.stringContaining('2026-06-30T23:59:60Z') },
      { line: 7, reason: 'no date' },
    ])
  })

  test('is named when its line is unknown', async () => {
    const { id: importId } = (await start()).json()
    const reply = await store(importId, { firstLine: 1, lastLine: 9, documents: [impossible], rejected: [] })
    expect(reply.json()).toMatchObject({ status: 422, code: 'documents.invalid' })
  })
})

describe('rejected lines', () => {
  const rejections = (first: number, count: number) =>
    Array.from({ length: count }, (_, n) => ({ line: first + n, reason: 'x'.repeat(300) }))

  test('are all counted, and stored up to a limit that the import reports', async () => {
    const { id: importId, note } = (await start()).json()
    expect(note).toBeNull()
    const few = await store(importId, { ...batch(1, []), lastLine: 900, rejected: rejections(1, 900) })
    expect(few.json().note).toMatch(/^Rejected: line 1 \(x{99}…\), line 2 \(x{99}…\) and 898 more\.$/)
    for (const firstLine of [901, 2901, 4901]) {
      const more = { ...batch(firstLine, []), lastLine: firstLine + 1999, rejected: rejections(firstLine, 2000) }
      expect((await store(importId, more)).statusCode).toBe(200)
    }
    expect((await finish(importId)).json()).toMatchObject({
      rejected: 6900,
      note: expect.stringMatching(
        /^Rejected: line 1 .* 6899 more\. The reasons of the first 1000 .* 5900 more are not\.$/,
      ),
    })
    const { rows } = await api.database.pool.query(
      'select count(*)::int as kept, max(line) as last from import_rejection where import_id = $1',
      [importId],
    )
    expect(rows).toEqual([{ kept: 1000, last: 1000 }])
  })

  test('include documents with an impossible publication date; the others are stored and searchable', async () => {
    const { id: importId } = (await start()).json()
    const dates = {
      zero: '0001-01-01T00:00:00Z',
      '1989': '1989-12-31T23:59:59Z',
      oldest: '1990-01-01T00:00:00Z',
      today: '2026-11-21T08:00:00Z',
      soon: '2026-11-23T08:00:00Z',
      later: '2026-11-23T08:00:01Z',
      '2027': '2027-01-01T00:00:00Z',
      far: '9998-01-01T00:00:00Z',
      last: '9999-12-31T23:59:59Z',
      edge: '9999-12-31T23:59:59-05:00',
    }
    const documents = Object.entries(dates).map(([name, publishedAt]) => ({
      ...document(`poison-${name}`),
      title: `Poisoned quince ${name}`,
      publishedAt,
    }))
    const batchOfAll = { firstLine: 1, lastLine: 11, documents, rejected: [{ line: 3, reason: 'no date' }] }
    expect((await store(importId, batchOfAll)).json()).toMatchObject({
      read: 11,
      stored: 3,
      rejected: 8,
      duplicates: 0,
      note: `Rejected: line 1 (published_at is before 1990: "1989-12-31T23:59:59Z"), line 2 (published_at is in the future: "2027-01-01T00:00:00Z"), line 3 (no date) and 5 more.`,
    })
    const { items } = (await api.request({ method: 'GET', path: '/imports', as: 'importer' })).json<ImportPage>()
    expect(items.find((item) => item.id === importId)?.note).toContain('line 3 (no date) and 5 more.')
    const { rows } = await readRejections(importId)
    expect(rows).toEqual([
      { line: 1, reason: 'published_at is before 1990: "1989-12-31T23:59:59Z"' },
      { line: 2, reason: 'published_at is in the future: "2027-01-01T00:00:00Z"' },
      { line: 3, reason: 'no date' },
      { line: 4, reason: 'published_at is before 1990: "0001-01-01T00:00:00Z"' },
      { line: 8, reason: 'published_at is in the future: "2026-11-23T08:00:01Z"' },
      { line: 9, reason: 'published_at is in the future: "9998-01-01T00:00:00Z"' },
      { line: 10, reason: 'published_at is in the future: "9999-12-31T23:59:59Z"' },
      { line: 11, reason: 'published_at is in the future: "9999-12-31T23:59:59-05:00"' },
    ])
    const search = { method: 'POST', path: '/explore/topicQuery', as: 'mira', body: { query_term: 'quince' } } as const
    const searchReply = await api.request(search)
    const path = `/signal/json/${searchReply.json().signal_id}`
    const report = await api.request({ method: 'GET', path, as: 'mira' })
    expect([searchReply.statusCode, report.statusCode]).toEqual([200, 200])
  })

  test('name the document when blank lines make its line ambiguous', async () => {
    const { id: importId } = (await start()).json()
    const documents = [document('k1'), { ...document('k2'), publishedAt: '9998-01-01T00:00:00Z' }]
    const stored = await store(importId, { firstLine: 1, lastLine: 5, documents, rejected: [] })
    expect(stored.json()).toMatchObject({ stored: 1, rejected: 1, resumeLine: 5 })
    const { rows } = await api.database.pool.query('select reason from import_rejection where import_id = $1', [
      importId,
    ])
    expect(rows[0]?.reason).toBe(
      'published_at is in the future: "9998-01-01T00:00:00Z" (Oat milk prices rise in district k2)',
    )
  })

  test('must be lines of the batch, each once', async () => {
    const { id: importId } = (await start()).json()
    const twice = { line: 1, reason: 'no date' }
    for (const rejected of [[twice, twice], [{ line: 3, reason: 'no date' }]]) {
      const reply = await store(importId, { ...batch(1, []), lastLine: 2, rejected })
      expect(reply.json()).toMatchObject({ status: 422, code: 'imports.lines_do_not_fit' })
    }
    expect((await read(importId)).json()).toMatchObject({ resumeLine: 0, rejected: 0 })
  })
})

describe('an import refuses', () => {
  test('a batch after a gap, and says which line to resume at', async () => {
    const { id: importId } = (await start()).json()
    const reply = await store(importId, batch(5, ['e1']))
    expect(reply.statusCode).toBe(409)
    expect(reply.json()).toMatchObject({
      code: 'imports.out_of_order',
      title: expect.stringContaining('continues at line 1'),
    })
    expect((await read(importId)).json()).toMatchObject({ resumeLine: 0, stored: 0 })
  })

  test('a batch after the end', async () => {
    const { id: importId } = (await start()).json()
    await finish(importId)
    expect((await store(importId, batch(1, ['f1']))).json()).toMatchObject({ status: 409, code: 'imports.finished' })
  })

  test('an import that does not exist', async () => {
    for (const reply of [await read('imp_0000'), await finish('imp_0000'), await store('imp_0000', batch(1, ['g1']))]) {
      expect(reply.json()).toMatchObject({ status: 404, code: 'imports.not_found' })
    }
  })

  test('more documents than lines', async () => {
    const { id: importId } = (await start()).json()
    const reply = await store(importId, { ...batch(1, ['h1', 'h2']), lastLine: 1 })
    expect(reply.json()).toMatchObject({ status: 422, code: 'imports.lines_do_not_fit' })
  })

  test('a line beyond the allowed file length, and accepts a high line number', async () => {
    const { id: importId } = (await start()).json()
    const rejected = [{ line: 15_000_000, reason: 'is no JSON' }]
    expect((await store(importId, { firstLine: 1, lastLine: 15_000_000, documents: [], rejected })).statusCode).toBe(
      200,
    )
    const { errors } = (
      await store(importId, { firstLine: 15_000_001, lastLine: 4_000_000_000, documents: [], rejected: [] })
    ).json<{ errors: unknown }>()
    expect(errors).toMatchObject([{ in: 'body', pointer: '/lastLine' }])
  })

  test('a document that violates the contract, with a pointer to it', async () => {
    const { id: importId } = (await start()).json()
    const reply = await store(importId, { ...batch(1, ['i1']), documents: [{ ...document('i1'), country: 'usa' }] })
    expect(reply.json()).toMatchObject({
      status: 422,
      errors: [{ in: 'body', pointer: '/documents/0/country' }, { pointer: '/documents/0/country' }],
    })
  })
})

describe('an import protects', () => {
  test('imports of another organization are invisible, even for the same file', async () => {
    const ownImporter = { ...people.ana, sub: 'eva', roles: ['importer'] }
    const sha256 = 'f'.repeat(64)
    const { id: importId } = (await start('importer', sha256)).json()
    await store(importId, batch(1, ['t1']))
    const request = {
      method: 'POST',
      path: '/imports',
      as: ownImporter,
      body: { name: 'own.jsonl', sha256, bytes: 7 },
    } as const
    const other = (await api.request(request)).json()
    expect(other).toMatchObject({ name: 'own.jsonl', resumeLine: 0, stored: 0 })
    expect(other.id).not.toBe(importId)
    for (const [method, path, body] of [
      ['GET', `/imports/${importId}`, undefined],
      ['POST', `/imports/${importId}/batches`, batch(2, ['t2'])],
      ['PATCH', `/imports/${importId}`, { state: 'completed' }],
    ] as const) {
      const reply = await api.request({ method, path, as: ownImporter, body })
      expect(reply.json()).toMatchObject({ status: 404, code: 'imports.not_found' })
    }
    expect((await read(importId)).json()).toMatchObject({ state: 'running', resumeLine: 1 })
  })

  test('lists the imports of the organization, and for an administrator those of the installation', async () => {
    const colleague = { ...people.jon, sub: 'per', roles: ['importer'] }
    const stranger = { ...people.ana, sub: 'eva', roles: ['importer'] }
    const list = async (as: TestRequest['as']) =>
      (await api.request({ method: 'GET', path: '/imports?perPage=200', as })).json<ImportPage>()
    const ids = async (as: TestRequest['as']) => (await list(as)).items.map((file) => file.id)
    const { id: theirs } = (await start(colleague)).json()
    const { id: ofTheInstallation } = (await start('importer')).json()
    expect(await ids(colleague)).toContain(theirs)
    expect(await ids(colleague)).not.toContain(ofTheInstallation)
    expect(await ids(stranger)).not.toContain(theirs)
    expect(await ids('importer')).not.toContain(theirs)
    expect(await ids('root')).toEqual(expect.arrayContaining([theirs, ofTheInstallation]))
    expect((await read(ofTheInstallation, colleague)).statusCode).toBe(404)
    expect((await read(ofTheInstallation, 'root')).statusCode).toBe(200)
    const { items, page } = await list('root')
    expect([items.length, page.nextCursor]).toEqual([page.total, null])
  })

  test('a member without the role may not see or start one', async () => {
    const { id: importId } = (await start()).json()
    for (const reply of [await start('mira'), await read(importId, 'ana')]) {
      expect(reply.json()).toMatchObject({ status: 403, code: 'identity.forbidden' })
    }
  })
})
