import type { Citation } from '@auspex/sdk/types'
import type { AnalystEvent } from '../analyst.port.ts'
import { escapeMarkdown } from './markdown.ts'
import type { Sentence } from './sentence.ts'

const mostCitations = 1000

export interface AnswerWriter {
  /** The events that put a sentence behind what is there. */
  say(sentence: Sentence): AnalystEvent[]
  /** Ends the paragraph. */
  endParagraph(): void
  /** Puts words that stand on nothing, such as a heading, which are Markdown already. */
  put(markdown: string): AnalystEvent[]
  readonly length: number
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
  return {
    get length() {
      return length
    },
    put,
    endParagraph() {
      if (length > 0) gap = '\n\n'
    },
    say({ text, grounds }) {
      const escaped = escapeMarkdown(text)
      const begin = length + gap.length
      const cited: Citation[] = []
      for (const { start, end, ground } of grounds.slice(0, mostCitations - citations)) {
        const place = {
          number: citations + 1,
          claimStart: begin + escaped.place(start),
          claimEnd: begin + escaped.place(end),
        }
        citations += 1
        cited.push(ground.kind === 'document' ? { ...ground, ...place } : { ...ground, ...place })
      }
      const marks = cited.map(({ number }) => `[${number}]`).join('')
      return [
        ...put(marks === '' ? escaped.text : `${escaped.text} ${marks}`),
        ...cited.map((citation): AnalystEvent => ({ type: 'citation-added', citation })),
      ]
    },
  }
}
