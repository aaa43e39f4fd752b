import { loadContract, resolve } from '@auspex/contract'
import { readContractDocument } from '@auspex/contract/file'
import { describe, expect, test } from 'vitest'
import type { SourceDocument } from '../source.types.ts'
import { documentLimits, type FieldLimits } from './document-limits.gen.ts'
import { createRowParser } from './imported.parse.ts'
import { readDocuments } from './read-documents.ts'

const clock = () => new Date('2026-11-21T08:00:00Z')
const parse = createRowParser({ clock })
const row = { id: 'a1', source: 'example.org', title: 'Salmon prices rise', published_at: '2026-11-01T10:00:00Z' }

const addressOf = (length: number) => 'https://example.org/'.padEnd(length, 'a')

describe('documents at the limits of the contract', () => {
  test('a text that is too long is truncated, and an address that is too long is dropped', () => {
    const parsed = parse({ ...row, body: 'fish '.repeat(50_000), url: `https://example.org/${'a'.repeat(5000)}` })
    expect(parsed).toMatchObject({ document: { url: null, body: expect.any(String) } })
    expect('document' in parsed && parsed.document.body?.length).toBe(200_000)
  })

  test('an address is kept up to the limit, and dropped one character later', () => {
    expect(parse({ ...row, url: addressOf(4000) })).toMatchObject({ document: { url: addressOf(4000) } })
    expect(parse({ ...row, url: addressOf(4001) })).toMatchObject({ document: { url: null } })
  })

  test('a text is truncated between two characters, and a surrogate pair counts as one', () => {
    const fullText = '🐟'.repeat(4000)
    expect(parse({ ...row, title: fullText })).toMatchObject({ document: { title: fullText } })
    expect(parse({ ...row, title: `${fullText}🐟` })).toMatchObject({ document: { title: fullText } })
    expect(parse({ ...row, title: `x${fullText}` })).toMatchObject({ document: { title: `x${fullText.slice(0, -2)}` } })
  })

  test.each([
    ['source', { source: 'x'.repeat(301) }],
    ['author', { author: 'x'.repeat(301) }],
    ['id', { id: 'x'.repeat(501) }],
  ])('a row whose %s is too long is rejected and says so', (field, extra) => {
    expect(parse({ ...row, ...extra })).toEqual({ rejected: expect.stringContaining(`${field} is longer than`) })
  })

  test('a negative number of comments is unknown, and a negative score is a score', () => {
    expect(parse({ ...row, engagement: { score: -3, comments: -1, views: 2.4 } })).toMatchObject({
      document: { engagement: { score: -3, comments: null, views: 2, reposts: null } },
    })
  })
})

/** A value of a field in a file, and whether it is within the contract's limits. */
type Sample = readonly [value: string | number, isWithin: boolean]

/** Fields that the reader sets itself; the files have none of them. */
const fieldsOfReader = ['sourceKey', 'countryBasis']
/** The names that files use for the others, where they differ. */
const fileFields: Readonly<Record<string, string>> = {
  nativeId: 'id',
  outlet: 'source',
  publishedAt: 'published_at',
  datePrecision: 'date_precision',
}
/** Values of fields whose limits are more than a length or a range. */
const specialSamples: Readonly<Record<string, readonly Sample[]>> = {
  publishedAt: [
    ['1990-01-01T00:00:00Z', true],
    ['1989-12-31T23:59:59Z', false],
    ['2026-11-20T23:59:59.999999999+02:00', true],
    ['9999-12-31T23:59:59Z', false],
    ['x'.repeat(36), false],
  ],
  url: [
    [addressOf(4000), true],
    [addressOf(4001), true], // the address is dropped, and the document stays
  ],
  country: [
    ['NO', true],
    ['N1', false],
    ['NOPE', false],
  ],
  lang: [
    ['nb-NO', true],
    ['x'.repeat(21), false],
  ],
  datePrecision: [
    ['day', true],
    ['second', true],
    ['minute', true], // it is not read
  ],
}

function samplesOf(path: string, limits: FieldLimits): readonly Sample[] {
  const special = specialSamples[path]
  if (special !== undefined) return special
  if (limits.enum !== undefined) return [...limits.enum.map((word): Sample => [String(word), true]), ['rumour', false]]
  const { maxLength, maximum, minimum } = limits
  if (maxLength !== undefined) {
    const isTruncated = path === 'title' || path === 'body'
    return [
      ['x'.repeat(maxLength), true],
      ['🐟'.repeat(maxLength), true],
      ['x'.repeat(maxLength + 1), isTruncated],
      ['🐟'.repeat(maxLength + 1), isTruncated],
    ]
  }
  if (maximum === undefined || minimum === undefined) throw new Error(`No samples for ${path}`)
  const isUnknownBelow = minimum === 0 // a negative number of reactions is unknown
  return [
    [maximum, true],
    [minimum, true],
    [maximum + 1, false],
    [minimum - 1, isUnknownBelow],
    [maximum + 0.4, true], // it is rounded
    [99_999_999_999_999, false],
    [1e16, false],
    [Number.MAX_VALUE, false],
  ]
}

const contract = readContractDocument()
const batchBody = loadContract(contract).operations.find(({ id }) => id === 'storeImportBatch')?.body
const checkBatch = batchBody?.types.get('application/json')?.check
/** What the contract finds wrong with a document. */
function findFaults(document: SourceDocument) {
  return checkBatch?.({ firstLine: 1, lastLine: 1, documents: [document], rejected: [] })
}

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly oneOf?: readonly Schema[]
}

/** The fields of a schema in the contract; those of an object inside it are named with a dot. */
function listFields(reference: Schema | { readonly $ref: string }, path = ''): string[] {
  const { properties, oneOf = [] } = resolve<Schema>(contract, reference)
  const fields = properties ?? oneOf.map((one) => resolve(contract, one).properties).find(Boolean)
  if (fields === undefined) return [path]
  return Object.entries(fields).flatMap(([name, field]) => listFields(field, path === '' ? name : `${path}.${name}`))
}

const cases = Object.entries<FieldLimits>(documentLimits)
  .filter(([path]) => !fieldsOfReader.includes(path))
  .map(([path, limits]) => [path, fileFields[path] ?? path.split('.').at(-1) ?? path, samplesOf(path, limits)] as const)

function toJsonl(field: string, value: string | number, path: string): string {
  const changedRow = path.startsWith('engagement.')
    ? { ...row, engagement: { [field]: value } }
    : { ...row, [field]: value }
  return `${JSON.stringify(changedRow)}\n${JSON.stringify({ ...row, id: 'after' })}\n`
}

function toCsv(field: string, value: string | number): string {
  const names = [...new Set([...Object.keys(row), field])]
  const rows = [
    { ...row, [field]: String(value) },
    { ...row, [field]: row[field as keyof typeof row] ?? '', id: 'after' },
  ]
  const lines = rows.map((csvRow) => names.map((name) => `"${csvRow[name as keyof typeof row]}"`).join(','))
  return `${names.join(',')}\n${lines.join('\n')}\n`
}

async function read(text: string) {
  const rows = []
  async function* stream() {
    yield Buffer.from(text)
  }
  for await (const document of readDocuments({ stream: stream(), clock })) rows.push(document)
  return rows
}

describe('the reader rejects what the contract rejects, and only that row', () => {
  test('every field of the contract has limits in the reader', () => {
    const fields = listFields({ $ref: '#/components/schemas/ImportDocument' })
    expect(fields).toContain('engagement.views')
    expect([...cases.map(([path]) => path), ...fieldsOfReader].toSorted()).toEqual(fields.toSorted())
  })

  describe.each(cases)('%s', (path, field, samples) => {
    const files = samples.flatMap(([value, isWithin]) => [
      { format: 'JSONL', value, isWithin, text: toJsonl(field, value, path) },
      { format: 'CSV', value, isWithin, text: toCsv(field, value) },
    ])

    test.each(files.map((file) => [describeSample(file), file] as const))('%s', async (_, { text, isWithin }) => {
      const [first, ...others] = await read(text)
      expect(others).toEqual([{ line: expect.any(Number), document: expect.objectContaining({ title: row.title }) }])
      // the contract's verdict on the document, or why the reader returned none
      const outcome = first !== undefined && 'document' in first ? findFaults(first.document) : first
      const refusal: unknown = {
        line: expect.any(Number) as unknown,
        rejected: expect.stringMatching(new RegExp(`\\b${field}\\b`)) as unknown,
      }
      expect(outcome).toEqual(isWithin ? [] : refusal)
    })
  })
})

function describeSample({ format, value, isWithin }: { format: string; value: string | number; isWithin: boolean }) {
  const written = String(value)
  const short = written.length > 40 ? `${written.slice(0, 20)}… of ${written.length} characters` : written
  return `${format}: ${short} ${isWithin ? 'is stored' : 'is rejected'}`
}
