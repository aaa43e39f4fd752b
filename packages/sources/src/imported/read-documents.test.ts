import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'

import { sharedData } from '../testing/shared-data.ts'
import { ImportDamagedError, ImportFormatError } from './import-errors.ts'
import type { ReadRow } from './imported.parse.ts'
import { readDocuments, type ReadDocumentsOptions } from './read-documents.ts'

const clock = () => new Date('2026-06-01T00:00:00Z')
const sample = (name: string) => join(import.meta.dirname, 'samples', name)

async function* cut(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function readAll(content: string | Buffer, options: Partial<ReadDocumentsOptions> = {}, pieces = 7) {
  const rows: ReadRow[] = []
  const stream = cut(Buffer.from(content), pieces)
  for await (const row of readDocuments({ stream, clock, ...options })) rows.push(row)
  return rows
}

async function readUntilFailure(bytes: Buffer) {
  const found: ReadRow[] = []
  try {
    for await (const row of readDocuments({ stream: cut(bytes, 10_000), clock })) found.push(row)
  } catch (error) {
    return { found, error }
  }
  return { found, error: null }
}

const titles = (rows: ReadRow[]) => rows.map((row) => ('document' in row ? row.document.title : `! ${row.rejected}`))
const line = (fields: object) => JSON.stringify({ title: 'A title', published_at: '2026-01-02T03:04:05Z', ...fields })

describe('a valid file', () => {
  test('in JSONL gives every document in order with its line', async () => {
    const rows: ReadRow[] = []
    for await (const read of readDocuments({ path: sample('documents.jsonl'), clock })) rows.push(read)

    expect(rows.map((read) => read.line)).toEqual([1, 2, 4])
    expect(rows[0]).toEqual({
      line: 1,
      document: {
        sourceKey: 'imported',
        nativeId: 'blog:101',
        kind: 'article',
        outlet: 'green-energy.example',
        url: 'https://green-energy.example/heat-pumps',
        title: 'Heat pumps outsell boilers & furnaces',
        body: 'Sales rose by 14 %.\n\nInstallers are booked until June.',
        author: 'Ana Ruiz',
        publishedAt: '2026-03-02T08:30:00Z',
        datePrecision: 'second',
        country: 'US',
        countryBasis: 'source',
        lang: 'en',
        engagement: null,
      },
    })
    expect(rows[1]).toMatchObject({
      document: {
        kind: 'comment',
        title: '',
        publishedAt: '2026-03-03T20:14:05Z',
        country: null,
        countryBasis: null,
        engagement: { score: 12, comments: 3, views: null, reposts: null },
      },
    })
    expect(rows[2]).toMatchObject({ document: { datePrecision: 'day', publishedAt: '2026-03-04T00:00:00Z' } })
  })

  test('in CSV gives the same documents, with counts from columns and quoted line breaks', async () => {
    const rows: ReadRow[] = []
    for await (const read of readDocuments({ path: sample('documents.csv'), clock })) rows.push(read)

    expect(rows.map((read) => read.line)).toEqual([2, 3, 5])
    expect(rows[0]).toMatchObject({ document: { nativeId: 'blog:101', engagement: null } })
    expect(rows[1]).toMatchObject({
      document: {
        nativeId: 'forum.example/c/homes:7',
        body: 'Ours paid for itself.\nIn "five" winters.',
        publishedAt: '2026-03-03T20:14:05Z',
        engagement: { score: 12, comments: 3 },
      },
    })
    expect(rows[2]).toMatchObject({ document: { datePrecision: 'day', body: null, lang: 'de' } })
  })

  test.each(['documents.jsonl', 'documents.csv'])(
    '%s gives the same documents when compressed, whatever the chunk sizes',
    async (name) => {
      const plain = readFileSync(sample(name))
      const expected = await readAll(plain, {}, plain.length)
      expect(await readAll(gzipSync(plain), { fileName: `${name}.gz` }, 1)).toEqual(expected)
      expect(await readAll(plain, { fileName: name }, 1)).toEqual(expected)
    },
  )

  test('may have semicolons, tabs, a byte order mark and Windows line ends', async () => {
    expect(titles(await readAll('\uFEFFtitle;date\r\nOne, two;2026-01-02\r\n'))).toEqual(['One, two'])
    expect(titles(await readAll('title\tpublished_at\nTabbed\t2026-01-02\n'))).toEqual(['Tabbed'])
  })

  test('may have two gzip members', async () => {
    const members = Buffer.concat([gzipSync(`${line({ title: 'a' })}\n`), gzipSync(line({ title: 'b' }))])
    expect(titles(await readAll(members))).toEqual(['a', 'b'])
  })
})

describe('a broken row does not affect the rest', () => {
  test('in JSONL: invalid JSON, a list, invalid UTF-8 and an endless line are each rejected with a reason', async () => {
    const long = line({ body: 'x'.repeat(3 * 1024 * 1024) })
    const lines = [
      line({ title: 'first' }),
      '{"title": "cut',
      '[1]',
      line({ title: '§' }),
      long,
      line({ title: 'last' }),
    ]
    const bytes = Buffer.from(lines.join('\n'))
    bytes[bytes.indexOf('§')] = 0xff

    expect(titles(await readAll(bytes, {}, 65_536))).toEqual([
      'first',
      '! the line is not valid JSON',
      '! the line is not a JSON object',
      '! the line is not valid UTF-8',
      '! the line is longer than 2 MB',
      'last',
    ])
  })

  test('in CSV: an unclosed quote rejects one line, not the rest of the file', async () => {
    const rows = Array.from({ length: 3000 }, (_, index) => `Row ${index},2026-01-02`)
    const found = titles(await readAll(`title,date\n"Broken,2026-01-02\n${rows.join('\n')}\n`, {}, 4096))
    expect(found).toHaveLength(3001)
    expect(found[0]).toBe('! a quote is opened and never closed')
    expect(found[3000]).toBe('Row 2999')
  })

  test('in CSV: text after a quote and missing columns are rejected, and the next rows are read', async () => {
    const csv = 'title,date\n"A"x,2026-01-02\nshort\n"B",2026-01-02\n"C"'
    expect(titles(await readAll(csv))).toEqual([
      '! a closing quote is followed by text',
      '! the row has 1 columns, the header has 2',
      'B',
      '! the row has 1 columns, the header has 2',
    ])
  })
})

describe('rejected and accepted rows', () => {
  test.each([
    [{ title: ' ', body: null }, 'title and body are both empty'],
    [{ title: '<p></p>', body: '&#32;' }, 'title and body are both empty'],
    [{ title: 7 }, 'title is not text'],
    [{ published_at: undefined }, 'published_at is missing'],
    [
      { published_at: undefined, publishedAt: '2026-01-02' },
      'published_at is missing; publishedAt is not read: name it published_at',
    ],
    [{ published_at: 'yesterday' }, 'published_at cannot be read (it is no date that can be read): "yesterday"'],
    [
      { published_at: '2026-02-30' },
      'published_at cannot be read (day 30 does not exist in month 2 of 2026): "2026-02-30"',
    ],
    [{ published_at: '1989-12-31T23:59:59Z' }, 'published_at is before 1990: "1989-12-31T23:59:59Z"'],
    [{ published_at: '2026-06-03T00:00:01Z' }, 'published_at is in the future: "2026-06-03T00:00:01Z"'],
    [{ country: 'Narnia' }, 'country is not an ISO 3166-1 alpha-2 code: "Narnia"'],
    [{ lang: 'English please' }, 'lang is not a language tag such as en or pt-BR: "English please"'],
    [{ url: '/relative' }, 'url is not an absolute address: "/relative"'],
    [{ kind: 'rumour' }, 'kind "rumour" is not known; use one of article, news'],
    [{ engagement: { score: 'many' } }, 'score is not a number'],
    [{ engagement: 3 }, 'engagement is not an object'],
  ])('%j', async (fields, reason) => {
    const [rejected, good] = await readAll(`${line(fields)}\n${line({})}`)
    expect(rejected).toEqual({ line: 1, rejected: expect.stringContaining(reason) })
    expect(good).toMatchObject({ document: { title: 'A title' } })
  })

  test.each([
    [{ published_at: '2026-06-02T23:59:59Z' }, { publishedAt: '2026-06-02T23:59:59Z', datePrecision: 'second' }],
    [{ published_at: '2026-01-02T00:00:00Z' }, { datePrecision: 'second' }],
    [{ published_at: '2026-01-02T00:00:00Z', extra: { date_precision: 'day' } }, { datePrecision: 'day' }],
    [{ published_at: '2026-01-02' }, { datePrecision: 'day', publishedAt: '2026-01-02T00:00:00Z' }],
    [{ country: 'uk' }, { country: 'GB', countryBasis: 'source' }],
    [{ lang: 'pt-BR' }, { lang: 'pt' }],
    [{ lang: 'und' }, { lang: null }],
    [{ url: 'https://a.example/?x=1&amp;copy=2' }, { url: 'https://a.example/?x=1&copy=2', outlet: 'a.example' }],
    [{ url: 'javascript:alert(1)' }, { url: null }],
    [
      { source: 'reddit/r/programming', kind: 'forum_post' },
      { outlet: 'reddit/r/programming', kind: 'post' },
    ],
    [{ title: 'A\u0000B \ud800', body: 'x' }, { title: 'AB \ufffd' }],
    [{ engagement: { score: 0, views: '12' } }, { engagement: { score: 0, comments: null, views: 12, reposts: null } }],
  ])('%j is kept', async (fields, expected) => {
    expect(await readAll(line(fields))).toEqual([{ line: 1, document: expect.objectContaining(expected) }])
  })
})

describe('a file of another format than declared', () => {
  const jsonl = `${line({})}\n`
  test.each<[string, string | Buffer, Partial<ReadDocumentsOptions>, string]>([
    ['an empty file', '', {}, 'empty_file'],
    ['only blank lines', '\n \n', {}, 'empty_file'],
    ['a .gz that is not gzip', jsonl, { fileName: 'a.jsonl.gz' }, 'not_gzip'],
    ['gzip inside gzip', gzipSync(gzipSync(jsonl)), {}, 'binary'],
    ['a PDF', '%PDF-1.7\n', { fileName: 'a.csv' }, 'pdf'],
    ['an Excel workbook', 'PK\u0003\u0004....', { fileName: 'a.csv' }, 'zip'],
    ['a binary file', Buffer.from([1, 2, 0, 4]), {}, 'binary'],
    ['a JSON array', `[${jsonl}]`, {}, 'json_array'],
    ['one JSON document', JSON.stringify({ articles: [{ a: 1 }] }, null, 2), {}, 'json_document'],
    ['a web page', '<!doctype html><html></html>', {}, 'markup'],
    ['prose', 'Dear reader,\nthis is a letter.', {}, 'unknown_format'],
    ['prose that claims to be JSONL', 'Dear reader', { fileName: 'a.jsonl' }, 'not_jsonl'],
    ['CSV without a header', 'One,2026-01-02\nTwo,2026-01-02', { format: 'csv' }, 'csv_header'],
    ['CSV without a date', 'title,body\na,b', { fileName: 'a.csv' }, 'csv_header'],
    ['JSONL that claims to be CSV', jsonl, { format: 'csv' }, 'csv_header'],
    ['CSV that claims to be JSONL', 'title,date\na,2026-01-02', { format: 'jsonl' }, 'not_jsonl'],
  ])('%s is refused before any row', async (_, content, options, code) => {
    const reading = readDocuments({ stream: cut(Buffer.from(content), 64), clock, ...options })
    const failure = await reading.next().then(
      () => null,
      (error: unknown) => error,
    )
    expect(failure).toBeInstanceOf(ImportFormatError)
    expect(failure).toMatchObject({ code })
  })

  test('a broken first line does not make a JSONL file another format', async () => {
    expect(titles(await readAll(`oops\n${jsonl}`, { fileName: 'a.jsonl' }))).toEqual([
      '! the line is not valid JSON',
      'A title',
    ])
  })
})

describe('a damaged archive', () => {
  const lines = Array.from({ length: 20_000 }, (_, index) => line({ id: `n:${index * 7919}`, title: `Title ${index}` }))
  const compressed = gzipSync(lines.join('\n'))

  test('returns every complete row and then an error about the early end', async () => {
    const { found, error } = await readUntilFailure(compressed.subarray(0, Math.floor(compressed.length / 2)))
    expect(error).toBeInstanceOf(ImportDamagedError)
    expect(error).toMatchObject({ code: 'truncated' })
    expect(found.length).toBeGreaterThan(5000)
    expect(titles(found)).toEqual(found.map((_, index) => `Title ${index}`))
  })

  test('returns the rows before a damaged place and then an error about the damage', async () => {
    const bytes = Buffer.from(compressed)
    bytes.fill(0xff, bytes.length - 20_000, bytes.length - 10_000)
    const { found, error } = await readUntilFailure(bytes)
    expect(error).toMatchObject({ name: 'ImportDamagedError', code: 'corrupt' })
    expect(found.length).toBeGreaterThan(5000)
  })

  test('returns all of its rows when it has trailing data', async () => {
    const { found, error } = await readUntilFailure(
      Buffer.concat([gzipSync(`${lines.join('\n')}\n`), Buffer.from('-- end of mail --')]),
    )
    expect(error).toMatchObject({ name: 'ImportDamagedError', code: 'corrupt' })
    expect(found).toHaveLength(lines.length)
  })
})

describe('memory and files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'auspex-import-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  test.each(['plain', 'gzip'])('a %s file is streamed, never read as a whole', async (form) => {
    const lines = Array.from({ length: 50_000 }, (_, index) => line({ id: `n:${index * 7919}` })).join('\n')
    const bytes = form === 'gzip' ? gzipSync(lines) : Buffer.from(lines)
    let count = 0
    async function* counted() {
      for await (const piece of cut(bytes, 16_384)) {
        count += piece.length
        yield piece
      }
    }
    const takenAtRow: number[] = []
    for await (const row of readDocuments({ stream: counted(), clock })) takenAtRow[row.line] = count
    expect(takenAtRow[1]).toBeLessThan(bytes.length / 3)
    expect(takenAtRow[25_000]).toBeLessThan(bytes.length * 0.75)
    expect(takenAtRow[50_000]).toBe(bytes.length)
  })

  test('closes the file when the reader stops early', async () => {
    const path = join(folder, 'stop.csv')
    writeFileSync(path, `title,date\n${'a,2026-01-02\n'.repeat(200_000)}`)
    for await (const read of readDocuments({ path, clock })) {
      expect(read.line).toBe(2)
      break
    }
    rmSync(path)
    expect(existsSync(path)).toBe(false)
  })
})

describe('the real corpora', () => {
  const corpora = sharedData('corpora')
  test.skipIf(!corpora).each([
    ['forum_hn_stackexchange.jsonl.gz', 33_880, 33_880],
    ['news_gdelt_2017_2021.jsonl.gz', 64_008, 64_007],
  ])('%s is read completely', async (name, rows, documents) => {
    let [lineCount, goodCount] = [0, 0]
    for await (const read of readDocuments({ path: join(corpora ?? '', name), clock })) {
      lineCount += 1
      if ('document' in read) goodCount += 1
    }
    expect([lineCount, goodCount]).toEqual([rows, documents])
  })
})
