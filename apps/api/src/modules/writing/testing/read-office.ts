import { XMLParser } from 'fast-xml-parser'
import { strFromU8, unzipSync } from 'fflate'

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  trimValues: false,
  isArray: (name) => ['row', 'c', 'si', 'sheet', 'Relationship', 'c:ser', 'c:pt', 'a:p', 'a:r', 'p:sp'].includes(name),
})

// oxlint-disable-next-line typescript/no-explicit-any -- the nodes of any XML
type XmlNode = any

export interface ReadSheet {
  xml: string
  rows: (string | number | null)[][]
}

/** The sheets of a workbook by name: texts as strings, numbers and dates as the numbers that are stored. */
export function readSheets(workbook: Uint8Array): Record<string, ReadSheet> {
  const parts = unzipSync(workbook)
  const read = (name: string): XmlNode => parser.parse(strFromU8(parts[name] ?? new Uint8Array()))
  const strings: string[] = (read('xl/sharedStrings.xml').sst?.si ?? []).map(({ t }: XmlNode) => textOf(t))
  const paths = new Map<string, string>(
    read('xl/_rels/workbook.xml.rels').Relationships.Relationship.map((relationship: XmlNode) => [
      relationship['@Id'],
      relationship['@Target'],
    ]),
  )
  const sheets: XmlNode[] = read('xl/workbook.xml').workbook.sheets.sheet
  return Object.fromEntries(
    sheets.map((sheet) => {
      const path = `xl/${(paths.get(sheet['@r:id']) ?? '').replace(/^\/?xl\//, '')}`
      const rows: XmlNode[] = read(path).worksheet.sheetData.row ?? []
      return [
        sheet['@name'],
        { xml: strFromU8(parts[path] ?? new Uint8Array()), rows: rows.map((row) => readRow(row.c ?? [], strings)) },
      ]
    }),
  )
}

function readRow(cells: readonly XmlNode[], strings: readonly string[]): (string | number | null)[] {
  const row: (string | number | null)[] = []
  for (const cell of cells) {
    const column = /^[A-Z]+/.exec(cell['@r'])?.[0] ?? 'A'
    const index = Array.from(column).reduce((sum, letter) => sum * 26 + (letter.codePointAt(0) ?? 0) - 64, 0) - 1
    while (row.length < index) row.push(null)
    const value = cell.v === undefined ? null : textOf(cell.v)
    row.push(value === null ? null : cell['@t'] === 's' ? (strings[Number(value)] ?? '') : Number(value))
  }
  return row
}

export interface ReadPresentation {
  /** The first text of each slide that is a title by its size. */
  titles: string[]
  notes: string[]
  /** The values of the first series of each chart, in the order of the slides. */
  charts: (number | null)[][]
}

export function readSlides(presentation: Uint8Array): ReadPresentation {
  const parts = unzipSync(presentation)
  const numbered = (pattern: RegExp) =>
    Object.keys(parts)
      .flatMap((name) => {
        const number = pattern.exec(name)?.[1]
        return number === undefined ? [] : [{ number: Number(number), xml: strFromU8(parts[name] ?? new Uint8Array()) }]
      })
      .toSorted((a, b) => a.number - b.number)
      .map(({ xml }) => xml)
  const words = (xml: string) => [...xml.matchAll(/<a:t>([^<]*)<\/a:t>/g)].map(([, text = '']) => unescapeXml(text))
  return {
    titles: numbered(/^ppt\/slides\/slide(\d+)\.xml$/).map((xml) => words(xml)[0] ?? ''),
    notes: numbered(/^ppt\/notesSlides\/notesSlide(\d+)\.xml$/).map((xml) => words(xml).join('\n')),
    charts: numbered(/^ppt\/charts\/chart(\d+)\.xml$/).map(readChart),
  }
}

function readChart(xml: string): (number | null)[] {
  const values = /<c:val>([\s\S]*?)<\/c:val>/.exec(xml)?.[1] ?? ''
  const count = Number(/<c:ptCount val="(\d+)"/.exec(values)?.[1] ?? 0)
  const points = new Map(
    [...values.matchAll(/<c:pt idx="(\d+)"><c:v>([^<]+)<\/c:v>/g)].map(([, index, value]) => [
      Number(index),
      Number(value),
    ]),
  )
  return Array.from({ length: count }, (_, index) => points.get(index) ?? null)
}

function textOf(node: XmlNode): string {
  return typeof node === 'string' ? node : String(node?.['#text'] ?? '')
}

function unescapeXml(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')
}

/** The sheets of a workbook as LibreOffice has read it (flat OpenDocument): texts as strings, numbers as numbers. */
export function readFlatSheets(xml: string): Record<string, (string | number | null)[][]> {
  const tables = [...xml.matchAll(/<table:table table:name="([^"]*)"[^>]*>([\s\S]*?)<\/table:table>/g)]
  return Object.fromEntries(tables.map(([, name = '', content = '']) => [unescapeXml(name), readFlatRows(content)]))
}

/** The values of all series of all charts of a presentation as LibreOffice has read it (flat OpenDocument). */
export function readFlatCharts(xml: string): (number | null)[][] {
  return [...xml.matchAll(/<table:table table:name="local-table"[^>]*>([\s\S]*?)<\/table:table>/g)].flatMap(
    ([, content = '']) => {
      // the first row has the names of the series, the first column the categories
      const rows = readFlatRows(content).slice(1)
      return (rows[0] ?? [])
        .slice(1)
        .map((_, column) =>
          rows.map((row) => (typeof row[column + 1] === 'number' ? (row[column + 1] as number) : null)),
        )
    },
  )
}

const maxRepeats = 100

function readFlatRows(content: string): (string | number | null)[][] {
  return [...content.matchAll(/<table:table-row[^>]*?(?:\/>|>([\s\S]*?)<\/table:table-row>)/g)].map(([, cells = '']) =>
    [
      ...cells.matchAll(/<table:(?:covered-)?table-cell([^>]*?)(?:\/>|>([\s\S]*?)<\/table:(?:covered-)?table-cell>)/g),
    ].flatMap(([, attributes = '', text = '']) => {
      const number = / office:value="([^"]*)"/.exec(attributes)?.[1]
      const repeats = Number(/number-columns-repeated="(\d+)"/.exec(attributes)?.[1] ?? 1)
      const words = unescapeXml(text.replaceAll(/<[^>]+>/g, '')).trim()
      const value =
        number !== undefined && number !== 'NaN' ? Number(number) : words === '' || number === 'NaN' ? null : words
      return Array.from({ length: Math.min(repeats, maxRepeats) }, () => value)
    }),
  )
}
