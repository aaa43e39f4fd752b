/** A piece of a line with its looks. */
export interface MarkdownRun {
  text: string
  strong?: true
  emphasis?: true
  code?: true
  /** Where it leads; whoever writes it checks that it may be followed. */
  href?: string
}

export type MarkdownBlock =
  | { kind: 'heading'; level: number; runs: MarkdownRun[] }
  | { kind: 'paragraph'; runs: MarkdownRun[] }
  | { kind: 'quote'; runs: MarkdownRun[] }
  | { kind: 'list'; isOrdered: boolean; items: MarkdownRun[][] }
  | { kind: 'code'; text: string }
  | { kind: 'rule' }

const heading = /^ {0,3}(#{1,6})[ \t]+(\S.*)$/
const bulletItem = /^\s{0,12}[-*+][ \t]+(\S.*)$/
const orderedItem = /^\s{0,12}\d{1,9}[.)][ \t]+(\S.*)$/
const quote = /^ {0,3}>[ \t]?(.*)$/
const rule = /^ {0,3}(?:-[ \t]*){3,}$|^ {0,3}(?:\*[ \t]*){3,}$|^ {0,3}(?:_[ \t]*){3,}$/
const fence = /^ {0,3}(`{3,}|~{3,})/

/**
 * Reads the Markdown that text cards are written in: headings, paragraphs, flat lists, quotations, code, rules, links and emphasis. HTML is
 * text like any other. It takes one pass, whatever it is given: the usual readers took up to eleven seconds for 20,000 hostile characters,
 * in which the server would answer nobody.
 */
export function readMarkdown(text: string): MarkdownBlock[] {
  const blocks: MarkdownBlock[] = []
  const lines = text.replaceAll(/\r\n?/g, '\n').split('\n')
  let at = 0
  /** Takes lines while they go on with what has begun. */
  const take = (pattern: RegExp): string[] => {
    const taken: string[] = []
    for (let match = pattern.exec(lines[at] ?? ''); match !== null; match = pattern.exec(lines[at] ?? '')) {
      taken.push(match[1] ?? '')
      at += 1
    }
    return taken
  }
  while (at < lines.length) {
    const line = lines[at] ?? ''
    const opened = fence.exec(line)?.[1]
    const titled = heading.exec(line)
    if (line.trim() === '') at += 1
    else if (opened !== undefined) {
      let last = at + 1
      while (last < lines.length && lines[last]?.trimStart().startsWith(opened) !== true) last += 1
      blocks.push({ kind: 'code', text: lines.slice(at + 1, last).join('\n') })
      at = last + 1
    } else if (titled !== null) {
      blocks.push({ kind: 'heading', level: titled[1]?.length ?? 1, runs: readRuns(titled[2] ?? '') })
      at += 1
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

  function takeParagraph(): string {
    const taken: string[] = []
    for (let line = lines[at]; line !== undefined && isPlain(line); line = lines[at]) {
      taken.push(line.trim())
      at += 1
    }
    return taken.join(' ')
  }
}

function isPlain(line: string): boolean {
  return (
    line.trim() !== '' && ![heading, bulletItem, orderedItem, quote, rule, fence].some((pattern) => pattern.test(line))
  )
}

/** Each is looked for at one place only, with bounds, so that no line is read more than a few times. */
const link = /\[([^[\]\n]{1,400})\]\(((?:[^()<>\s]|\([^()<>\s]{0,200}\)){1,2000})(?:[ \t]+"[^"\n]{0,200}")?\)/y
const address = /<(https?:\/\/[^<>\s]{1,2000})>/y
const plain = /[^\\*_`[<]+/y
const marks = ['**', '__', '*', '_'] as const

/** Reads what stands in one line. */
export function readRuns(line: string): MarkdownRun[] {
  const runs: MarkdownRun[] = []
  const open = { strong: false, emphasis: false }
  let held = ''
  let at = 0
  const flush = () => {
    if (held !== '') runs.push(toRun(held, open))
    held = ''
  }
  const match = (pattern: RegExp) => {
    pattern.lastIndex = at
    return pattern.exec(line)
  }
  while (at < line.length) {
    const text = match(plain)?.[0]
    if (text !== undefined) {
      held += text
      at += text.length
      continue
    }
    const sign = line[at]
    const linked = sign === '[' ? match(link) : sign === '<' ? match(address) : null
    if (linked !== null) {
      flush()
      const [whole, words = '', href = words] = linked
      runs.push({ ...toRun(words, open), href })
      at += whole.length
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
    if (sign === '\\' && /[\\*_`[\]<>#+\-.!()]/.test(line[at + 1] ?? '')) {
      held += line[at + 1] ?? ''
      at += 2
      continue
    }
    const mark = marks.find((each) => line.startsWith(each, at))
    const which = mark?.length === 2 ? 'strong' : 'emphasis'
    if (mark !== undefined && turns({ line, at, mark, isOpen: open[which] })) {
      flush()
      open[which] = !open[which]
      at += mark.length
      continue
    }
    held += mark ?? sign ?? ''
    at += mark?.length ?? 1
  }
  flush()
  return runs
}

/** Whether a mark begins or ends what it marks: it stands at a word, and what begins also ends. */
function turns({ line, at, mark, isOpen }: { line: string; at: number; mark: string; isOpen: boolean }): boolean {
  const [before, after] = [line[at - 1] ?? ' ', line[at + mark.length] ?? ' ']
  if (mark.startsWith('_') && /\w/.test(before) && /\w/.test(after)) return false
  if (isOpen) return !/\s/.test(before)
  return !/\s/.test(after) && line.lastIndexOf(mark) > at
}

function toRun(text: string, { strong, emphasis }: { strong: boolean; emphasis: boolean }): MarkdownRun {
  return { text, ...(strong && { strong }), ...(emphasis && { emphasis }) }
}

/** The words alone. */
export function plainText(runs: readonly MarkdownRun[]): string {
  return runs.map(({ text }) => text).join('')
}
