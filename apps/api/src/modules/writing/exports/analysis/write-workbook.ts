import writeExcelFile, { type CellObject, type Sheet } from 'write-excel-file/node'
import {
  type Analysis,
  type AnalysisTable,
  type AnalysisValue,
  cleanText,
  toColumns,
  type ValueKind,
} from './analysis.ts'

/** Workbooks show numbers and dates in these formats; text is marked as text, so that editing it never makes it a formula. */
const formats: Record<ValueKind, string> = {
  text: '@',
  count: '#,##0',
  decimal: '#,##0.00',
  tone: '+0.00;-0.00;0.00',
  share: '0.0%',
  day: 'yyyy-mm-dd',
  moment: 'yyyy-mm-dd hh:mm',
}
const widths: Record<ValueKind, number> = { text: 24, count: 14, decimal: 14, tone: 12, share: 12, day: 13, moment: 18 }
const maxWidth = 60
const maxNameLength = 31
const [accent, quiet, wash] = ['#5b3fb8', '#6b667b', '#f0edf8']

/** Writes a workbook: an overview, a sheet for each table, the sources and the method. */
export async function writeWorkbook(analysis: Analysis): Promise<Uint8Array> {
  const { tables, sources, method } = analysis
  const methodTable: AnalysisTable = {
    title: 'Method',
    note: 'How the numbers were counted.',
    columns: toColumns({ Measure: 'text', 'How it is counted': 'text' }),
    rows: method.map(({ name, text }) => [name, text]),
  }
  const names = new Set<string>(['overview'])
  const sheets = [...tables, ...(sources === null ? [] : [sources]), methodTable].map((table) => ({
    ...writeSheet(table),
    sheet: nameSheet(table.title, names),
  }))
  const buffer = await writeExcelFile([{ ...writeOverview(analysis), sheet: 'Overview' }, ...sheets], {
    fontFamily: 'Arial',
    fontSize: 10,
  }).toBuffer()
  return new Uint8Array(buffer)
}

function writeOverview({
  noun,
  title,
  scope,
  measured,
  warnings,
  finding,
  figures,
  statements: { heading, sentences },
}: Analysis): Sheet<never> {
  const line = (text: string, style: CellObject = {}): CellObject[] => [
    { ...toCell(text, 'text'), ...style, columnSpan: 5 },
  ]
  const sentence = (text: string) => line(text, { wrap: true, height: heightOf(text) })
  return {
    data: [
      line(noun, { textColor: accent, fontWeight: 'bold' }),
      line(title, { fontSize: 16, fontWeight: 'bold', height: 24 }),
      line(scope, { textColor: quiet }),
      line(measured, { textColor: quiet }),
      ...warnings.map((warning) => line(warning, { fontWeight: 'bold' })),
      ...(finding === null ? [] : [[], sentence(finding)]),
      ...(figures.length === 0
        ? []
        : [
            [],
            ['Figure', 'Value', 'Low', 'High', 'Note'].map((name) => headCell(name)),
            ...figures.map(({ name, value, low, high, kind, note }) => [
              toCell(name, 'text'),
              toCell(value, kind),
              toCell(low, kind),
              toCell(high, kind),
              { ...toCell(note, 'text'), textColor: quiet },
            ]),
          ]),
      ...(sentences.length === 0 ? [] : [[], line(heading, { fontWeight: 'bold' })]),
      ...sentences.map(sentence),
      [],
      line('Empty cells are unknown; unknown is never 0.', { textColor: quiet }),
    ],
    columns: [{ width: 30 }, { width: 16 }, { width: 14 }, { width: 14 }, { width: 70 }],
    showGridLines: false,
  }
}

/** The names of the columns are the first row, so that filters and pivot tables find them; they stay in view. */
function writeSheet({ columns, rows, note }: AnalysisTable): Sheet<never> {
  const widthOf = ({ name, kind }: AnalysisTable['columns'][number], index: number) =>
    Math.min(
      maxWidth,
      rows
        .slice(0, 200)
        .reduce(
          (width, row) => Math.max(width, kind === 'text' ? String(row[index] ?? '').length + 2 : 0),
          Math.max(kind === 'text' ? 12 : widths[kind], name.length + 3),
        ),
    )
  return {
    data: [
      columns.map(({ name, kind }) => headCell(name, kind)),
      ...rows.map((row) => columns.map(({ kind }, index) => toCell(row[index] ?? null, kind))),
      ...(note === '' ? [] : [[], [{ ...toCell(note, 'text'), textColor: quiet }]]),
    ],
    columns: columns.map((column, index) => ({ width: widthOf(column, index) })),
    stickyRowsCount: 1,
  }
}

function headCell(name: string, kind: ValueKind = 'text'): CellObject {
  const isNumber = kind !== 'text' && kind !== 'day' && kind !== 'moment'
  return {
    value: cleanText(name),
    type: String,
    fontWeight: 'bold',
    backgroundColor: wash,
    ...(isNumber && { align: 'right' }),
  }
}

function toCell(value: AnalysisValue, kind: ValueKind): CellObject {
  if (value === null) return {}
  if (typeof value === 'number') return { value, type: Number, format: formats[kind] }
  if ((kind === 'day' || kind === 'moment') && !Number.isNaN(Date.parse(value)))
    return { value: new Date(value), type: Date, format: formats[kind], align: 'left' }
  return { value: cleanText(value), type: String, format: formats.text }
}

const charactersPerLine = 130

/** Room for a sentence over five columns. */
function heightOf(text: string): number {
  return 15 * Math.max(1, Math.ceil(text.length / charactersPerLine))
}

/** A name that a sheet may have: no longer than 31 characters, without signs that references use, and unlike the others. */
function nameSheet(title: string, names: Set<string>): string {
  const plain =
    cleanText(title)
      .replaceAll(/[[\]:*?/\\]/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/^[\s']+|[\s']+$/g, '') || 'Sheet'
  for (let copy = 1; ; copy += 1) {
    const ending = copy === 1 ? '' : ` (${copy})`
    const name = `${plain
      .slice(0, maxNameLength - ending.length)
      .toWellFormed()
      .trimEnd()}${ending}`
    if (names.has(name.toLowerCase())) continue
    names.add(name.toLowerCase())
    return name
  }
}
