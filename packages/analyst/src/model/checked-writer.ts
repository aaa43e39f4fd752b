import type { SignalReport } from '@auspex/sdk/types'
import { readDocumentTool } from '@auspex/tools'
import type { AnalystEvent } from '../analyst.port.ts'
import type { AnswerWriter } from '../answer/answer-writer.ts'
import type { Ground, Sentence } from '../answer/sentence.ts'
import type { CallContext } from '../call-tool.ts'
import type { ClaimsGuard, DocumentQuote, SentenceCheck } from '../guard/claims-guard.ts'

/** Stands behind a sentence that no result was found to say. */
const mark = '*(not verified)*'

export interface CheckedWriterOptions {
  readonly guard: ClaimsGuard
  readonly writer: AnswerWriter
  readonly emit: (event: AnalystEvent) => void
  /** Finds words of a document in its text; null where they are not there, or it cannot be read. */
  readonly locate: (documentId: string, quote: string) => Promise<Ground | null>
}

/** Writes what a model says, sentence by sentence; what no result says is marked or left out. Headings, lists and tables keep their form. */
export interface CheckedWriter {
  write(sentence: string): Promise<void>
  /** Forgets what is not shown yet: it was said on the way to the answer. */
  restart(): void
  /** Sentences that results say. */
  readonly supportedCount: number
  /** Sentences that were shown with a mark, because no result was found to say them. */
  readonly markedCount: number
  /** Sentences that were left out: they blame, impute or advise, or have links. */
  readonly droppedCount: number
}

const headingPrefix = /^\s*#{1,6}\s+/u
const listPrefix = /^\s*(?:[-*+]|\d+[.)])\s+/u
const maxColumnName = 60
const tableRule = /^\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*\|?\s*$/u

/** What may be shown of a checked sentence. */
interface ShownSentence {
  readonly sentence: Sentence
  readonly isMarked: boolean
}

export function createCheckedWriter(options: CheckedWriterOptions): CheckedWriter {
  return new LineWriter(options)
}

class LineWriter implements CheckedWriter {
  readonly #guard: ClaimsGuard
  readonly #writer: AnswerWriter
  readonly #emit: CheckedWriterOptions['emit']
  readonly #locate: CheckedWriterOptions['locate']
  /** What comes before the first sentence that a result says: an answer of nothing else is not shown. */
  #pending: (() => void)[] = []
  /** Of the table that is written; none outside of one. */
  #columns = 0
  supportedCount = 0
  markedCount = 0
  droppedCount = 0

  constructor({ guard, writer, emit, locate }: CheckedWriterOptions) {
    this.#guard = guard
    this.#writer = writer
    this.#emit = emit
    this.#locate = locate
  }

  restart(): void {
    if (this.supportedCount > 0) return
    this.#pending = []
    this.#columns = 0
    this.markedCount = 0
    this.droppedCount = 0
  }

  async write(written: string): Promise<void> {
    const line = written.replace(/^\n+/u, '')
    if (/^\s*\|/u.test(line)) {
      if (!tableRule.test(line.trim())) await this.#writeRow(cellsOf(line))
      return
    }
    const isAfterTable = this.#columns > 0
    this.#columns = 0
    const isHeading = headingPrefix.test(line)
    const words = line.replace(headingPrefix, '')
    const shown = await this.#toShow(
      isHeading ? this.#guard.checkHeading(words) : this.#guard.check(words.replace(listPrefix, '')),
    )
    this.#put(() => {
      if (isAfterTable || isHeading) this.#writer.endParagraph()
      if (shown !== null) this.#writeSentence(shown, { isHeading, isListed: listPrefix.test(line) })
      if (isHeading || written.includes('\n\n')) this.#writer.endParagraph()
    })
  }

  #writeSentence(
    { sentence, isMarked }: ShownSentence,
    { isHeading, isListed }: { isHeading: boolean; isListed: boolean },
  ): void {
    if (isHeading) {
      this.#append('###')
      this.#emitAll(this.#writer.append({ ...sentence, text: sentence.text.replace(/\.$/u, '') }))
    } else {
      if (isListed) this.#append('\n-')
      this.#emitAll(this.#writer.append(sentence))
    }
    if (isMarked) this.#append(mark)
  }

  async #writeRow(cells: readonly string[]): Promise<void> {
    if (this.#columns === 0) {
      this.#columns = cells.length
      this.#put(() => this.#writeTableHead(cells))
      return
    }
    const shown = await this.#toShow(this.#guard.check(cells.join(' ')))
    if (shown === null) return
    const within = cells.slice(0, this.#columns)
    this.#put(() => {
      this.#writeCells(within, shown.sentence)
      this.#append(shown.isMarked ? `${mark} |` : '|')
    })
  }

  /** A heading of a table names columns, and states nothing that its rows do not. */
  #writeTableHead(cells: readonly string[]): void {
    const names = cells.map((cell) =>
      cell
        .replaceAll(/[^\p{L}\p{N}\s%–-]/gu, ' ')
        .trim()
        .slice(0, maxColumnName),
    )
    this.#writer.endParagraph()
    this.#append(`| ${names.join(' | ')} |\n|${' --- |'.repeat(names.length)}`)
  }

  /** The cells of a row, without the end of the last one; each has the citations of its own numbers. */
  #writeCells(cells: readonly string[], { text, grounds }: Sentence): void {
    this.#append('\n|')
    let from = 0
    for (const [at, cell] of cells.entries()) {
      if (at > 0) this.#append('|')
      const plain = cell
        .replaceAll(/\s*\[(?:\s*[fdr]\d{1,4}\s*[,;]?)+\]/gu, '')
        .replaceAll(/\*\*|__/gu, '')
        .trim()
      const start = text.indexOf(plain, from)
      if (start >= 0) from = start + plain.length
      const own = grounds.filter((ground) => start >= 0 && ground.start >= start && ground.end <= start + plain.length)
      const shifted = own.map((ground) => ({ ...ground, start: ground.start - start, end: ground.end - start }))
      this.#emitAll(this.#writer.append({ text: plain, grounds: shifted }))
    }
  }

  /** What may be shown of a checked sentence; null where it is left out. */
  async #toShow(check: SentenceCheck): Promise<ShownSentence | null> {
    if (check.verdict === 'empty') return null
    if (check.verdict === 'neutral') return { sentence: { text: check.text, grounds: [] }, isMarked: false }
    if (check.verdict === 'supported') {
      this.supportedCount += 1
      return { sentence: await this.#withPlaces(check.sentence, check.quotes), isMarked: false }
    }
    if (check.isRisky) {
      this.droppedCount += 1
      return null
    }
    this.markedCount += 1
    return { sentence: { text: check.text, grounds: [] }, isMarked: true }
  }

  /** A sentence with the places of its quotations, which are looked up first. */
  async #withPlaces(sentence: Sentence, quotes: readonly DocumentQuote[]): Promise<Sentence> {
    const located = await Promise.all(
      quotes.map(async ({ documentId, quote, start, end }) => {
        const ground = await this.#locate(documentId, quote)
        return ground === null ? [] : [{ start, end, ground }]
      }),
    )
    const grounds = [...sentence.grounds, ...located.flat()].toSorted((a, b) => a.start - b.start || a.end - b.end)
    return { text: sentence.text, grounds }
  }

  /** Writes a part, or keeps it until a sentence is shown that results say. */
  #put(part: () => void): void {
    this.#pending.push(part)
    if (this.supportedCount === 0) return
    const parts = this.#pending
    this.#pending = []
    for (const pending of parts) pending()
  }

  #append(markdown: string): void {
    this.#emitAll(this.#writer.appendMarkdown(markdown))
  }

  #emitAll(events: readonly AnalystEvent[]): void {
    for (const event of events) this.#emit(event)
  }
}

function cellsOf(line: string): string[] {
  return line
    .trim()
    .replaceAll(/^\||\|$/gu, '')
    .split(/(?<!\\)\|/u)
    .map((cell) => cell.trim())
}

/** Places words of documents in their texts, which are read once each. */
export function createLocator(
  context: CallContext,
  reports: ReadonlyMap<string, SignalReport>,
): CheckedWriterOptions['locate'] {
  const texts = new Map<string, Promise<string | null>>()
  const readText = async (documentId: string): Promise<string | null> => {
    const [signalId] = reports.keys()
    if (signalId === undefined) return null
    const outcome = await context.tools.read(readDocumentTool, { signalId, documentId }, context.signal)
    return outcome.status === 'ok' ? (outcome.output.text?.content ?? null) : null
  }
  return async (documentId, quote) => {
    const text = texts.get(documentId) ?? readText(documentId)
    texts.set(documentId, text)
    const quoteStart = (await text)?.indexOf(quote) ?? -1
    if (quoteStart < 0) return null
    return { kind: 'document', documentId, field: 'body', quoteStart, quoteEnd: quoteStart + quote.length, quote }
  }
}
