import type { ListedRows, MadeFile } from '@auspex/contract'
import type { Caller } from '../identity/caller.ts'
import { type Fields, isFields } from '../state/request-fields.ts'
import type { ResourceContext } from '../state/task.ts'
import { titleOf, withTopic } from '../state/topic.ts'
import { type Text, textWriters } from './write-texts.ts'
import { writeCsv, writeJsonLines } from './write-rows.ts'
import { writeZip } from './zip.ts'

/** The formats of files, by the name that requests have for them. */
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
}

const texts = /^(title|subtitle|heading|contents|text|body|caption|note|summary)$/

/** The file of an item, as it is written now. */
export function makeFile(
  { context, caller, rules }: { context: ResourceContext; caller: Caller; rules: MadeFile },
  item: Fields,
): { mediaType: string; bytes: Uint8Array<ArrayBuffer> } {
  const format = String(item[rules.format])
  const { mediaType = 'application/octet-stream' } = formats[format] ?? {}
  const thing = String(item[rules.thing])
  const title = titleOf(context.store, thing) ?? thing
  const listed = rules.lists[String(item[rules.kind])]
  if (listed !== undefined) {
    const rows = listRows(context, listed, thing)
    return { mediaType, bytes: writeRows(format, { rows, title, rules: { ...rules, columns: rules.listColumns } }) }
  }
  const source = context.collections.get(rules.rows[String(item[rules.kind])] ?? '')
  if (source === undefined) {
    const write = textWriters[format] ?? textWriters['html']
    const found = [...context.collections.values()].flatMap(({ name }) => context.store.find(name, thing) ?? [])
    const text = { title, paragraphs: found.flatMap((row) => textsOf(row.item)).filter((each) => each !== title) }
    return { mediaType, bytes: write?.(text) ?? new Uint8Array() }
  }
  const rows = context
    .repositoryOf(source, caller, 'none')
    .list()
    .map((row) => withTopic(row, rules.shown, title))
    .filter(isFields)
  return { mediaType, bytes: writeRows(format, { rows, title, rules }) }
}

/** The entries of the lists of a thing, or of what it refers to, each with the name of what has it. */
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

function fieldsAt(list: unknown): Fields[] {
  return Array.isArray(list) ? list.filter(isFields) : []
}

function writeRows(
  format: string,
  { rows, title, rules }: { rows: readonly Fields[]; title: string; rules: MadeFile },
): Uint8Array<ArrayBuffer> {
  const text: Text = { title, paragraphs: rows.map((row) => textsOf(row).join(' ')) }
  if (format === 'csv') return writeCsv(rows, rules.columns)
  if (format === 'csv-excel') return writeCsv(rows, rules.columns, '\uFEFF')
  if (format === 'jsonl') return writeJsonLines(rows)
  if (format !== 'bundle') return (textWriters[format] ?? textWriters['html'])?.(text) ?? new Uint8Array()
  return writeZip({
    'documents.csv': writeCsv(rows, rules.columns),
    'documents.jsonl': writeJsonLines(rows),
    'report.html': textWriters['html']?.(text) ?? new Uint8Array(),
  })
}

/** The texts of a thing and of what it holds, in their order. */
function textsOf(value: unknown, name = ''): string[] {
  if (typeof value === 'string') return texts.test(name) ? [value] : []
  if (Array.isArray(value)) return value.flatMap((each) => textsOf(each, name))
  return isFields(value) ? Object.entries(value).flatMap(([inner, each]) => textsOf(each, inner)) : []
}

/** The name that a file is saved under: what is in it, and the format. */
export function fileNameOf({ store }: ResourceContext, rules: MadeFile, item: Fields): string {
  const thing = String(item[rules.thing])
  const words = (titleOf(store, thing) ?? thing).toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['file']
  return `${words.join('-').slice(0, 100)}.${formats[String(item[rules.format])]?.extension ?? 'bin'}`
}

/** Whether the file of an item can be read. */
export function isReady({ ready }: MadeFile, item: Fields): boolean {
  return Object.entries(ready).every(([name, value]) => item[name] === value)
}
