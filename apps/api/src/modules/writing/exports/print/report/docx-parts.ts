const wordNamespace = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const relationTypes = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const wordContentType = 'application/vnd.openxmlformats-officedocument.wordprocessingml'

export function xml(content: string): string {
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

export const contentTypes = xml(
  `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${partTypes
    .map(([name, type]) => `<Override PartName="${name}" ContentType="${type}"/>`)
    .join('')}</Types>`,
)

const packageRelationNamespace = 'http://schemas.openxmlformats.org/package/2006/relationships'

export const packageRelations = xml(
  `<Relationships xmlns="${packageRelationNamespace}"><Relationship Id="rId1" Type="${relationTypes}/officeDocument" Target="word/document.xml"/><Relationship Id="rId2" Type="${packageRelationNamespace}/metadata/core-properties" Target="docProps/core.xml"/></Relationships>`,
)

/** The relationships of a document: its parts and the URLs of its links, already restricted to http and https. */
export function writeRelations(links: readonly string[]): string {
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
export function footnotesPart(notes: readonly { id: number; runs: string }[]): string {
  const written = notes.map(
    ({ id, runs }) =>
      `<w:footnote w:id="${id}"><w:p><w:pPr><w:pStyle w:val="FootnoteText"/></w:pPr><w:r><w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr><w:footnoteRef/></w:r><w:r><w:t xml:space="preserve"> </w:t></w:r>${runs}</w:p></w:footnote>`,
  )
  return xml(
    `<w:footnotes xmlns:w="${wordNamespace}" xmlns:r="${relationTypes}"><w:footnote w:type="separator" w:id="-1"><w:p><w:r><w:separator/></w:r></w:p></w:footnote><w:footnote w:type="continuationSeparator" w:id="0"><w:p><w:r><w:continuationSeparator/></w:r></w:p></w:footnote>${written.join('')}</w:footnotes>`,
  )
}

export const settings = xml(
  `<w:settings xmlns:w="${wordNamespace}"><w:footnotePr><w:footnote w:id="-1"/><w:footnote w:id="0"/></w:footnotePr><w:compat><w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" w:val="15"/></w:compat></w:settings>`,
)

/** Lists: 1 is bulleted, 2 numbered. */
export const numbering = xml(
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

export const styles = xml(
  `<w:styles xmlns:w="${wordNamespace}"><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:cs="Calibri"/><w:sz w:val="22"/><w:lang w:val="en-GB"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="140" w:line="276" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>${paragraphStyles.map(writeStyle).join('')}<w:style w:type="character" w:styleId="Hyperlink"><w:name w:val="Hyperlink"/><w:rPr><w:color w:val="5B3FB8"/><w:u w:val="single"/></w:rPr></w:style><w:style w:type="character" w:styleId="FootnoteReference"><w:name w:val="footnote reference"/><w:rPr><w:vertAlign w:val="superscript"/></w:rPr></w:style><w:style w:type="table" w:styleId="TableGrid"><w:name w:val="Table Grid"/><w:tblPr><w:tblBorders>${borders}</w:tblBorders><w:tblCellMar><w:left w:w="108" w:type="dxa"/><w:right w:w="108" w:type="dxa"/></w:tblCellMar></w:tblPr></w:style></w:styles>`,
)
