import type { Caller } from '../identity/caller.ts'
import type { ResourceContext } from '../state/task.ts'
import type { ListedRows, MadeFile } from '@auspex/contract'
import { zipSync } from 'fflate'
import { type Fields, fieldsAt, isFields, valueAt } from '../state/fields.ts'
import { titleOf, withTopic } from '../state/topic.ts'
import { listDocuments } from '../world/answers.ts'
import { documentsCollection } from '../world/signals.ts'

/** A fixed date, since equal requests give equal bytes. */
const zipOptions = { level: 0, mtime: '1980-01-01T00:00:00' } as const

function writeZip(files: Readonly<Record<string, Uint8Array<ArrayBuffer>>>): Uint8Array<ArrayBuffer> {
  return new Uint8Array(zipSync(files, zipOptions))
}

const charactersPerLine = 90
const linesOnPage = 48

/** Writes the first lines of a text as a PDF of one page in A4; characters beyond Latin-1 become question marks. */
function writePdf(lines: readonly string[]): Uint8Array<ArrayBuffer> {
  const text = lines
    .flatMap((line) => line.match(new RegExp(`.{1,${charactersPerLine}}`, 'gu')) ?? [''])
    .slice(0, linesOnPage)
    .map((line) => `(${escapePdfText(line)}) Tj T*`)
    .join('\n')
  const content = `BT /F1 11 Tf 15 TL 50 780 Td\n${text}\nET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [4 0 R] /Count 1 >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents 5 0 R >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ]
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const count = objects.length + 1
  const start = file.length
  file += `xref\n0 ${count}\n0000000000 65535 f \n${offsets.join('')}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  // one byte per character, so that string lengths are file offsets
  return Uint8Array.from(file, (letter) => letter.charCodeAt(0))
}

function escapePdfText(line: string): string {
  return line.replaceAll(/[^\x20-\x7e\xa0-\xff]/gu, '?').replaceAll(/[\\()]/g, String.raw`\$&`)
}

/** Readable content: a title, and its texts in order. */
interface Text {
  readonly title: string
  readonly paragraphs: readonly string[]
}

const encoder = new TextEncoder()

/** Writers of texts by requested format. */
const textWriters: Readonly<Record<string, (text: Text) => Uint8Array<ArrayBuffer>>> = {
  html: ({ title, paragraphs }) =>
    encoder.encode(
      `<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>${escapeMarkup(title)}</title>\n<h1>${escapeMarkup(title)}</h1>\n${paragraphs.map((each) => `<p>${escapeMarkup(each)}</p>\n`).join('')}</html>\n`,
    ),
  markdown: ({ title, paragraphs }) =>
    encoder.encode(`# ${title}\n${paragraphs.map((each) => `\n${each}\n`).join('')}`),
  pdf: ({ title, paragraphs }) => writePdf([title, ...paragraphs.flatMap((each) => ['', ...each.split('\n')])]),
  docx: writeDocx,
}

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const packageNames = 'http://schemas.openxmlformats.org/package/2006'
const documentNames = 'http://schemas.openxmlformats.org'

function writeDocx({ title, paragraphs }: Text): Uint8Array<ArrayBuffer> {
  const body = [title, ...paragraphs.flatMap((each) => each.split('\n'))]
    .map((line) => `<w:p><w:r><w:t xml:space="preserve">${escapeMarkup(line)}</w:t></w:r></w:p>`)
    .join('')
  const document = `${xml}<w:document xmlns:w="${documentNames}/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`
  return writePackage('word/document.xml', 'wordprocessingml.document.main', { 'word/document.xml': document })
}

type Parts = Readonly<Record<string, string>>

const officeType = 'application/vnd.openxmlformats-officedocument'

/** A package of the Office formats, of which one part is the document; the only others with a type are sheets. */
function writePackage(document: string, type: string, parts: Parts): Uint8Array<ArrayBuffer> {
  const sheets = Object.keys(parts).filter((name) => name.startsWith('xl/worksheets/'))
  const types = [[document, type], ...sheets.map((name) => [name, 'spreadsheetml.worksheet'])]
    .map(([name, each]) => `<Override PartName="/${name}" ContentType="${officeType}.${each}+xml"/>`)
    .join('')
  const all: Parts = {
    '[Content_Types].xml': `${xml}<Types xmlns="${packageNames}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${types}</Types>`,
    '_rels/.rels': `${xml}<Relationships xmlns="${packageNames}/relationships"><Relationship Id="rId1" Type="${documentNames}/officeDocument/2006/relationships/officeDocument" Target="${document}"/></Relationships>`,
    ...parts,
  }
  return writeZip(Object.fromEntries(Object.entries(all).map(([name, text]) => [name, encoder.encode(text)])))
}

/** A workbook of one sheet: numbers as numbers, all else as text. */
function writeWorkbook(rows: readonly Fields[], columns: Columns): Uint8Array<ArrayBuffer> {
  const cellOf = (value: unknown) => {
    if (typeof value === 'number') return `<c><v>${value}</v></c>`
    if (value === null || value === undefined) return '<c/>'
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return `<c t="inlineStr"><is><t xml:space="preserve">${escapeMarkup(text)}</t></is></c>`
  }
  const lines = [
    Object.keys(columns),
    ...rows.map((row) => Object.values(columns).map((pointer) => valueAt(row, pointer))),
  ]
  const names = `xmlns="${documentNames}/spreadsheetml/2006/main" xmlns:r="${documentNames}/officeDocument/2006/relationships"`
  return writePackage('xl/workbook.xml', 'spreadsheetml.sheet.main', {
    'xl/workbook.xml': `${xml}<workbook ${names}><sheets><sheet name="Data" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${xml}<Relationships xmlns="${packageNames}/relationships"><Relationship Id="rId1" Type="${documentNames}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `${xml}<worksheet ${names}><sheetData>${lines.map((cells) => `<row>${cells.map(cellOf).join('')}</row>`).join('')}</sheetData></worksheet>`,
  })
}

/** A presentation without slides: the mock draws none. */
function writeSlides(): Uint8Array<ArrayBuffer> {
  return writePackage('ppt/presentation.xml', 'presentationml.presentation.main', {
    'ppt/presentation.xml': `${xml}<p:presentation xmlns:p="${documentNames}/presentationml/2006/main"><p:sldSz cx="12192000" cy="6858000"/><p:notesSz cx="6858000" cy="9144000"/></p:presentation>`,
  })
}

/** A Parquet file without columns: the signature, an empty footer in Thrift's compact protocol, its length and the signature. */
function writeParquet(): Uint8Array<ArrayBuffer> {
  // version 1, a schema of its root alone, no rows, no row groups
  const schema = [0x19, 0x1c, 0x48, 4, ...encoder.encode('root'), 0x15, 0, 0]
  const footer = [0x15, 2, ...schema, 0x16, 0, 0x19, 0x0c, 0]
  const mark = encoder.encode('PAR1')
  return Uint8Array.from([...mark, ...footer, footer.length, 0, 0, 0, ...mark])
}

/** A text inside HTML or XML. */
export function escapeMarkup(text: string): string {
  const names: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
  return text.replaceAll(/[&<>"]/g, (letter) => names[letter] ?? letter)
}

/** Columns of a table by name, and where a row has their values. */
export type Columns = Readonly<Record<string, string>>

/** CSV (RFC 4180) with a header; unknown values are empty fields. `mark` is the byte order mark that Excel needs. */
function writeCsv(rows: readonly Fields[], columns: Columns, mark = ''): Uint8Array<ArrayBuffer> {
  const lines = [
    Object.keys(columns),
    ...rows.map((row) => Object.values(columns).map((pointer) => toField(valueAt(row, pointer)))),
  ]
  return new TextEncoder().encode(mark + lines.map((fields) => `${fields.join(',')}\r\n`).join(''))
}

/** One JSON object per line. */
function writeJsonLines(rows: readonly Fields[]): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
}

/** Prefixes text that a spreadsheet would run as a formula with an apostrophe, as the product API does. */
function toField(value: unknown): string {
  if (typeof value !== 'string') return value === null || value === undefined ? '' : JSON.stringify(value)
  const safe = /^[\s\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(value) ? `'${value}` : value
  return /[",\r\n]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The file formats by the name that requests use. */
const formats: Readonly<Record<string, { extension: string; mediaType: string }>> = {
  csv: { extension: 'csv', mediaType: 'text/csv; charset=utf-8' },
  'csv-excel': { extension: 'csv', mediaType: 'text/csv; charset=utf-8' },
  jsonl: { extension: 'jsonl', mediaType: 'application/x-ndjson; charset=utf-8' },
  html: { extension: 'html', mediaType: 'text/html; charset=utf-8' },
  markdown: { extension: 'md', mediaType: 'text/markdown; charset=utf-8' },
  pdf: { extension: 'pdf', mediaType: 'application/pdf' },
  docx: {
    extension: 'docx',
    mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  },
  bundle: { extension: 'zip', mediaType: 'application/zip' },
  parquet: { extension: 'parquet', mediaType: 'application/vnd.apache.parquet' },
  'series-parquet': { extension: 'parquet', mediaType: 'application/vnd.apache.parquet' },
  'series-jsonl': { extension: 'jsonl', mediaType: 'application/x-ndjson; charset=utf-8' },
  xlsx: { extension: 'xlsx', mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  pptx: { extension: 'pptx', mediaType: 'application/vnd.openxmlformats-officedocument.presentationml.presentation' },
}

const texts = /^(title|subtitle|heading|contents|text|body|caption|note|summary)$/

/** The file of an item, generated from its current state. */
export function makeFile(
  { context, caller, rules }: { context: ResourceContext; caller: Caller; rules: MadeFile },
  item: Fields,
): { mediaType: string; bytes: Uint8Array<ArrayBuffer> } {
  const format = String(item[rules.format])
  const { mediaType = 'application/octet-stream' } = formats[format] ?? {}
  const thing = String(item[rules.thing])
  const title = titleOf(context, thing) ?? thing
  if (format === 'pptx') return { mediaType, bytes: writeSlides() }
  if (format.endsWith('parquet')) return { mediaType, bytes: writeParquet() }
  const listed = rules.lists[String(item[rules.kind])]
  if (listed !== undefined) {
    const rows = listRows(context, listed, thing)
    return { mediaType, bytes: writeRows(format, { rows, title, rules: { ...rules, columns: rules.listColumns } }) }
  }
  const source = context.collections.get(rules.rows[String(item[rules.kind])] ?? '')
  if (source === undefined) {
    const write = textWriters[format] ?? textWriters['html']
    const rows = [...context.collections.values()].flatMap(({ name }) => context.store.find(name, thing) ?? [])
    const text = { title, paragraphs: rows.flatMap((row) => textsOf(row.item)).filter((each) => each !== title) }
    if (format === 'xlsx' || format === 'series-jsonl')
      return {
        mediaType,
        bytes: writeRows(format, { rows: rows.map((row) => row.item).filter(isFields), title, rules }),
      }
    return { mediaType, bytes: write?.(text) ?? new Uint8Array() }
  }
  const documents = source.name === documentsCollection ? listDocuments(thing, {}, context.signals) : null
  const listItems = () =>
    context
      .repositoryOf(source, caller, 'none')
      .list()
      .map((row) => withTopic(row, rules.shown, title))
      .filter(isFields)
  const rows = documents?.map((document) => ({ ...document })) ?? listItems()
  return { mediaType, bytes: writeRows(format, { rows, title, rules }) }
}

/** The entries of the lists of an item, or of the items it refers to, each with the name of its owner. */
function listRows({ collections, store }: ResourceContext, { property, owner, through }: ListedRows, thing: string) {
  const find = (id: unknown) =>
    fieldsAt([...collections.values()].map(({ name }) => store.find(name, String(id))?.item)).slice(0, 1)
  const owners =
    through === undefined
      ? find(thing)
      : find(thing).flatMap((item) => fieldsAt(item[through]).flatMap(({ id }) => find(id)))
  return owners.flatMap((item) =>
    fieldsAt(item[property]).map((row): Fields => ({ [`${owner}Id`]: item['id'], [owner]: item['title'], ...row })),
  )
}

function writeRows(
  format: string,
  { rows, title, rules }: { rows: readonly Fields[]; title: string; rules: MadeFile },
): Uint8Array<ArrayBuffer> {
  const text: Text = { title, paragraphs: rows.map((row) => textsOf(row).join(' ')) }
  if (format === 'csv') return writeCsv(rows, rules.columns)
  if (format === 'csv-excel') return writeCsv(rows, rules.columns, '\uFEFF')
  if (format === 'xlsx') return writeWorkbook(rows, rules.columns)
  if (format === 'jsonl' || format === 'series-jsonl') return writeJsonLines(rows)
  if (format !== 'bundle') return (textWriters[format] ?? textWriters['html'])?.(text) ?? new Uint8Array()
  return writeZip({
    'documents.csv': writeCsv(rows, rules.columns),
    'documents.jsonl': writeJsonLines(rows),
    'report.html': textWriters['html']?.(text) ?? new Uint8Array(),
  })
}

/** The texts of an item and its contents, in order. */
function textsOf(value: unknown, name = ''): string[] {
  if (typeof value === 'string') return texts.test(name) ? [value] : []
  if (Array.isArray(value)) return value.flatMap((each) => textsOf(each, name))
  return isFields(value) ? Object.entries(value).flatMap(([inner, each]) => textsOf(each, inner)) : []
}

/** The suggested file name: the content and the format. */
export function fileNameOf(context: ResourceContext, rules: MadeFile, item: Fields): string {
  const thing = String(item[rules.thing])
  const words = (titleOf(context, thing) ?? thing).toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['file']
  return `${words.join('-').slice(0, 100)}.${formats[String(item[rules.format])]?.extension ?? 'bin'}`
}

export function isReady({ ready }: MadeFile, item: Fields): boolean {
  return Object.entries(ready).every(([name, value]) => item[name] === value)
}
