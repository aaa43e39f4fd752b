import { createRandom } from '@auspex/contract/random'
import { parse } from 'csv-parse/sync'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { toPlainLine, toPlainText } from '../text/plain-text.ts'
import { createCsvReader } from './csv-rows.ts'
import { ImportDamagedError } from './import-errors.ts'
import { readDocuments } from './read-documents.ts'

describe('hostile files', () => {
  const clock = () => new Date('2026-06-01T00:00:00Z')

  async function readAll(content: string | Buffer, pieceBytes = 4096) {
    const bytes = Buffer.from(content)
    async function* stream() {
      for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
    }
    const rows: string[] = []
    const documents = []
    let failure: unknown = null
    try {
      for await (const row of readDocuments({ stream: stream(), clock })) {
        if ('document' in row) documents.push(row.document)
        rows.push('document' in row ? row.document.title : `! ${row.line}: ${row.rejected}`)
      }
    } catch (error) {
      failure = error
    }
    return { rows, documents, failure }
  }

  test('a column named after a property of every object is not a field', async () => {
    const { rows, failure } = await readAll('constructor,title,published_at\nx,Tea,2026-01-02')
    expect({ rows, failure }).toEqual({ rows: ['Tea'], failure: null })
  })

  describe('valid CSV is read as written', () => {
    const signs = [
      'a',
      'Ü',
      '漢',
      '🐟',
      ' ',
      '""',
      '"',
      ',',
      ';',
      '\t',
      '|',
      '\n',
      '\r',
      "'",
      '=',
      'sep=,',
      '2026-01-02',
      '\u2028',
    ]

    function write(seed: number) {
      const { below, pick } = createRandom(seed)
      const delimiter = pick([',', ';', '\t'])
      const lineEnd = pick(['\n', '\r\n', '\r'])
      const breaks = lineEnd === '\r' ? signs : [...signs, '\r\n']
      const text = (maxLength: number) => Array.from({ length: below(maxLength) }, () => pick(breaks)).join('')
      // a text of many lines, each of which could be a row
      const rowLike = () =>
        Array.from({ length: below(3000) }, (_, n) => ['Line', '2026-01-02', n].join(delimiter)).join('\n')
      const rows = Array.from({ length: 1 + below(12) }, (_, n) => ({
        title: `t${n} ${text(6)}`,
        published_at: '2026-01-02',
        body: below(6) === 0 ? rowLike() : text(30),
      }))
      const isAlways = below(2) === 0
      const cell = (value: string) =>
        isAlways || /["\r\n]/.test(value) || value.includes(delimiter) ? `"${value.replaceAll('"', '""')}"` : value
      const header = pick([
        ['title', 'published_at', 'body'],
        ['Title', '"Published\nat"', '"Body"'],
      ]).join(delimiter)
      const lines = rows.map(({ title, published_at, body }) => [title, published_at, body].map(cell).join(delimiter))
      const named = below(3) === 0 ? [`sep=${delimiter}`] : []
      const end = below(2) === 0 ? lineEnd : ''
      const content = `${[...named, header, ...lines].join(lineEnd)}${end}`
      const bytes = pick([
        Buffer.from(content),
        Buffer.from(`\uFEFF${content}`),
        Buffer.from(`\uFEFF${content}`, 'utf16le'),
        Buffer.from(`\uFEFF${content}`, 'utf16le').swap16(),
        Buffer.from(content, 'utf16le'),
        gzipSync(content),
      ])
      return { rows, bytes, pieceBytes: pick([1 + below(20), 4096, 1_000_000]) }
    }

    test.each(Array.from({ length: 150 }, (_, seed) => seed))('seed %i', async (seed) => {
      const { rows, bytes, pieceBytes } = write(seed)
      const { documents, rows: read, failure } = await readAll(bytes, pieceBytes)
      expect(failure).toBeNull()
      expect(read).toHaveLength(rows.length)
      expect(documents.map(({ title, body }) => ({ title, body: body ?? '' }))).toEqual(
        rows.map(({ title, body }) => ({ title: toPlainLine(title), body: toPlainText(body) })),
      )
    })
  })

  describe('only the broken record is rejected, and none of its lines becomes a document', () => {
    const good = (n: number) => `Good ${n},2026-01-02,text ${n}`
    const goods = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => good(from + n))
    const titles = (from: number, to: number) => goods(from, to).map((row) => row.split(',')[0])
    const header = 'title,published_at,body'
    const inner = Array.from({ length: 2500 }, (_, n) =>
      n % 3 === 0 ? `Inner ${n},2026-01-02,x` : `words of line ${n}`,
    )

    test.each([
      ['a quote that is not doubled', ['Torn,2026-01-02,"She said "no" to', ...inner, 'the end"'], 1],
      [
        'a quote that is not doubled, many times',
        ['Torn,2026-01-02,"A "b" c', ...inner.flatMap((line) => [line, 'and "so" on']), 'end"'],
        1,
      ],
      ['text behind the last quote', ['Torn,2026-01-02,"Begin', ...inner, 'end"x'], null],
      ['a column too many', ['Torn,2026-01-02,"Begin', 'and more', 'end",more'], 1],
      ['a quote that is opened by mistake', ['"Torn,2026-01-02,x'], 1],
      ['an inch sign', ['"15" screen",2026-01-02,x'], 1],
    ])('%s', async (_, torn, rejections) => {
      const { rows } = await readAll([header, ...goods(0, 5), ...torn, ...goods(5, 3000)].join('\n'))
      const found = rows.filter((row) => !row.startsWith('!'))
      expect(found).toEqual([...titles(0, 5), ...titles(5, 3000)])
      const rejected = rows.filter((row) => row.startsWith('!'))
      expect(rejected.length).toBe(rejections ?? rejected.length)
      expect(rejected[0]).toMatch(/^! 7: /)
    })

    test('a file that ends inside a quoted field returns the rows before it', async () => {
      const { rows } = await readAll([header, ...goods(0, 5), 'Torn,2026-01-02,"Begin', ...inner].join('\n'))
      expect(rows).toEqual([...titles(0, 5), expect.stringContaining('! 7: a quote is opened and never closed')])
    })

    test('a quoted field of 9 MB is one row, even if it never ends', async () => {
      const long = Array.from({ length: 400_000 }, (_, n) => `words of line ${n}`)
      const { rows } = await readAll(
        [header, good(0), 'Long,2026-01-02,"Begin', ...long, 'end"', ...goods(1, 4)].join('\n'),
        262_144,
      )
      expect(rows).toEqual(['Good 0', expect.stringMatching(/^! 3: /), ...titles(1, 4)])
    })
  })

  describe('the valid rows of any file are read, and each other row is rejected with a reason', () => {
    const row = (fields: object) => JSON.stringify({ title: 'Good', published_at: '2026-01-02', ...fields })
    test.each<[string, string | Buffer, string]>([
      ['a row of 50 MB', row({ body: 'x'.repeat(50_000_000) }), 'the line is longer than 2 MB'],
      ['U+0000', '{"title":"a\0b","published_at":"2026-01-02"}', 'not valid JSON: it holds the character U+0000'],
      ['a field that stands twice', '{"title":"a","title":"b","published_at":"2026-01-02"}', 'title stands twice'],
      ['a prototype', '{"__proto__":{"title":"a","published_at":"2026-01-02"}}', 'title and body are both empty'],
      ['nested brackets', `${'['.repeat(500_000)}${']'.repeat(500_000)}`, 'the line is not'],
      [
        'nested brackets behind a long id',
        `{"id":12345678901234567890,"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`,
        'the line is',
      ],
      ['bytes of no character', Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), 'the line is not valid UTF-8'],
    ])('JSONL with %s', async (_, hostile, reason) => {
      const lines = [row({ id: 'a' }), '\n', hostile, '\n', row({ id: 'b' })].map((line) => Buffer.from(line))
      const { rows, failure } = await readAll(Buffer.concat(lines), 65_536)
      expect(failure).toBeNull()
      expect(rows).toEqual(['Good', expect.stringContaining(`! 2: ${reason}`.slice(0, 5)), 'Good'])
      expect(rows[1]).toContain(reason)
    })

    test.each([
      ['half of a surrogate pair', row({ title: 'x\ud800y' }), 'x\ufffdy'],
      ['a field twice in another object', '{"title":"a","published_at":"2026-01-02","extra":{"title":"b"}}', 'a'],
      [
        'the name of a field in a text',
        '{"title":"the \\"title\\", \\"title\\":","published_at":"2026-01-02"}',
        'the "title", "title":',
      ],
      [
        'nested objects that nobody reads',
        `{"title":"a","published_at":"2026-01-02","extra":${'['.repeat(5000)}${']'.repeat(5000)}}`,
        'a',
      ],
    ])('JSONL with %s is kept', async (_, kept, title) => {
      expect((await readAll(`${kept}\n${row({})}`)).rows).toEqual([title, 'Good'])
    })

    test('CSV with U+0000 keeps its rows, without those characters', async () => {
      expect((await readAll('title,date\nA\0B,2026-01-02\nC,2026-01-02\n')).rows).toEqual(['AB', 'C'])
    })

    test('lines may end with only a carriage return, in JSONL too', async () => {
      expect((await readAll(`${row({})}\r${row({})}\r`)).rows).toEqual(['Good', 'Good'])
    })

    test('a truncated compressed file returns its complete rows and an error', async () => {
      const compressed = gzipSync(Array.from({ length: 3000 }, (_, n) => row({ title: `T${n * 7919}` })).join('\n'))
      for (const part of [0.1, 0.5, 0.9, 0.999]) {
        const { rows, failure } = await readAll(compressed.subarray(0, Math.floor(compressed.length * part)))
        expect(failure).toBeInstanceOf(ImportDamagedError)
        expect(rows).toEqual(rows.map((_, n) => `T${n * 7919}`))
      }
    })
  })
})

describe('csv records', () => {
  function readAll(text: string, batch: number) {
    const reader = createCsvReader({ delimiter: ',', width: 3, isRow: ({ length }) => length === 3, firstLine: 1 })
    const lines = text.split('\n')
    const records = []
    for (let at = 0; at < lines.length; at += batch) records.push(...reader.push(lines.slice(at, at + batch)))
    return [...records, ...reader.push([], { last: true })]
  }

  /** A deterministic sequence of field contents that CSV has to quote. */
  function generate(seed: number): string[][] {
    const parts = ['a', '"', ',', '\n', ' ', 'word', '""', 'ü', '']
    const { below, pick } = createRandom(seed)
    const field = () => Array.from({ length: below(6) }, () => pick(parts)).join('')
    return Array.from({ length: 20 }, () => ['id', field(), field()])
  }

  describe('createCsvReader', () => {
    test.each([1, 2, 3, 4, 5, 6, 7, 8])('reads well-formed CSV as csv-parse does (seed %i)', (seed) => {
      const rows = generate(seed)
      const quoted = rows.map((row) => row.map((field) => `"${field.replaceAll('"', '""')}"`).join(',')).join('\n')
      const expected = parse(quoted, { relax_column_count: true })
      expect(expected).toEqual(rows)
      for (const batch of [1, 3, 100])
        expect(readAll(quoted, batch).map((record) => ('fields' in record ? record.fields : record))).toEqual(expected)
    })

    test('gives the number of the line on which a record starts', () => {
      expect(readAll('a,"1\n2",x\nb,3,y\n\n"c', 1)).toEqual([
        { line: 1, fields: ['a', '1\n2', 'x'] },
        { line: 3, fields: ['b', '3', 'y'] },
        { line: 5, broken: 'a quote is opened and never closed' },
      ])
    })

    test('keeps a quoted field of any number of lines, and none of its lines is a row', () => {
      const body = 'a,b,c\n'.repeat(5000)
      expect(readAll(`1,"${body}",x\n2,y,z`, 50)).toEqual([
        { line: 1, fields: ['1', body, 'x'] },
        { line: 5002, fields: ['2', 'y', 'z'] },
      ])
    })
  })
})
