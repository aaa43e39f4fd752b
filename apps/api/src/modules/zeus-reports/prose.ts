const fence = /^ {0,3}(`{3,}|~{3,})/
const noProse = /^ {0,3}(?:#{1,6}[ \t]|\||\[\^[^\]\n]{1,40}\]:|(?:[-*_][ \t]*){3,}$)/
const itemMark = /^[ \t>]{0,12}(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?/
const quoteMark = /^[ \t]{0,3}>[ \t]?/
const footnote = /\[\^[^\]\s]{1,40}\]/g

/**
 * The paragraphs of a Markdown text that are sentences: no headings, tables, code, blocks or footnotes. One pass; a line that belongs to
 * no paragraph ends the one before it.
 */
export function proseOf(markdown: string): string[] {
  const paragraphs: string[] = []
  let held: string[] = []
  let open: string | null = null
  const flush = () => {
    const text = held.join(' ').replaceAll(footnote, '').replaceAll(/\s+/g, ' ').trim()
    if (text !== '') paragraphs.push(text)
    held = []
  }
  for (const line of markdown.split(/\r\n?|\n/)) {
    const mark = fence.exec(line)?.[1]
    if (open !== null) {
      if (mark?.startsWith(open) === true) open = null
      continue
    }
    if (mark !== undefined) {
      open = mark
      flush()
    } else if (line.trim() === '' || noProse.test(line)) flush()
    else if (itemMark.test(line)) {
      flush()
      held.push(line.replace(itemMark, ''))
    } else held.push(line.replace(quoteMark, '').trim())
  }
  flush()
  return paragraphs
}
