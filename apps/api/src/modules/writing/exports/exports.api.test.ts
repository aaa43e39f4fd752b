import type { PublishedDocument, Export, ExportFormat, SearchState, SecurityEventPage } from '@auspex/sdk/types'
import { unzipSync, zipSync } from 'fflate'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSequentialIds } from '../../../kernel/ids.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'
import { silentLog } from '../../../testing/test-database.ts'
import { createDocumentsModule } from '../../library/index.ts'
import { sampleLibrary } from '../testing/sample-library.ts'
import { readBundle } from './bundle/read-bundle.ts'
import { isVerified, verifyBundle } from './bundle/verify-bundle.ts'
import { toField } from './write-rows.ts'

let api: TestApi
let signalId: string

beforeAll(async () => {
  api = await createTestApi({ config: { sources: 'live' }, jobs: true })
  const { database, clock } = api
  const documents = createDocumentsModule({
    database,
    clock,
    createId: createSequentialIds(),
    log: silentLog,
  })
  await documents.storeDocuments(sampleLibrary)
  while (await documents.enrich.step());
  await documents.enrich.stop()
  const started = await api.request({
    method: 'POST',
    path: '/explore/topicQuery',
    as: 'mira',
    body: { query_term: 'oat milk' },
  })
  for (let state = started.json<SearchState>(); state.finishedAt === null;) {
    const body = { request_id: state.request_id }
    state = (
      await api.request({ method: 'POST', path: '/explore/getQueryStatus', as: 'mira', body })
    ).json<SearchState>()
    signalId = state.signal_id
  }
})

afterAll(async () => api.close())

async function create(format: ExportFormat): Promise<Export> {
  const reply = await api.request({
    method: 'POST',
    path: '/exports',
    as: 'mira',
    body: { kind: 'signal', id: signalId, format },
  })
  expect(reply).toMatchObject({ statusCode: 200 })
  return reply.json<Export>()
}

async function finish(id: string): Promise<Export> {
  for (;;) {
    const state = (await api.request({ method: 'GET', path: `/exports/${id}`, as: 'mira' })).json<Export>()
    if (state.status === 'complete' || state.status === 'failed') return state
  }
}

async function fileOf(format: ExportFormat) {
  const { id } = await create(format)
  const finished = await finish(id)
  expect(finished).toMatchObject({ status: 'complete', reason: null })
  const reply = await api.request({ method: 'GET', path: `/exports/${id}/file`, as: 'mira' })
  expect(reply).toMatchObject({ statusCode: 200 })
  expect(reply.rawPayload.length).toBe(finished.bytes)
  return { made: finished, reply, bytes: reply.rawPayload, text: reply.rawPayload.toString('utf8') }
}

describe('an export', () => {
  test('leaves an event when it is requested and when it is downloaded, without its name', async () => {
    const { made } = await fileOf('jsonl')
    const path = '/godmode/securityEvents?perPage=3'
    const reply = await api.request({ method: 'GET', path, as: 'root' })
    // the newest event records this first read of the log itself
    const items = reply.json<SecurityEventPage>().items.slice(1)
    expect(items.map(({ name, facts }) => ({ name, facts }))).toEqual(
      ['export.downloaded', 'export.created'].map((name) => ({
        name,
        facts: expect.arrayContaining([
          { name: 'exportId', value: made.id },
          { name: 'format', value: 'jsonl' },
        ]),
      })),
    )
    expect(JSON.stringify(items)).not.toContain('oat')
  })

  test('is queued, and once ready can be downloaded for seven days', async () => {
    const queued = await create('csv')
    expect(queued).toMatchObject({
      kind: 'signal',
      itemId: signalId,
      status: 'queued',
      fileName: 'oat-milk.csv',
      bytes: null,
    })
    const created = await finish(queued.id)
    expect(created.expiresAt).toBe('2026-11-28T08:00:00.000Z')
    const reply = await api.request({ method: 'GET', path: `/exports/${queued.id}/file`, as: 'mira' })
    expect(reply.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="oat-milk.csv"; filename*=UTF-8''oat-milk.csv`,
    })
  })

  test('of another person is not found, neither by a colleague nor by another tenant', async () => {
    const { made } = await fileOf('jsonl')
    for (const person of ['jon', 'ana', 'root'] as const)
      for (const path of [`/exports/${made.id}`, `/exports/${made.id}/file`])
        expect(await api.request({ method: 'GET', path, as: person })).toMatchObject({ statusCode: 404 })
  })

  test('has a file name that no title can escape', async () => {
    const { groups } = (await api.request({ method: 'GET', path: '/users/me', as: 'mira' })).json()
    for (const title of [
      'a"; filename="evil.exe',
      '../../etc/passwd',
      'x\u202Efdp.exe',
      'con\\nul',
      "o'hara%0d%0a",
      '<b>.html',
    ]) {
      const body = { title, organizationGroupId: groups[0].id }
      const { id } = (await api.request({ method: 'POST', path: '/stories/create', as: 'mira', body })).json()
      const queued = await api.request({
        method: 'POST',
        path: '/exports',
        as: 'mira',
        body: { kind: 'story', id, format: 'pdf' },
      })
      expect([title, queued.statusCode]).toEqual([title, 200])
      const { id: exportId } = await finish(queued.json<Export>().id)
      const { headers } = await api.request({ method: 'GET', path: `/exports/${exportId}/file`, as: 'mira' })
      expect(headers['content-disposition']).toMatch(
        /^attachment; filename="[\w-]+\.pdf"; filename\*=UTF-8''(?:[\w-]|%[0-9A-F]{2})+\.pdf$/,
      )
    }
  })

  test('is deleted after seven days', async () => {
    const { made } = await fileOf('jsonl')
    api.clock.set('2026-11-28T08:00:01Z')
    expect(await api.request({ method: 'GET', path: `/exports/${made.id}`, as: 'mira' })).toMatchObject({
      statusCode: 404,
    })
    api.clock.set('2026-11-21T08:00:00Z')
  })

  test('is refused for unsupported kinds, invalid ids and signals that were never searched', async () => {
    const createExport = async (body: object) => {
      const reply = await api.request({ method: 'POST', path: '/exports', as: 'mira', body })
      return [reply.statusCode, reply.json<{ code: string }>().code]
    }
    expect(await createExport({ kind: 'project', id: 'pj_1', format: 'bundle' })).toEqual([
      422,
      'exports.format_not_made',
    ])
    expect(await createExport({ kind: 'project', id: 'pf_1', format: 'pdf' })).toEqual([422, 'exports.id_does_not_fit'])
    expect(await createExport({ kind: 'project', id: 'pj_1', format: 'pdf' })).toEqual([404, 'projects.not_found'])
    expect(await createExport({ kind: 'portfolio', id: 'pf_1', format: 'docx' })).toEqual([
      422,
      'exports.format_not_made',
    ])
    expect(await createExport({ kind: 'portfolio', id: 'pf_1', format: 'csv' })).toEqual([404, 'portfolios.not_found'])
    expect(await createExport({ kind: 'report', id: 'rp_1', format: 'csv' })).toEqual([422, 'exports.format_not_made'])
    expect(await createExport({ kind: 'report', id: 'rp_1', format: 'pdf' })).toEqual([404, 'zeus_reports.not_found'])
    expect(await createExport({ kind: 'story', id: 'st_1', format: 'csv' })).toEqual([422, 'exports.format_not_made'])
    expect(await createExport({ kind: 'story', id: 'st_1', format: 'pdf' })).toEqual([404, 'stories.not_found'])
    expect(await createExport({ kind: 'signal', id: 'st_1', format: 'pdf' })).toEqual([422, 'exports.id_does_not_fit'])
    expect(await createExport({ kind: 'signal', id: 'sig_1', format: 'pdf' })).toEqual([404, 'signals.not_found'])
    const unknown = await api.request({ method: 'GET', path: '/exports/ex_nothing', as: 'mira' })
    expect(unknown).toMatchObject({ statusCode: 404 })
    const malformed = await api.request({ method: 'GET', path: '/exports/nothing', as: 'mira' })
    expect(malformed).toMatchObject({ statusCode: 422 })
    const noFile = await api.request({ method: 'GET', path: '/exports/nothing/file', as: 'mira' })
    expect(noFile).toMatchObject({ statusCode: 422 })
  })

  test('has no file before it is complete, and only five may be in progress at a time', async () => {
    await api.database.pool.query(
      `insert into export (id, user_id, kind, item_id, format, status, file_name, created_at, started_at)
       select 'ex_held' || n, (select user_id from export limit 1), 'signal', $1, 'csv', 'running', 'a.csv', now(), now() from generate_series(1, 5) as n`,
      [signalId],
    )
    const file = await api.request({ method: 'GET', path: '/exports/ex_held1/file', as: 'mira' })
    expect([file.statusCode, file.json<{ code: string }>().code]).toEqual([409, 'exports.not_complete'])
    const sixth = await api.request({
      method: 'POST',
      path: '/exports',
      as: 'mira',
      body: { kind: 'signal', id: signalId, format: 'csv' },
    })
    expect([sixth.statusCode, sixth.json<{ code: string }>().code]).toEqual([409, 'exports.too_many'])
    await api.database.pool.query(`delete from export where id like 'ex_held%'`)
  })
})

describe('rows', () => {
  test('contain every matching document, one a line', async () => {
    const { text } = await fileOf('jsonl')
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as PublishedDocument)
    expect(lines).toHaveLength(sampleLibrary.length)
    const listed = await api.request({ method: 'GET', path: `/signals/${signalId}/documents?perPage=200`, as: 'mira' })
    expect(lines).toEqual(listed.json<{ items: PublishedDocument[] }>().items)
  })

  test('contain nothing that a spreadsheet would execute', async () => {
    const { text } = await fileOf('csv')
    expect(text.split('\r\n')).toHaveLength(sampleLibrary.length + 2)
    expect(text).toContain(`"'=HYPERLINK(""https://evil.example"",""oat milk"") <script>alert(1)</script>"`)
    expect(text).toContain(`'@SUM(1+1)`)
    expect(text).not.toMatch(/(?:^|[,\n])"?[=+@]/)
  })

  test('for Excel open as UTF-8, with the same content', async () => {
    const [plain, forExcel] = [await fileOf('csv'), await fileOf('csv-excel')]
    expect(forExcel.made.fileName).toBe('oat-milk.csv')
    expect([...forExcel.bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(forExcel.bytes.subarray(3)).toEqual(plain.bytes)
  })

  test.each([
    '=1+1',
    '+1',
    '-1',
    '@A1',
    '＝1+1',
    '＋1',
    '－1',
    '＠A1',
    '\u200B=1+1',
    '\uFEFF=1+1',
    ' \u2060=1',
    '\t=1',
    '\t1',
    '\n=1',
  ])('begin %j with an apostrophe', (formula) => expect(toField(formula)).toMatch(/^"?'/u))
})

describe('a report as a document', () => {
  test('is one HTML file that loads nothing and runs nothing', async () => {
    const { text } = await fileOf('html')
    expect(text).toContain('<h1>oat milk</h1>')
    expect(text).toContain('default-src &#39;none&#39;')
    expect(text).not.toMatch(/<script|<img|<link|<iframe|javascript:|url\(|@import/i)
    expect(text).not.toMatch(/<[^>]+ (?:src|srcset|on\w+)=/i)
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(text).toContain('&lt;/style&gt;&lt;script&gt;alert(3)')
    expect(text).toContain('prefers-color-scheme:dark')
    expect(text).toContain('@media print')
  })

  test('is a PDF with pages, named after the topic', async () => {
    const { bytes, reply } = await fileOf('pdf')
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect(bytes.length).toBeGreaterThan(20_000)
    expect(reply.headers['content-type']).toBe('application/pdf')
  })
})

describe('a bundle', () => {
  test('can be recounted to the same numbers, and its quotations are exact', async () => {
    const { bytes } = await fileOf('bundle')
    const verification = verifyBundle(readBundle(bytes))
    expect(verification.differences).toEqual([])
    expect(isVerified(verification)).toBe(true)
    const { numbers, quotes, statements, counts } = verification
    expect(numbers.equal).toBe(numbers.total)
    expect(numbers.total).toBeGreaterThan(1_000)
    expect(quotes.total).toBeGreaterThan(2)
    expect([quotes.exact, statements.supported, counts.equal]).toEqual([quotes.total, statements.total, counts.total])
  })

  const tampered: readonly [name: string, file: string, change: (text: string) => string][] = [
    ['a number of the report', 'report.json', (text) => text.replace('"documents": 92', '"documents": 93')],
    ['a document taken out', 'documents.jsonl', (text) => text.split('\n').slice(1).join('\n')],
    ['the tone of a document', 'documents.jsonl', (text) => text.replace('"label":"positive"', '"label":"negative"')],
    ['a quoted text', 'texts.jsonl', (text) => text.replaceAll('crowns', 'pounds')],
    ['a denominator', 'source-days.csv', (text) => text.replace(/,(\d+)\r\n/, ',999\r\n')],
    ['a number of a claim', 'claims.json', (text) => text.replace('"value": 92', '"value": 99')],
    ['a sentence', 'report.json', (text) => text.replace('92 documents from', '920 documents from')],
  ]
  test('that was tampered with is detected, whatever was changed', async () => {
    const { bytes } = await fileOf('bundle')
    const files = unzipSync(bytes)
    for (const [name, file, change] of tampered) {
      const before = new TextDecoder().decode(files[file])
      const after = change(before)
      expect([name, after === before]).toEqual([name, false])
      const changed = zipSync({ ...files, [file]: new TextEncoder().encode(after) })
      const verification = verifyBundle(readBundle(changed))
      expect([name, verification.differences.length > 0, verification.changedFiles]).toEqual([name, true, [file]])
    }
  })

  test('reports documents that were deleted since apart, and still proves the rest', async () => {
    const { bytes } = await fileOf('bundle')
    const whole = readBundle(bytes)
    const quoted = whole.claims.find(({ quote }) => quote !== null)?.quote?.documentId ?? ''
    const kept = verifyBundle(whole, new Set([quoted, 'doc_elsewhere']))
    expect(kept.deleted).toMatchObject({ documentIds: [quoted], removedIds: [], unproved: [] })
    expect(kept.deleted?.quotes).toBeGreaterThan(0)
    expect(isVerified(kept)).toBe(true)

    const files = unzipSync(bytes)
    const without = (file: string) => {
      const lines = new TextDecoder().decode(files[file]).split('\n')
      return new TextEncoder().encode(lines.filter((line) => !line.includes(`"${quoted}"`)).join('\n'))
    }
    const names = ['documents.jsonl', 'texts.jsonl', 'terms.jsonl']
    const trimmed = zipSync({ ...files, ...Object.fromEntries(names.map((name) => [name, without(name)])) })
    expect(isVerified(verifyBundle(readBundle(trimmed)))).toBe(false)
    const rest = verifyBundle(readBundle(trimmed), new Set([quoted]))
    expect(rest.deleted).toMatchObject({ documentIds: [quoted], removedIds: [quoted] })
    expect(rest.deleted?.unproved.length).toBeGreaterThan(0)
    expect(rest.changedFiles).toEqual([])
    expect(rest.quotes).toEqual({ exact: rest.quotes.total, total: kept.quotes.total })
    expect(rest.numbers.equal).toBeGreaterThan(rest.numbers.total / 2)

    const forged = new TextEncoder().encode(
      new TextDecoder().decode(files['texts.jsonl']).replaceAll('crowns', 'pounds'),
    )
    const lie = verifyBundle(readBundle(zipSync({ ...files, 'texts.jsonl': forged })), new Set([quoted]))
    expect(lie.changedFiles).toEqual(['texts.jsonl'])
  })

  test('is verified by one command, which counts the matches and finds one changed number', async () => {
    const { bytes } = await fileOf('bundle')
    const files = unzipSync(bytes)
    const report = new TextDecoder().decode(files['report.json'])
    const changed = report.replace(/"outlets": 9,/, '"outlets": 10,')
    expect(changed).not.toBe(report)
    const folder = mkdtempSync(join(tmpdir(), 'auspex-verify-'))
    const verify = (name: string, content: Uint8Array) => {
      const path = join(folder, name)
      writeFileSync(path, content)
      const auspex = join(import.meta.dirname, '../../../../../server/src/main.ts')
      const { status, stdout } = spawnSync(process.execPath, [auspex, 'verify', path], { encoding: 'utf8' })
      return { status, stdout, numbers: /(\d+) of (\d+) numbers equal/.exec(stdout)?.slice(1).map(Number) ?? [] }
    }
    const intact = verify('whole.zip', bytes)
    expect([intact.status, intact.numbers[0]]).toEqual([0, intact.numbers[1]])
    const forged = verify('forged.zip', zipSync({ ...files, 'report.json': new TextEncoder().encode(changed) }))
    rmSync(folder, { recursive: true })
    expect([forged.status, forged.numbers]).toEqual([1, [(intact.numbers[0] ?? 0) - 1, intact.numbers[1]]])
    expect(forged.stdout).toContain('/counts/outlets: shown 10, counted 9')
    expect(forged.stdout).toContain('report.json is not the file that was exported')
  })

  test('that is invalid is refused with a reason', () => {
    expect(() => readBundle(new Uint8Array([1, 2, 3]))).toThrow('no ZIP')
    expect(() => readBundle(zipSync({ 'a.txt': new Uint8Array() }))).toThrow('no manifest.json')
  })
})
