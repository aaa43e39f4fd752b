import { writePdf } from './pdf.ts'
import { writeZip } from './zip.ts'

/** Something to be read: its title, and its texts in their order. */
export interface Text {
  readonly title: string
  readonly paragraphs: readonly string[]
}

const encoder = new TextEncoder()

/** Writers of texts by the format that people ask for. */
export const textWriters: Readonly<Record<string, (text: Text) => Uint8Array<ArrayBuffer>>> = {
  html: ({ title, paragraphs }) =>
    encoder.encode(
      `<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>${escape(title)}</title>\n<h1>${escape(title)}</h1>\n${paragraphs.map((each) => `<p>${escape(each)}</p>\n`).join('')}</html>\n`,
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
  const lines = [title, ...paragraphs.flatMap((each) => each.split('\n'))]
  const body = lines.map((line) => `<w:p><w:r><w:t xml:space="preserve">${escape(line)}</w:t></w:r></w:p>`).join('')
  const document = `${xml}<w:document xmlns:w="${documentNames}/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`
  const types = `${xml}<Types xmlns="${packageNames}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`
  const relations = `${xml}<Relationships xmlns="${packageNames}/relationships"><Relationship Id="rId1" Type="${documentNames}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`
  const parts = { '[Content_Types].xml': types, '_rels/.rels': relations, 'word/document.xml': document }
  return writeZip(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, encoder.encode(text)])))
}

function escape(text: string): string {
  const names: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
  return text.replaceAll(/[&<>"]/g, (letter) => names[letter] ?? letter)
}
