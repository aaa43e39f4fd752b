import { zipSync } from 'fflate'
import { safeAddress } from '../html.ts'
import { number } from '../print-numbers.ts'
import type { MarkdownBlock, MarkdownRun } from '../story/markdown.ts'
import type { PrintedBody, PrintedCard, PrintedStoryPage } from '../story/printed-story.ts'

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
    const runXml = run(text, runProperties)
    return address === null ? runXml : `<w:hyperlink r:id="${linkId(address)}">${runXml}</w:hyperlink>`
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

const wordNamespace = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const relationTypes = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const wordContentType = 'application/vnd.openxmlformats-officedocument.wordprocessingml'

function xml(content: string): string {
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${content}`
}

/** The content type of each part. */
const partTypes = [
  ['/word/document.xml', `${wordContentType}.document.main+xml`],
  ['/word/styles.xml', `${wordContentType}.styles+xml`],
  ['/word/numbering.xml', `${wordContentType}.numbering+xml`],
  ['/word/settings.xml', `${wordContentType}.settings+xml`],
  ['/word/footnotes.xml', `${wordContentType}.footnotes+xml`],
  ['/docProps/core.xml', 'application/vnd.openxmlformats-package.core-properties+xml'],
]

const contentTypes = xml(
  `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${partTypes
    .map(([name, type]) => `<Override PartName="${name}" ContentType="${type}"/>`)
    .join('')}</Types>`,
)

const packageRelationNamespace = 'http://schemas.openxmlformats.org/package/2006/relationships'

const packageRelations = xml(
  `<Relationships xmlns="${packageRelationNamespace}"><Relationship Id="rId1" Type="${relationTypes}/officeDocument" Target="word/document.xml"/><Relationship Id="rId2" Type="${packageRelationNamespace}/metadata/core-properties" Target="docProps/core.xml"/></Relationships>`,
)

/** The relationships of a document: its parts and the URLs of its links, already restricted to http and https. */
function writeRelations(links: readonly string[]): string {
  const parts = ['styles', 'numbering', 'settings', 'footnotes'].map(
    (name) => `<Relationship Id="rId_${name}" Type="${relationTypes}/${name}" Target="${name}.xml"/>`,
  )
  const hyperlinks = links.map(
    (href, index) =>
      `<Relationship Id="rIdLink${index + 1}" Type="${relationTypes}/hyperlink" Target="${escapeAttribute(href)}" TargetMode="External"/>`,
  )
  return xml(`<Relationships xmlns="${packageRelationNamespace}">${[...parts, ...hyperlinks].join('')}</Relationships>`)
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}

/** The footnotes; the first two are the separators that every word processor expects. */
function footnotesPart(notes: readonly { id: number; runs: string }[]): string {
  const written = notes.map(
    ({ id, runs }) =>
      `<w:footnote w:id="${id}"><w:p><w:pPr><w:pStyle w:val="FootnoteText"/></w:pPr><w:r><w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr><w:footnoteRef/></w:r><w:r><w:t xml:space="preserve"> </w:t></w:r>${runs}</w:p></w:footnote>`,
  )
  return xml(
    `<w:footnotes xmlns:w="${wordNamespace}" xmlns:r="${relationTypes}"><w:footnote w:type="separator" w:id="-1"><w:p><w:r><w:separator/></w:r></w:p></w:footnote><w:footnote w:type="continuationSeparator" w:id="0"><w:p><w:r><w:continuationSeparator/></w:r></w:p></w:footnote>${written.join('')}</w:footnotes>`,
  )
}

const settings = xml(
  `<w:settings xmlns:w="${wordNamespace}"><w:footnotePr><w:footnote w:id="-1"/><w:footnote w:id="0"/></w:footnotePr><w:compat><w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" w:val="15"/></w:compat></w:settings>`,
)

/** Lists: 1 is bulleted, 2 numbered. */
const numbering = xml(
  `<w:numbering xmlns:w="${wordNamespace}">${[
    ['0', 'bullet', '•'],
    ['1', 'decimal', '%1.'],
  ]
    .map(
      ([id, format, text]) =>
        `<w:abstractNum w:abstractNumId="${id}"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/><w:lvlJc w:val="left"/><w:pPr><w:ind w:left="567" w:hanging="340"/></w:pPr></w:lvl></w:abstractNum>`,
    )
    .join(
      '',
    )}<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num></w:numbering>`,
)

interface ParagraphStyle {
  id: string
  name: string
  /** In half points. */
  size: number
  runProperties?: string
  paragraphProperties?: string
  /** Level in the outline of the document, from 0. */
  outline?: number
}

const paragraphStyles: ParagraphStyle[] = [
  { id: 'Title', name: 'Title', size: 48, runProperties: '<w:b/>', paragraphProperties: '<w:spacing w:after="80"/>' },
  {
    id: 'Heading1',
    name: 'heading 1',
    size: 32,
    runProperties: '<w:b/>',
    paragraphProperties: '<w:keepNext/><w:spacing w:before="360" w:after="80"/>',
    outline: 0,
  },
  {
    id: 'Heading2',
    name: 'heading 2',
    size: 27,
    runProperties: '<w:b/>',
    paragraphProperties: '<w:keepNext/><w:spacing w:before="300" w:after="60"/>',
    outline: 1,
  },
  {
    id: 'Heading3',
    name: 'heading 3',
    size: 23,
    runProperties: '<w:b/>',
    paragraphProperties: '<w:keepNext/><w:spacing w:before="240" w:after="40"/>',
    outline: 2,
  },
  {
    id: 'Quote',
    name: 'Quote',
    size: 22,
    runProperties: '<w:i/>',
    paragraphProperties: '<w:spacing w:after="140"/><w:ind w:left="400"/>',
  },
  {
    id: 'Code',
    name: 'Code',
    size: 19,
    runProperties: '<w:rFonts w:ascii="Consolas" w:hAnsi="Consolas" w:cs="Consolas"/>',
    paragraphProperties: '<w:spacing w:after="0"/>',
  },
  {
    id: 'Subtle',
    name: 'Subtle',
    size: 19,
    runProperties: '<w:color w:val="6B667B"/>',
    paragraphProperties: '<w:spacing w:after="160"/>',
  },
  {
    id: 'Rule',
    name: 'Rule',
    size: 8,
    paragraphProperties: '<w:pBdr><w:bottom w:val="single" w:sz="6" w:space="1" w:color="C9C4D4"/></w:pBdr>',
  },
  { id: 'ListParagraph', name: 'List Paragraph', size: 22, paragraphProperties: '<w:spacing w:after="60"/>' },
  {
    id: 'TableHead',
    name: 'Table Head',
    size: 19,
    runProperties: '<w:b/>',
    paragraphProperties: '<w:spacing w:before="40" w:after="40"/>',
  },
  { id: 'TableText', name: 'Table Text', size: 20, paragraphProperties: '<w:spacing w:before="40" w:after="40"/>' },
  { id: 'FootnoteText', name: 'footnote text', size: 18, paragraphProperties: '<w:spacing w:after="0"/>' },
]

function writeStyle({ id, name, size, runProperties = '', paragraphProperties = '', outline }: ParagraphStyle): string {
  const level = outline === undefined ? '' : `<w:outlineLvl w:val="${outline}"/>`
  // pPr requires this order: keepNext, borders, spacing, indentation, outline
  return `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:basedOn w:val="Normal"/><w:qFormat/><w:pPr>${paragraphProperties}${level}</w:pPr><w:rPr>${runProperties}<w:sz w:val="${size}"/></w:rPr></w:style>`
}

const borders = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV']
  .map((side) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="C9C4D4"/>`)
  .join('')

const styles = xml(
  `<w:styles xmlns:w="${wordNamespace}"><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:cs="Calibri"/><w:sz w:val="22"/><w:lang w:val="en-GB"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="140" w:line="276" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>${paragraphStyles.map(writeStyle).join('')}<w:style w:type="character" w:styleId="Hyperlink"><w:name w:val="Hyperlink"/><w:rPr><w:color w:val="5B3FB8"/><w:u w:val="single"/></w:rPr></w:style><w:style w:type="character" w:styleId="FootnoteReference"><w:name w:val="footnote reference"/><w:rPr><w:vertAlign w:val="superscript"/></w:rPr></w:style><w:style w:type="table" w:styleId="TableGrid"><w:name w:val="Table Grid"/><w:tblPr><w:tblBorders>${borders}</w:tblBorders><w:tblCellMar><w:left w:w="108" w:type="dxa"/><w:right w:w="108" w:type="dxa"/></w:tblCellMar></w:tblPr></w:style></w:styles>`,
)
