import type { Citation, ZeusThreadSummary } from '@auspex/sdk/types'
import type { StoredMessage } from './zeus.types.ts'

/** Maximum number of sentences in a summary. */
const maxSentences = 5

interface Sentence {
  text: string
  citations: readonly Citation[]
}

/**
 * Summarizes the answers in their own sentences: the first cited sentence of each answer, the latest answer first. Nothing is reworded, so every
 * number and citation stays as it was shown.
 */
export function summarizeThread(
  threadId: string,
  messages: readonly StoredMessage[],
  writtenAt: Date,
): ZeusThreadSummary {
  const answers = messages.filter(({ role, content }) => role === 'assistant' && content !== '')
  const chosenSentences: Sentence[] = []
  const perAnswer = Math.max(1, Math.floor(maxSentences / Math.max(1, answers.length)))
  for (const answer of answers.slice(-maxSentences)) chosenSentences.push(...findSentences(answer).slice(0, perAnswer))
  const { summary, citations } = joinSentences(chosenSentences.slice(0, maxSentences))
  return {
    threadId,
    summary: summary === '' ? describeEmpty(messages) : summary,
    citations,
    messagesRead: messages.length,
    method: 'extractive',
    writtenAt: writtenAt.toISOString(),
  }
}

/** The sentences of an answer that have a citation, in order. */
function findSentences({ content, details }: StoredMessage): Sentence[] {
  const citations = details?.citations ?? []
  const sentences: Sentence[] = []
  for (const [start, end] of sentenceSpans(content)) {
    const sentenceCitations = citations.filter(({ claimStart, claimEnd }) => claimStart >= start && claimEnd <= end)
    const text = content.slice(start, end)
    if (sentenceCitations.length > 0)
      sentences.push({
        text,
        citations: sentenceCitations.map((each) => ({
          ...each,
          claimStart: each.claimStart - start,
          claimEnd: each.claimEnd - start,
        })),
      })
  }
  return sentences
}

function sentenceSpans(text: string): [number, number][] {
  const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })
  return [...segmenter.segment(text)].flatMap(({ index, segment }): [number, number][] => {
    const lead = segment.length - segment.trimStart().length
    const trimmed = segment.trim()
    return trimmed === '' || /^#{1,6} /.test(trimmed) ? [] : [[index + lead, index + lead + trimmed.length]]
  })
}

/** Joins sentences into one text, with citations renumbered in the order of the claims. */
function joinSentences(sentences: readonly Sentence[]): { summary: string; citations: Citation[] } {
  let summary = ''
  const citations: Citation[] = []
  for (const sentence of sentences) {
    const separator = summary === '' ? '' : ' '
    const numbers = new Map(sentence.citations.map((each, index) => [each.number, citations.length + index + 1]))
    // the marks in a sentence are numbered within its own answer
    const { text, moved } = renumber(sentence, numbers)
    if (summary.length + separator.length + text.length > 4000) break
    const offset = summary.length + separator.length
    summary += separator + text
    for (const each of moved)
      citations.push({ ...each, claimStart: each.claimStart + offset, claimEnd: each.claimEnd + offset })
  }
  return { summary, citations }
}

/** Replaces the numbers in marks such as `[1]`; claims after a mark whose length changed are shifted. */
function renumber(
  { text, citations }: Sentence,
  numbers: ReadonlyMap<number, number>,
): { text: string; moved: Citation[] } {
  const shifts: { at: number; by: number }[] = []
  const renumbered = text.replaceAll(/\[(\d{1,4})\]/g, (mark: string, number: string, index: number) => {
    const next = numbers.get(Number(number))
    const replaced = next === undefined ? mark : `[${next}]`
    shifts.push({ at: index, by: replaced.length - mark.length })
    return replaced
  })
  const move = (position: number) => position + shifts.reduce((sum, { at, by }) => sum + (at < position ? by : 0), 0)
  return {
    text: renumbered,
    moved: citations.map((each) => ({
      ...each,
      number: numbers.get(each.number) ?? each.number,
      claimStart: move(each.claimStart),
      claimEnd: move(each.claimEnd),
    })),
  }
}

function describeEmpty(messages: readonly StoredMessage[]): string {
  return messages.some(({ role }) => role === 'assistant')
    ? 'No answer of this conversation has a finding that something is cited for.'
    : 'This conversation has no answer yet.'
}
