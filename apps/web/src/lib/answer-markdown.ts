import type { Citation } from '@auspex/sdk'
import { citationWords } from './citation-words.ts'

interface AnswerFile {
  readonly question: string | null
  readonly text: string
  readonly citations: readonly Citation[]
}

/** An answer as self-contained Markdown: numbers in brackets become footnotes, each with the source of its claim. */
export const toAnswerMarkdown = ({ question, text, citations }: AnswerFile): string => {
  const numbers = new Set(citations.map(({ number }) => number))
  const body = text.replace(/\[(\d{1,4})\]/g, (mark, number: string) =>
    numbers.has(Number(number)) ? `[^${number}]` : mark,
  )
  const notes = citations.map((citation) => `[^${citation.number}]: ${sourceOf(citation)}`)
  return [
    ...(question === null ? [] : [`## ${question.replace(/\s+/g, ' ')}`]),
    body,
    ...(notes.length > 0 ? [notes.join('\n')] : []),
  ].join('\n\n')
}

/** Escapes the text of a document so that Markdown shows it verbatim: a quotation cannot produce a link, picture or heading. */
const escapeMarkdown = (words: string): string =>
  words.replace(/\s+/g, ' ').replace(/[\\`*_{}[\]<>#|~!]|:(?=\/\/)/g, (mark) => `\\${mark}`)

const sourceOf = (citation: Citation): string =>
  citation.kind === 'document'
    ? `${escapeMarkdown(citationWords(citation))} (document ${citation.documentId})`
    : `${citationWords(citation)} (signal ${citation.signalId})`
