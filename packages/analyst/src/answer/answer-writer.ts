import type { Citation } from '@auspex/sdk/types'
import type { AnalystEvent } from '../analyst.port.ts'
import { type Sentence, sentence } from './sentence.ts'

/** Characters with a meaning in Markdown (an underscore has none within a word), the colon of an address, and the dot that turns a word into a link. */
const special = /[\\`*{}[\]<>#|~@]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|!(?=\[)|:(?=\/\/)|(?<=\bwww)\./giu
/** Invisible characters, and those that change the direction of visible ones. */
const invisible = /[\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF\u00AD\u{E0000}-\u{E007F}]/gu

export interface EscapedText {
  readonly text: string
  /** The position in the escaped text of a position in the plain one. */
  toEscapedPosition(index: number): number
}

/** Escapes plain text so that Markdown shows exactly it: a quoted document cannot produce a link, picture or heading. */
export function escapeMarkdown(plain: string): EscapedText {
  let text = ''
  const escapedPositions: number[] = []
  let copiedTo = 0
  const edits = [...plain.matchAll(new RegExp(`${special.source}|${invisible.source}|[\\r\\n\\t]+`, 'giu'))]
  const copy = (until: number) => {
    for (; copiedTo < until; copiedTo += 1) {
      escapedPositions.push(text.length)
      text += plain[copiedTo]
    }
  }
  for (const { 0: found, index } of edits) {
    copy(index)
    for (let unit = 0; unit < found.length; unit += 1) escapedPositions.push(text.length)
    if (/^[\r\n\t]+$/u.test(found)) text += ' '
    else if (!new RegExp(invisible.source, 'u').test(found)) text += `\\${found}`
    copiedTo = index + found.length
  }
  copy(plain.length)
  return { text, toEscapedPosition: (position) => escapedPositions[position] ?? text.length }
}

const maxCitations = 1000

export interface AnswerWriter {
  /** The events that append a sentence. */
  append(sentence: Sentence): AnalystEvent[]
  /** Appends a sentence whose source is not available yet: nothing may be appended before `cite` adds it. */
  appendUncited(text: string): WrittenSentence
  endParagraph(): void
  /** The next sentence begins a line of its own, as in a list. */
  endLine(): void
  /** Appends uncited Markdown, such as a heading. */
  appendMarkdown(markdown: string): AnalystEvent[]
  readonly length: number
}

export interface WrittenSentence {
  readonly events: readonly AnalystEvent[]
  /** Adds its evidence, at positions of its text. */
  cite(grounds: Sentence['grounds']): AnalystEvent[]
}

/** Appends sentences, each followed by the numbers of its citations, and reports the position of each claim in the whole text. */
export function createAnswerWriter(): AnswerWriter {
  let [length, citations, gap] = [0, 0, '']
  const appendMarkdown = (markdown: string): AnalystEvent[] => {
    const delta = gap + markdown
    length += delta.length
    gap = ' '
    return delta === '' ? [] : [{ type: 'text-delta', delta }]
  }
  const appendUncited = (text: string): WrittenSentence => {
    const escaped = escapeMarkdown(text)
    const begin = length + gap.length
    return {
      events: appendMarkdown(escaped.text),
      cite(grounds) {
        const cited: Citation[] = []
        for (const { start, end, ground } of grounds.slice(0, maxCitations - citations)) {
          const place = {
            number: citations + 1,
            claimStart: begin + escaped.toEscapedPosition(start),
            claimEnd: begin + escaped.toEscapedPosition(end),
          }
          citations += 1
          cited.push({ ...ground, ...place })
        }
        const marks = cited.map(({ number }) => `[${number}]`).join('')
        return [
          ...(marks === '' ? [] : appendMarkdown(marks)),
          ...cited.map((citation): AnalystEvent => ({ type: 'citation-added', citation })),
        ]
      },
    }
  }
  return {
    get length() {
      return length
    },
    appendMarkdown,
    appendUncited,
    endParagraph() {
      if (length > 0) gap = '\n\n'
    },
    endLine() {
      if (length > 0) gap = '\n'
    },
    append({ text, grounds }) {
      const written = appendUncited(text)
      return [...written.events, ...written.cite(grounds)]
    },
  }
}

/** The requested form of an answer. */
export interface AnswerForm {
  /** Maximum number of sentences with findings. */
  readonly findingLimit: number
  readonly isTable: boolean
  /** A sentence about a request that rules cannot fulfil; null when there is none. */
  readonly unsupportedNote: Sentence | null
}

/** Maximum number of sentences unless requested otherwise. */
export const maxSentences = 6

const sentenceNumbers = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight']

/** How many sentences a message allows: "in two sentences"; null where it does not say. */
export function readSentenceLimit(message: string): number | null {
  const [, word = ''] =
    /\b(?:in|needs?|want|wants|write|draft|give|just|only|me|us|(?:no|not) (?:more|longer) than|fewer than|most|max(?:imum)?(?: of)?|to) (a single|one|two|three|four|five|six|seven|eight|[1-8]) (?:short |brief )?(?:sentences?|lines?|bullets?(?: points?)?)\b/iu.exec(
      message,
    ) ?? []
  if (word === '') return null
  return word.toLowerCase() === 'a single' ? 1 : sentenceNumbers.indexOf(word.toLowerCase()) + 1 || Number(word)
}

/** Interprets the instruction for a regenerated answer. */
export function readForm(instruction: string | null): AnswerForm {
  const defaultForm = { findingLimit: maxSentences, isTable: false, unsupportedNote: null }
  if (instruction === null || instruction.trim() === '') return defaultForm
  if (/\b(?:short(?:er|ly)?|brief(?:er|ly)?|concise(?:ly)?|less)\b/iu.test(instruction))
    return { ...defaultForm, findingLimit: 2 }
  if (/\btables?\b/iu.test(instruction)) return { ...defaultForm, findingLimit: 12, isTable: true }
  if (/\b(?:detail(?:s|ed)?|longer|more)\b/iu.test(instruction)) return { ...defaultForm, findingLimit: 12 }
  return {
    ...defaultForm,
    unsupportedNote: sentence(
      `I could not follow “${instruction.trim().slice(0, 200)}”: without a language model I write shorter, in more detail or as a table.`,
    ),
  }
}

/** Receives findings, one after the other. */
export interface FindingWriter {
  append(finding: Sentence, label: string): AnalystEvent[]
  /** Ends a group of findings; rows of a table continue. */
  endPart(): void
  end(): void
}

/** Writes findings as running text, or as rows of a table with their subjects. */
export function createFindingWriter(writer: AnswerWriter, { isTable }: AnswerForm): FindingWriter {
  if (!isTable)
    return { append: (finding) => writer.append(finding), endPart: () => writer.endParagraph(), end: () => {} }
  let rows = 0
  return {
    append(finding, label) {
      rows += 1
      const head = rows === 1 ? writer.appendMarkdown('| About | Finding |\n| --- | --- |') : []
      return [
        ...head,
        ...writer.appendMarkdown(`\n| ${label} |`),
        ...writer.append(finding),
        ...writer.appendMarkdown('|'),
      ]
    },
    endPart: () => {},
    end: () => {
      if (rows > 0) writer.endParagraph()
    },
  }
}

/** A table of plain words, as a paragraph of its own. */
export function* writeTable(
  writer: AnswerWriter,
  head: readonly string[],
  rows: readonly (readonly string[])[],
): Generator<AnalystEvent, void> {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => escapeMarkdown(cell).text).join(' | ')} |`
  writer.endParagraph()
  yield* writer.appendMarkdown([line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n'))
  writer.endParagraph()
}

/** Numbered lines, one for each sentence. */
export function* writeLines(writer: AnswerWriter, lines: readonly Sentence[]): Generator<AnalystEvent, void> {
  writer.endParagraph()
  for (const [at, line] of lines.entries()) {
    if (at > 0) writer.endLine()
    yield* writer.appendMarkdown(`${at + 1}.`)
    yield* writer.append(line)
  }
  writer.endParagraph()
}
