import type { AnalystEvent } from '../analyst.port.ts'
import type { AnswerWriter } from './answer-writer.ts'
import { type Sentence, sentence } from './sentence.ts'

/** The requested form of an answer. */
export interface AnswerForm {
  /** Maximum number of sentences with findings. */
  readonly most: number
  readonly isTable: boolean
  /** A sentence about a request that rules cannot fulfil; null when there is none. */
  readonly notFollowed: Sentence | null
}

/** Maximum number of sentences unless requested otherwise. */
export const mostSentences = 6

/** Interprets the instruction for a regenerated answer. */
export function readForm(instruction: string | null): AnswerForm {
  const usual = { most: mostSentences, isTable: false, notFollowed: null }
  if (instruction === null || instruction.trim() === '') return usual
  if (/\b(?:short(?:er|ly)?|brief(?:er|ly)?|concise(?:ly)?|less)\b/iu.test(instruction)) return { ...usual, most: 2 }
  if (/\btables?\b/iu.test(instruction)) return { ...usual, most: 12, isTable: true }
  if (/\b(?:detail(?:s|ed)?|longer|more)\b/iu.test(instruction)) return { ...usual, most: 12 }
  return {
    ...usual,
    notFollowed: sentence(
      `I could not follow “${instruction.trim().slice(0, 200)}”: without a language model I write shorter, in more detail or as a table.`,
    ),
  }
}

/** Receives findings, one after the other. */
export interface FindingSheet {
  say(finding: Sentence, label: string): AnalystEvent[]
  /** Ends a group of findings; rows of a table continue. */
  endPart(): void
  end(): void
}

/** Writes findings as running text, or as rows of a table with their subjects. */
export function createSheet(writer: AnswerWriter, { isTable }: AnswerForm): FindingSheet {
  if (!isTable) return { say: (finding) => writer.say(finding), endPart: () => writer.endParagraph(), end: () => {} }
  let rows = 0
  return {
    say(finding, label) {
      rows += 1
      const head = rows === 1 ? writer.put('| About | Finding |\n| --- | --- |') : []
      return [...head, ...writer.put(`\n| ${label} |`), ...writer.say(finding), ...writer.put('|')]
    },
    endPart: () => {},
    end: () => {
      if (rows > 0) writer.endParagraph()
    },
  }
}
