import type { Citation } from '@auspex/sdk/types'
import type { AnalystTurn } from '../analyst.port.ts'
import { escapeMarkdown } from './markdown.ts'

const maxQuoteLength = 160

/**
 * An answer as the text of a report, which is read without its conversation: the interpretation of the question is left out, and each number in
 * brackets becomes a footnote with its evidence.
 */
export function toReportContents({ content, understanding, citations }: AnalystTurn): string {
  const text = withoutReading(content, understanding?.sentence)
  const known = new Set(citations.map(({ number }) => String(number)))
  const body = text.replace(/\[(\d{1,4})\]/gu, (mark, number: string) => (known.has(number) ? `[^${number}]` : mark))
  const notes = citations.map((citation) => `[^${citation.number}]: ${sayOrigin(citation)}`)
  return notes.length === 0 ? body : `${body}\n\n${notes.join('\n')}`
}

/** Other content of the last paragraph, such as what was left out, stays. */
function withoutReading(text: string, sentence: string | undefined): string {
  if (sentence === undefined || sentence === '') return text
  const at = text.lastIndexOf(`*${sentence}`)
  if (at === -1) return text
  const rest = text.slice(at + 1 + sentence.length)
  return rest === '*' ? text.slice(0, at).trimEnd() : `${text.slice(0, at)}*${rest.trimStart()}`
}

function sayOrigin(citation: Citation): string {
  if (citation.kind === 'document') {
    const { quote, documentId } = citation
    const shortQuote = quote.length > maxQuoteLength ? `${quote.slice(0, maxQuoteLength).trimEnd()}…` : quote
    return `“${escapeMarkdown(shortQuote).text}” (document ${documentId})`
  }
  const { section, value, signalId } = citation
  // more digits would suggest a precision that no measure here has
  const numberText =
    value === null
      ? 'unknown'
      : Math.abs(value) >= 100
        ? Math.round(value).toLocaleString('en')
        : value.toLocaleString('en', { maximumSignificantDigits: 3 })
  return `${section.charAt(0).toUpperCase()}${section.slice(1)} of the report: ${numberText} (signal ${signalId})`
}
