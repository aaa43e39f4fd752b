const charactersPerLine = 90
const linesPerPage = 48

/** Writes a PDF of plain lines, one font and A4; letters beyond Latin-1 are question marks. */
export function writePdf(lines: readonly string[]): Uint8Array<ArrayBuffer> {
  const wrapped = lines.flatMap(wrap)
  const pages = Array.from({ length: Math.max(1, Math.ceil(wrapped.length / linesPerPage)) }, (_, page) =>
    wrapped.slice(page * linesPerPage, (page + 1) * linesPerPage),
  )
  const kids = pages.map((_, page) => `${4 + 2 * page} 0 R`)
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((page, index) => {
      const text = page.map((line) => `(${escape(line)}) Tj T*`).join('\n')
      const content = `BT /F1 11 Tf 15 TL 50 780 Td\n${text}\nET`
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + 2 * index} 0 R >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ]
    }),
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
  // one byte a character, so that lengths of the text are lengths of the file
  return Uint8Array.from(file, (letter) => letter.charCodeAt(0))
}

function wrap(line: string): string[] {
  return (
    line.match(new RegExp(String.raw`\S.{0,${charactersPerLine - 1}}(?=\s|$)|\S{1,${charactersPerLine}}`, 'gu')) ?? ['']
  )
}

function escape(line: string): string {
  return line.replaceAll(/[^\x20-\x7e\xa0-\xff]/gu, '?').replaceAll(/[\\()]/g, String.raw`\$&`)
}
