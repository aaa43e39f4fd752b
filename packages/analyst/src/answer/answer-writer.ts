import type { Citation } from '@auspex/sdk/types'
import type { AnalystEvent } from '../analyst.port.ts'
import { escapeMarkdown } from './markdown.ts'
import type { Sentence } from './sentence.ts'

const mostCitations = 1000

export interface AnswerWriter {
  /** The events that put a sentence behind what is there. */
  say(sentence: Sentence): AnalystEvent[]
  /** The same of a sentence whose origin is not at hand yet: nothing may come before `cite` puts it there. */
  write(text: string): WrittenSentence
  /** Ends the paragraph. */
  endParagraph(): void
  /** Puts words that stand on nothing, such as a heading, which are Markdown already. */
  put(markdown: string): AnalystEvent[]
  readonly length: number
}

export interface WrittenSentence {
  readonly events: readonly AnalystEvent[]
  /** What it stands on, in places of its text. */
  cite(grounds: Sentence['grounds']): AnalystEvent[]
}

/** Writes sentences one after the other, each with the numbers of its citations behind it, and says where in the whole text each claim stands. */
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
        for (const { start, end, ground } of grounds.slice(0, mostCitations - citations)) {
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
