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

/** A block, and the line after it. */
interface ReadBlock {
  block: MarkdownBlock
  next: number
}

/** Reads the block that begins on a line; null where none of its kind does. */
type BlockReader = (lines: readonly string[], at: number) => ReadBlock | null

/** Each kind of block but the paragraph, which is what no other is. */
const blockReaders: readonly BlockReader[] = [
  readCodeBlock,
  readHeading,
  readNote,
  readTable,
  readRule,
  (lines, at) => readList(lines, at, { item: bulletItem, isOrdered: false }),
  (lines, at) => readList(lines, at, { item: orderedItem, isOrdered: true }),
  readQuote,
]

/**
 * Parses the Markdown of text cards and reports: headings, paragraphs, flat lists, quotations, code, rules, tables, footnotes, links and emphasis.
 * HTML is treated as text. Takes a single pass for any input: common parsers took up to eleven seconds for 20,000 hostile characters, which would
 * block the server.
 */
export function readMarkdown(text: string): MarkdownBlock[] {
  const blocks: MarkdownBlock[] = []
  const lines = text.replaceAll(/\r\n?/g, '\n').split('\n')
  let at = 0
  while (at < lines.length) {
    if (lines[at]?.trim() === '') {
      at += 1
      continue
    }
    const { block, next } = readBlock(lines, at)
    blocks.push(block)
    at = next
  }
  return blocks
}

function readBlock(lines: readonly string[], at: number): ReadBlock {
  for (const read of blockReaders) {
    const found = read(lines, at)
    if (found !== null) return found
  }
  const { text, next } = takeParagraph(lines, at)
  return { block: { kind: 'paragraph', runs: readRuns(text) }, next }
}

function readCodeBlock(lines: readonly string[], at: number): ReadBlock | null {
  const opened = fence.exec(lines[at] ?? '')?.[1]
  if (opened === undefined) return null
  let end = at + 1
  while (end < lines.length && lines[end]?.trimStart().startsWith(opened) !== true) end += 1
  return { block: { kind: 'code', text: lines.slice(at + 1, end).join('\n') }, next: end + 1 }
}

function readHeading(lines: readonly string[], at: number): ReadBlock | null {
  const titled = heading.exec(lines[at] ?? '')
  if (titled === null) return null
  const [, signs = '#', title = ''] = titled
  return { block: { kind: 'heading', level: signs.length, runs: readRuns(title) }, next: at + 1 }
}

function readNote(lines: readonly string[], at: number): ReadBlock | null {
  const found = note.exec(lines[at] ?? '')
  if (found === null) return null
  const [, label = '', first = ''] = found
  const { text, next } = takeParagraph(lines, at + 1)
  return { block: { kind: 'note', label, runs: readRuns(`${first} ${text}`.trim()) }, next }
}

function readTable(lines: readonly string[], at: number): ReadBlock | null {
  if (!isTable(lines[at] ?? '', lines[at + 1])) return null
  const head = cellsOf(lines[at] ?? '').map(readRuns)
  const align = cellsOf(lines[at + 1] ?? '').map(alignOf)
  const below = takePlain(lines, at + 2)
  const rows = below.map((line) => {
    const cells = cellsOf(line).map(readRuns)
    return head.map((_, column) => cells[column] ?? [])
  })
  return { block: { kind: 'table', align, head, rows }, next: at + 2 + below.length }
}

function readRule(lines: readonly string[], at: number): ReadBlock | null {
  return rule.test(lines[at] ?? '') ? { block: { kind: 'rule' }, next: at + 1 } : null
}

function readList(
  lines: readonly string[],
  at: number,
  { item, isOrdered }: { item: RegExp; isOrdered: boolean },
): ReadBlock | null {
  const items = takeMatching(lines, at, item)
  if (items.length === 0) return null
  return { block: { kind: 'list', isOrdered, items: items.map(readRuns) }, next: at + items.length }
}

function readQuote(lines: readonly string[], at: number): ReadBlock | null {
  const quoted = takeMatching(lines, at, quote)
  if (quoted.length === 0) return null
  return { block: { kind: 'quote', runs: readRuns(quoted.join(' ')) }, next: at + quoted.length }
}

/** What the pattern finds in each of the lines from one on, as far as it matches. */
function takeMatching(lines: readonly string[], at: number, pattern: RegExp): string[] {
  const found: string[] = []
  for (let match = pattern.exec(lines[at] ?? ''); match !== null; match = pattern.exec(lines[at + found.length] ?? ''))
    found.push(match[1] ?? '')
  return found
}

/** The lines from one on that begin no other block. */
function takePlain(lines: readonly string[], at: number): string[] {
  const plainLines: string[] = []
  for (let line = lines[at]; line !== undefined && isPlain(line); line = lines[at + plainLines.length])
    plainLines.push(line)
  return plainLines
}

function takeParagraph(lines: readonly string[], at: number): { text: string; next: number } {
  const taken = takePlain(lines, at)
  return { text: taken.map((line) => line.trim()).join(' '), next: at + taken.length }
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

type Style = 'strong' | 'emphasis'

/** A piece of a line, by how many characters it is long. */
type InlineToken = { length: number } & (
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'link'; text: string; href: string }
  | { kind: 'note'; label: string }
  /** Opens or closes a style. */
  | { kind: 'mark'; style: Style }
)

/** Parses inline formatting. */
export function readRuns(line: string): MarkdownRun[] {
  const runs: MarkdownRun[] = []
  const open = { strong: false, emphasis: false }
  let pendingText = ''
  const flush = () => {
    if (pendingText !== '') runs.push(toRun(pendingText, open))
    pendingText = ''
  }
  for (let at = 0; at < line.length;) {
    const token = readToken(line, at, open)
    at += token.length
    if (token.kind === 'text') {
      pendingText += token.text
      continue
    }
    flush()
    if (token.kind === 'mark') open[token.style] = !open[token.style]
    else if (token.kind === 'code') runs.push({ text: token.text, code: true })
    else if (token.kind === 'link') runs.push({ ...toRun(token.text, open), href: token.href })
    else runs.push({ ...toRun(`[${token.label}]`, open), note: token.label })
  }
  flush()
  return runs
}

function readToken(line: string, at: number, open: Readonly<Record<Style, boolean>>): InlineToken {
  return (
    readPlainText(line, at) ??
    readLink(line, at) ??
    readReference(line, at) ??
    readCode(line, at) ??
    readEscape(line, at) ??
    readMark(line, at, open) ?? { kind: 'text', text: line[at] ?? '', length: 1 }
  )
}

/** Matches a sticky pattern at one position. */
function matchAt(pattern: RegExp, line: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(line)
}

function readPlainText(line: string, at: number): InlineToken | null {
  const text = matchAt(plain, line, at)?.[0]
  return text === undefined ? null : { kind: 'text', text, length: text.length }
}

function readLink(line: string, at: number): InlineToken | null {
  const found = matchAt(link, line, at) ?? matchAt(address, line, at)
  if (found === null) return null
  const [{ length }, text = '', href = text] = found
  return { kind: 'link', text, href, length }
}

function readReference(line: string, at: number): InlineToken | null {
  const found = matchAt(reference, line, at)
  return found === null ? null : { kind: 'note', label: found[1] ?? '', length: found[0].length }
}

function readCode(line: string, at: number): InlineToken | null {
  const end = line[at] === '`' ? line.indexOf('`', at + 1) : -1
  return end > at + 1 ? { kind: 'code', text: line.slice(at + 1, end), length: end + 1 - at } : null
}

function readEscape(line: string, at: number): InlineToken | null {
  const escaped = line[at + 1] ?? ''
  return line[at] === '\\' && escapable.test(escaped) ? { kind: 'text', text: escaped, length: 2 } : null
}

function readMark(line: string, at: number, open: Readonly<Record<Style, boolean>>): InlineToken | null {
  const mark = marks.find((each) => line.startsWith(each, at))
  if (mark === undefined) return null
  const style = mark.length === 2 ? 'strong' : 'emphasis'
  const isMark = isEmphasisMark({ line, at, mark, isOpen: open[style] })
  return isMark ? { kind: 'mark', style, length: mark.length } : { kind: 'text', text: mark, length: mark.length }
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
