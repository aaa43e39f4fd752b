/** A piece of a line with its formatting. */
export interface MarkdownRun {
  text: string
  strong?: true
  emphasis?: true
  code?: true
  /** Link target; the writer checks that it is safe to follow. */
  href?: string
  /** Label of the footnote it refers to; its text is the plain-text form. */
  note?: string
}

export type ColumnAlign = 'left' | 'right' | 'center' | null

export type MarkdownBlock =
  | { kind: 'heading'; level: number; runs: MarkdownRun[] }
  | { kind: 'paragraph'; runs: MarkdownRun[] }
  | { kind: 'quote'; runs: MarkdownRun[] }
  | { kind: 'list'; isOrdered: boolean; items: MarkdownRun[][] }
  | { kind: 'code'; text: string }
  | { kind: 'table'; align: ColumnAlign[]; head: MarkdownRun[][]; rows: MarkdownRun[][][] }
  | { kind: 'note'; label: string; runs: MarkdownRun[] }
  | { kind: 'rule' }

const heading = /^ {0,3}(#{1,6})[ \t]+(\S.*)$/
const bulletItem = /^\s{0,12}[-*+][ \t]+(\S.*)$/
const orderedItem = /^\s{0,12}\d{1,9}[.)][ \t]+(\S.*)$/
const quote = /^ {0,3}>[ \t]?(.*)$/
const rule = /^ {0,3}(?:-[ \t]*){3,}$|^ {0,3}(?:\*[ \t]*){3,}$|^ {0,3}(?:_[ \t]*){3,}$/
const fence = /^ {0,3}(`{3,}|~{3,})/
const note = /^ {0,3}\[\^([^\]\s]{1,40})\]:[ \t]*(.*)$/
/** The delimiter row of a table; it must contain a pipe. */
const delimiter = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/

/**
 * Parses the Markdown of text cards and reports: headings, paragraphs, flat lists, quotations, code, rules, tables, footnotes, links and emphasis.
 * HTML is treated as text. Takes a single pass for any input: common parsers took up to eleven seconds for 20,000 hostile characters, which would
 * block the server.
 */
export function readMarkdown(text: string): MarkdownBlock[] {
  const blocks: MarkdownBlock[] = []
  const lines = text.replaceAll(/\r\n?/g, '\n').split('\n')
  let at = 0
  /** Takes lines while they continue the current block. */
  const take = (pattern: RegExp): string[] => {
    const consumedLines: string[] = []
    for (let match = pattern.exec(lines[at] ?? ''); match !== null; match = pattern.exec(lines[at] ?? '')) {
      consumedLines.push(match[1] ?? '')
      at += 1
    }
    return consumedLines
  }
  while (at < lines.length) {
    const line = lines[at] ?? ''
    const opened = fence.exec(line)?.[1]
    const titled = heading.exec(line)
    const footnoteMatch = note.exec(line)
    if (line.trim() === '') at += 1
    else if (opened !== undefined) {
      let last = at + 1
      while (last < lines.length && lines[last]?.trimStart().startsWith(opened) !== true) last += 1
      blocks.push({ kind: 'code', text: lines.slice(at + 1, last).join('\n') })
      at = last + 1
    } else if (titled !== null) {
      blocks.push({ kind: 'heading', level: titled[1]?.length ?? 1, runs: readRuns(titled[2] ?? '') })
      at += 1
    } else if (footnoteMatch !== null) {
      at += 1
      const continuation = takeParagraph()
      blocks.push({
        kind: 'note',
        label: footnoteMatch[1] ?? '',
        runs: readRuns(`${footnoteMatch[2] ?? ''} ${continuation}`.trim()),
      })
    } else if (isTable(line, lines[at + 1])) {
      blocks.push(takeTable())
    } else if (rule.test(line)) {
      blocks.push({ kind: 'rule' })
      at += 1
    } else if (bulletItem.test(line))
      blocks.push({ kind: 'list', isOrdered: false, items: take(bulletItem).map(readRuns) })
    else if (orderedItem.test(line))
      blocks.push({ kind: 'list', isOrdered: true, items: take(orderedItem).map(readRuns) })
    else if (quote.test(line)) blocks.push({ kind: 'quote', runs: readRuns(take(quote).join(' ')) })
    else blocks.push({ kind: 'paragraph', runs: readRuns(takeParagraph()) })
  }
  return blocks

  function takeTable(): MarkdownBlock {
    const head = cellsOf(lines[at] ?? '').map(readRuns)
    const align = cellsOf(lines[at + 1] ?? '').map(alignOf)
    at += 2
    const rows: MarkdownRun[][][] = []
    for (let line = lines[at]; line !== undefined && isPlain(line); line = lines[at]) {
      const cells = cellsOf(line).map(readRuns)
      rows.push(head.map((_, column) => cells[column] ?? []))
      at += 1
    }
    return { kind: 'table', align, head, rows }
  }

  function takeParagraph(): string {
    const consumed: string[] = []
    for (let line = lines[at]; line !== undefined && isPlain(line); line = lines[at]) {
      consumed.push(line.trim())
      at += 1
    }
    return consumed.join(' ')
  }
}

function isPlain(line: string): boolean {
  return (
    line.trim() !== '' &&
    ![heading, bulletItem, orderedItem, quote, rule, fence, note].some((pattern) => pattern.test(line))
  )
}

/** Whether a table begins here: the header has as many cells as the delimiter row below. */
function isTable(line: string, below: string | undefined): boolean {
  if (below === undefined || !line.includes('|') || !below.includes('|') || !delimiter.test(below)) return false
  return cellsOf(line).length === cellsOf(below).length
}

/** The cells between the pipes of a line; an escaped pipe is text. */
function cellsOf(line: string): string[] {
  const text = line.trim().replace(/^\|/, '')
  const cells: string[] = []
  let cell = ''
  for (let index = 0; index < text.length; index += 1) {
    const sign = text[index] ?? ''
    if (sign === '\\' && text[index + 1] === '|') {
      cell += '|'
      index += 1
    } else if (sign === '|') {
      cells.push(cell.trim())
      cell = ''
    } else cell += sign
  }
  if (cell.trim() !== '' || cells.length === 0) cells.push(cell.trim())
  return cells
}

function alignOf(cell: string): ColumnAlign {
  if (cell.endsWith(':')) return cell.startsWith(':') ? 'center' : 'right'
  return cell.startsWith(':') ? 'left' : null
}

/** Bounded and matched at one position only, so that no line is read more than a few times. */
const link = /\[([^[\]\n]{1,400})\]\(((?:[^()<>\s]|\([^()<>\s]{0,200}\)){1,2000})(?:[ \t]+"[^"\n]{0,200}")?\)/y
const address = /<(https?:\/\/[^<>\s]{1,2000})>/y
const reference = /\[\^([^\]\s]{1,40})\]/y
const plain = /[^\\*_`[<]+/y
/** The characters a backslash can escape: all ASCII punctuation (CommonMark 2.4). */
const escapable = /[!-/:-@[-`{-~]/
const marks = ['**', '__', '*', '_'] as const

/** Parses inline formatting. */
export function readRuns(line: string): MarkdownRun[] {
  const runs: MarkdownRun[] = []
  const open = { strong: false, emphasis: false }
  let pendingText = ''
  let at = 0
  const flush = () => {
    if (pendingText !== '') runs.push(toRun(pendingText, open))
    pendingText = ''
  }
  const match = (pattern: RegExp) => {
    pattern.lastIndex = at
    return pattern.exec(line)
  }
  while (at < line.length) {
    const text = match(plain)?.[0]
    if (text !== undefined) {
      pendingText += text
      at += text.length
      continue
    }
    const sign = line[at]
    const linked = sign === '[' ? match(link) : sign === '<' ? match(address) : null
    if (linked !== null) {
      flush()
      const [linkText, words = '', href = words] = linked
      runs.push({ ...toRun(words, open), href })
      at += linkText.length
      continue
    }
    const label = sign === '[' ? match(reference)?.[1] : undefined
    if (label !== undefined) {
      flush()
      runs.push({ ...toRun(`[${label}]`, open), note: label })
      at += label.length + 3
      continue
    }
    if (sign === '`') {
      const end = line.indexOf('`', at + 1)
      if (end > at + 1) {
        flush()
        runs.push({ text: line.slice(at + 1, end), code: true })
        at = end + 1
        continue
      }
    }
    if (sign === '\\' && escapable.test(line[at + 1] ?? '')) {
      pendingText += line[at + 1] ?? ''
      at += 2
      continue
    }
    const mark = marks.find((each) => line.startsWith(each, at))
    const style = mark?.length === 2 ? 'strong' : 'emphasis'
    if (mark !== undefined && isEmphasisMark({ line, at, mark, isOpen: open[style] })) {
      flush()
      open[style] = !open[style]
      at += mark.length
      continue
    }
    pendingText += mark ?? sign ?? ''
    at += mark?.length ?? 1
  }
  flush()
  return runs
}

/** Whether a mark opens or closes emphasis: it touches a word, and an opening mark has a closing one. */
function isEmphasisMark({
  line,
  at,
  mark,
  isOpen,
}: {
  line: string
  at: number
  mark: string
  isOpen: boolean
}): boolean {
  const [before, after] = [line[at - 1] ?? ' ', line[at + mark.length] ?? ' ']
  if (mark.startsWith('_') && /\w/.test(before) && /\w/.test(after)) return false
  if (isOpen) return !/\s/.test(before)
  return !/\s/.test(after) && line.lastIndexOf(mark) > at
}

function toRun(text: string, { strong, emphasis }: { strong: boolean; emphasis: boolean }): MarkdownRun {
  return { text, ...(strong && { strong }), ...(emphasis && { emphasis }) }
}

/** The text without formatting. */
export function plainText(runs: readonly MarkdownRun[]): string {
  return runs.map(({ text }) => text).join('')
}

/** Escapes text so that none of it is markup. */
export function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>|#]/g, String.raw`\$&`)
}
