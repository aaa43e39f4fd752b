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
const tableRule = /^\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*\|?\s*$/u

export function createCheckedWriter({ guard, writer, emit, locate }: CheckedWriterOptions): CheckedWriter {
  let [supportedCount, markedCount, droppedCount] = [0, 0, 0]
  /** What comes before the first sentence that a result says: an answer of nothing else is not shown. */
  let pendingParts: (() => void)[] = []
  let columns = 0
  const emitAll = (events: readonly AnalystEvent[]) => events.forEach(emit)
  const put = (part: () => void) => {
    if (supportedCount === 0) pendingParts.push(part)
    else {
      for (const earlier of pendingParts) earlier()
      pendingParts = []
      part()
    }
  }

  /** The grounds of a sentence with the places of its quotations, which are looked up first. */
  async function locateAll(sentence: Sentence, quotes: readonly DocumentQuote[]): Promise<Sentence> {
    const located = await Promise.all(
      quotes.map(async ({ documentId, quote, start, end }) => {
        const ground = await locate(documentId, quote)
        return ground === null ? [] : [{ start, end, ground }]
      }),
    )
    const grounds = [...sentence.grounds, ...located.flat()].toSorted((a, b) => a.start - b.start || a.end - b.end)
    return { text: sentence.text, grounds }
  }

  async function writeRow(line: string): Promise<void> {
    const cells = line
      .trim()
      .replaceAll(/^\||\|$/gu, '')
      .split(/(?<!\\)\|/u)
      .map((cell) => cell.trim())
    if (columns === 0) {
      // a heading of a table names columns, and states nothing that its rows do not
      columns = cells.length
      const head = cells.map((cell) =>
        cell
          .replaceAll(/[^\p{L}\p{N}\s%–-]/gu, ' ')
          .trim()
          .slice(0, 60),
      )
      put(() => {
        writer.endParagraph()
        emitAll(writer.appendMarkdown(`| ${head.join(' | ')} |\n|${' --- |'.repeat(columns)}`))
      })
      return
    }
    const check = guard.check(cells.join(' '))
    const checkedRow = await toShow(check)
    if (checkedRow === null) return
    put(() => {
      writeCells(cells.slice(0, columns), checkedRow.sentence)
      emitAll(writer.appendMarkdown(checkedRow.isMarked ? `${mark} |` : '|'))
    })
  }

  /** The cells of a row, without the end of the last one; each has the citations of its own numbers. */
  function writeCells(cells: readonly string[], { text, grounds }: Sentence): void {
    emitAll(writer.appendMarkdown('\n|'))
    let from = 0
    for (const [at, cell] of cells.entries()) {
      if (at > 0) emitAll(writer.appendMarkdown('|'))
      const plain = cell
        .replaceAll(/\s*\[(?:\s*[fdr]\d{1,4}\s*[,;]?)+\]/gu, '')
        .replaceAll(/\*\*|__/gu, '')
        .trim()
      const start = text.indexOf(plain, from)
      if (start >= 0) from = start + plain.length
      const own = grounds.filter((ground) => start >= 0 && ground.start >= start && ground.end <= start + plain.length)
      const shifted = own.map((ground) => ({ ...ground, start: ground.start - start, end: ground.end - start }))
      emitAll(writer.append({ text: plain, grounds: shifted }))
    }
  }

  /** What may be shown of a checked sentence; null where it is left out. */
  async function toShow(check: SentenceCheck): Promise<{ sentence: Sentence; isMarked: boolean } | null> {
    if (check.verdict === 'empty') return null
    if (check.verdict === 'neutral') return { sentence: { text: check.text, grounds: [] }, isMarked: false }
    if (check.verdict === 'supported') {
      supportedCount += 1
      return { sentence: await locateAll(check.sentence, check.quotes), isMarked: false }
    }
    if (check.isRisky) {
      droppedCount += 1
      return null
    }
    markedCount += 1
    return { sentence: { text: check.text, grounds: [] }, isMarked: true }
  }

  return {
    get supportedCount() {
      return supportedCount
    },
    get markedCount() {
      return markedCount
    },
    get droppedCount() {
      return droppedCount
    },
    restart() {
      if (supportedCount > 0) return
      ;[pendingParts, columns, markedCount, droppedCount] = [[], 0, 0, 0]
    },
    async write(written) {
      const line = written.replace(/^\n+/u, '')
      if (/^\s*\|/u.test(line)) {
        if (!tableRule.test(line.trim())) await writeRow(line)
        return
      }
      const isAfterTable = columns > 0
      columns = 0
      const isHeading = headingPrefix.test(line)
      const words = line.replace(headingPrefix, '')
      const checkedLine = await toShow(
        isHeading ? guard.checkHeading(words) : guard.check(words.replace(listPrefix, '')),
      )
      put(() => {
        if (isAfterTable || isHeading) writer.endParagraph()
        if (checkedLine !== null) {
          const { sentence, isMarked } = checkedLine
          if (isHeading) emitAll(writer.appendMarkdown('###'))
          else if (listPrefix.test(line)) emitAll(writer.appendMarkdown('\n-'))
          emitAll(writer.append(isHeading ? { ...sentence, text: sentence.text.replace(/\.$/u, '') } : sentence))
          if (isMarked) emitAll(writer.appendMarkdown(mark))
        }
        if (isHeading || written.includes('\n\n')) writer.endParagraph()
      })
    },
  }
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
