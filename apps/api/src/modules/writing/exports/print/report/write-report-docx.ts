import { zipSync } from 'fflate'
import { safeAddress } from '../html.ts'
import { number } from '../print-numbers.ts'
import type { MarkdownBlock, MarkdownRun } from '../story/markdown.ts'
import type { PrintedBody, PrintedCard, PrintedStoryPage } from '../story/printed-story.ts'
import {
  contentTypes,
  footnotesPart,
  numbering,
  packageRelations,
  settings,
  styles,
  writeRelations,
  xml,
} from './docx-parts.ts'

/**
 * Writes a report as a word processor document (ECMA-376): headings in the outline, lists, tables with headers, links, and real footnotes.
 * Hand-written: it takes a ZIP and seven small parts, and contains nothing executable.
 */
export function writeReportDocx({ title, made, printedAt, cards }: PrintedStoryPage): Uint8Array {
  const blocks = cards.flatMap(({ body }) => (body.kind === 'text' ? body.blocks : []))
  const notes = blocks.flatMap((block) => (block.kind === 'note' ? [block] : []))
  const links: string[] = []
  const writer = createWriter({
    noteIds: new Map(notes.map(({ label }, index) => [label, index + 1])),
    linkId: (href) => {
      const existingIndex = links.indexOf(href)
      return `rIdLink${existingIndex === -1 ? links.push(href) : existingIndex + 1}`
    },
  })
  const body = [
    paragraph('Title', run(title)),
    paragraph('Subtle', run(made)),
    ...cards.map((card) => writer.card(card)),
  ].join('')
  const footnotes = footnotesPart(notes.map(({ runs }, index) => ({ id: index + 1, runs: writer.runs(runs) })))
  const document = xml(`<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"
 xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><w:body>${body}<w:sectPr>
<w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1304" w:right="1304" w:bottom="1304" w:left="1304" w:header="708" w:footer="708" w:gutter="0"/>
</w:sectPr></w:body></w:document>`)
  const parts: Record<string, string> = {
    '[Content_Types].xml': contentTypes,
    '_rels/.rels': packageRelations,
    'docProps/core.xml': coreProperties(title, printedAt),
    'word/document.xml': document,
    'word/styles.xml': styles,
    'word/numbering.xml': numbering,
    'word/settings.xml': settings,
    'word/footnotes.xml': footnotes,
    'word/_rels/document.xml.rels': writeRelations(links),
    // links in footnotes are those of the document
    'word/_rels/footnotes.xml.rels': writeRelations(links),
  }
  const encoder = new TextEncoder()
  const files = Object.entries(parts).map(([name, text]) => [name, encoder.encode(text)] as const)
  // the same report gives the same bytes
  return zipSync(Object.fromEntries(files), { mtime: new Date('2020-01-01T00:00:00Z') })
}

function createWriter({ noteIds, linkId }: { noteIds: ReadonlyMap<string, number>; linkId: (href: string) => string }) {
  const runs = (all: readonly MarkdownRun[]): string => all.map(writeRun).join('')

  function writeRun({ text, strong, emphasis, code, href, note }: MarkdownRun): string {
    const noteId = note === undefined ? undefined : noteIds.get(note)
    if (noteId !== undefined)
      return `<w:r><w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr><w:footnoteReference w:id="${noteId}"/></w:r>`
    const address = safeAddress(href ?? null)
    const runProperties = `${address === null ? '' : '<w:rStyle w:val="Hyperlink"/>'}${code === true ? '<w:rFonts w:ascii="Consolas" w:hAnsi="Consolas" w:cs="Consolas"/>' : ''}${strong === true ? '<w:b/>' : ''}${emphasis === true ? '<w:i/>' : ''}`
    const written = run(text, runProperties)
    return address === null ? written : `<w:hyperlink r:id="${linkId(address)}">${written}</w:hyperlink>`
  }

  function block(content: MarkdownBlock): string {
    if (content.kind === 'heading') return paragraph(`Heading${Math.min(content.level, 3)}`, runs(content.runs))
    if (content.kind === 'paragraph') return paragraph('Normal', runs(content.runs))
    if (content.kind === 'quote') return paragraph('Quote', runs(content.runs))
    if (content.kind === 'code')
      return content.text
        .split('\n')
        .map((text) => paragraph('Code', run(text)))
        .join('')
    if (content.kind === 'rule') return paragraph('Rule', '')
    if (content.kind === 'table')
      return table(
        content.head.map(runs),
        content.rows.map((row) => row.map(runs)),
        content.align,
      )
    // footnotes are in their own part; one that nothing refers to is a line of text
    if (content.kind === 'note') return noteIds.has(content.label) ? '' : paragraph('Subtle', runs(content.runs))
    return content.items.map((item) => paragraph('ListParagraph', runs(item), content.isOrdered ? 2 : 1)).join('')
  }

  function bodyOf(body: PrintedBody): string {
    if (body.kind === 'text') return body.blocks.map(block).join('')
    if (body.kind === 'quote') return paragraph('Quote', run(body.text))
    if (body.kind === 'number')
      return paragraph(
        'Normal',
        `${run(`${body.name}: `)}${run(body.value, '<w:b/>')}${body.note === '' ? '' : run(` (${body.note})`)}`,
      )
    if (body.kind === 'chart') return chartOf(body.chart)
    if (body.kind !== 'section') return ''
    const rows = body.rows.map(({ label, value, note }) => [
      run(label),
      run(value === null ? '' : number(value)),
      run(note ?? ''),
    ])
    return [
      ...body.paragraphs.map((text) => paragraph('Normal', run(text))),
      body.chart === null ? '' : chartOf(body.chart),
      rows.length === 0 ? '' : table([run('What'), run('Number'), run('Note')], rows, [null, 'right', null]),
    ].join('')
  }

  /** A chart in words, and each of its days as a table row if there is room. */
  function chartOf(chart: Extract<PrintedBody, { kind: 'chart' }>['chart']): string {
    if (chart === null) return paragraph('Normal', run('There is no data for these days.'))
    const rows = chart.rows.length > maxDays ? [] : chart.rows.map(([day, value]) => [run(day), run(value)])
    return (
      paragraph('Normal', run(chart.words)) +
      (rows.length === 0 ? '' : table([run('Day'), run(chart.name)], rows, [null, 'right']))
    )
  }

  return {
    runs,
    card: ({ title, moment, warning, body }: PrintedCard): string =>
      [
        title === null ? '' : paragraph('Heading3', run(title)),
        bodyOf(body),
        moment === null ? '' : paragraph('Subtle', run(moment)),
        warning === null ? '' : paragraph('Subtle', run(warning)),
      ].join(''),
  }
}

/** More rows than a reader goes through line by line. */
const maxDays = 100

function paragraph(style: string, content: string, list?: number): string {
  const numbered = list === undefined ? '' : `<w:numPr><w:ilvl w:val="0"/><w:numId w:val="${list}"/></w:numPr>`
  return `<w:p><w:pPr><w:pStyle w:val="${style}"/>${numbered}</w:pPr>${content}</w:p>`
}

function run(text: string, looks = ''): string {
  return `<w:r>${looks === '' ? '' : `<w:rPr>${looks}</w:rPr>`}<w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r>`
}

function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  align: readonly (string | null)[],
): string {
  const cell = (content: string, column: number, style: string) => {
    const side = align[column] === 'right' || align[column] === 'center' ? `<w:jc w:val="${align[column]}"/>` : ''
    return `<w:tc><w:tcPr><w:tcW w:w="0" w:type="auto"/></w:tcPr><w:p><w:pPr><w:pStyle w:val="${style}"/>${side}</w:pPr>${content}</w:p></w:tc>`
  }
  const row = (cells: readonly string[], style: string, isHead: boolean) =>
    `<w:tr>${isHead ? '<w:trPr><w:tblHeader/></w:trPr>' : ''}${cells.map((content, column) => cell(content, column, style)).join('')}</w:tr>`
  const grid = head.map(() => '<w:gridCol/>').join('')
  return `<w:tbl><w:tblPr><w:tblStyle w:val="TableGrid"/><w:tblW w:w="5000" w:type="pct"/><w:tblLook w:firstRow="1"/></w:tblPr><w:tblGrid>${grid}</w:tblGrid>${row(head, 'TableHead', true)}${rows.map((cells) => row(cells, 'TableText', false)).join('')}</w:tbl>${paragraph('Normal', '')}`
}

function coreProperties(title: string, at: string): string {
  return xml(`<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties"
 xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<dc:title>${escapeXml(title)}</dc:title><dc:creator>Auspex</dc:creator><dc:language>en</dc:language>
<dcterms:created xsi:type="dcterms:W3CDTF">${at}</dcterms:created></cp:coreProperties>`)
}

/** Escapes text for XML 1.0 and omits the characters that it forbids. */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
