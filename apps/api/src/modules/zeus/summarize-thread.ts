import type { Citation, ZeusThreadSummary } from '@auspex/sdk/types'
import type { StoredMessage } from './zeus.types.ts'

/** Sentences that a summary has at most. */
const mostSentences = 5

interface Sentence {
  text: string
  citations: readonly Citation[]
}

/**
 * What the answers found, in their own sentences: of each answer, the latest first, the first sentence that something is cited for. Nothing is reworded, so
 * every number and citation stays as it was shown.
 */
export function summarizeThread(
  threadId: string,
  messages: readonly StoredMessage[],
  writtenAt: Date,
): ZeusThreadSummary {
  const answers = messages.filter(({ role, content }) => role === 'assistant' && content !== '')
  const chosen: Sentence[] = []
  const perAnswer = Math.max(1, Math.floor(mostSentences / Math.max(1, answers.length)))
  for (const answer of answers.slice(-mostSentences)) chosen.push(...findSentences(answer).slice(0, perAnswer))
  const { summary, citations } = joinSentences(chosen.slice(0, mostSentences))
  return {
    threadId,
    summary: summary === '' ? sayNothing(messages) : summary,
    citations,
    messagesRead: messages.length,
    method: 'extractive',
    writtenAt: writtenAt.toISOString(),
  }
}

/** The sentences of an answer that something is cited for, in their order. */
function findSentences({ content, details }: StoredMessage): Sentence[] {
  const citations = details?.citations ?? []
  const sentences: Sentence[] = []
  for (const [start, end] of sentenceSpans(content)) {
    const own = citations.filter(({ claimStart, claimEnd }) => claimStart >= start && claimEnd <= end)
    const text = content.slice(start, end)
    if (own.length > 0)
      sentences.push({
        text,
        citations: own.map((each) => ({
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

/** One text, its citations numbered anew in the order of the claims. */
function joinSentences(sentences: readonly Sentence[]): { summary: string; citations: Citation[] } {
  let summary = ''
  const citations: Citation[] = []
  for (const sentence of sentences) {
    const separator = summary === '' ? '' : ' '
    const numbers = new Map(sentence.citations.map((each, index) => [each.number, citations.length + index + 1]))
    // the marks in the text are the numbers of its own answer
    const { text, moved } = renumber(sentence, numbers)
    if (summary.length + separator.length + text.length > 4000) break
    const offset = summary.length + separator.length
    summary += separator + text
    for (const each of moved)
      citations.push({ ...each, claimStart: each.claimStart + offset, claimEnd: each.claimEnd + offset })
  }
  return { summary, citations }
}

/** Puts the new numbers into `[1]`; claims behind a mark that got longer or shorter move with it. */
function renumber(
  { text, citations }: Sentence,
  numbers: ReadonlyMap<number, number>,
): { text: string; moved: Citation[] } {
  const shifts: { at: number; by: number }[] = []
  const renumbered = text.replaceAll(/\[(\d{1,4})\]/g, (mark: string, number: string, at: number) => {
    const next = numbers.get(Number(number))
    const replaced = next === undefined ? mark : `[${next}]`
    shifts.push({ at, by: replaced.length - mark.length })
    return replaced
  })
  const move = (place: number) => place + shifts.reduce((sum, { at, by }) => sum + (at < place ? by : 0), 0)
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

function sayNothing(messages: readonly StoredMessage[]): string {
  return messages.some(({ role }) => role === 'assistant')
    ? 'No answer of this conversation has a finding that something is cited for.'
    : 'This conversation has no answer yet.'
}
