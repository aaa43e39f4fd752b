import type { Citation } from '@auspex/sdk/types'
import type { AnalystEvent } from '../analyst.port.ts'
import { escapeMarkdown } from './markdown.ts'
import type { Sentence } from './sentence.ts'

const maxCitations = 1000

export interface AnswerWriter {
  /** The events that append a sentence. */
  say(sentence: Sentence): AnalystEvent[]
  /** Appends a sentence whose source is not available yet: nothing may be appended before `cite` adds it. */
  write(text: string): WrittenSentence
  /** Ends the paragraph. */
  endParagraph(): void
  /** Appends uncited Markdown, such as a heading. */
  put(markdown: string): AnalystEvent[]
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
  const put = (markdown: string): AnalystEvent[] => {
    const delta = gap + markdown
    length += delta.length
    gap = ' '
    return delta === '' ? [] : [{ type: 'text-delta', delta }]
  }
  const write = (text: string): WrittenSentence => {
    const escaped = escapeMarkdown(text)
    const begin = length + gap.length
    return {
      events: put(escaped.text),
      cite(grounds) {
        const cited: Citation[] = []
        for (const { start, end, ground } of grounds.slice(0, maxCitations - citations)) {
          const place = {
            number: citations + 1,
            claimStart: begin + escaped.place(start),
            claimEnd: begin + escaped.place(end),
          }
          citations += 1
          cited.push({ ...ground, ...place })
        }
        const marks = cited.map(({ number }) => `[${number}]`).join('')
        return [
          ...(marks === '' ? [] : put(marks)),
          ...cited.map((citation): AnalystEvent => ({ type: 'citation-added', citation })),
        ]
      },
    }
  }
  return {
    get length() {
      return length
    },
    put,
    write,
    endParagraph() {
      if (length > 0) gap = '\n\n'
    },
    say({ text, grounds }) {
      const written = write(text)
      return [...written.events, ...written.cite(grounds)]
    },
  }
}
