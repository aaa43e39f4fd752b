const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })
const minLength = 30
const maxLength = 320
const titleEndings =
  /\b(?:Mr|Mrs|Ms|Dr|Prof|Sen|Rep|Gov|Gen|St|Jr|Sr|vs|No|Inc|Corp|Co|Ltd|U\.S|U\.K|U\.N|[A-Z])\.\s*$/u

/** Addresses, Markdown links and emphasis, quoting marks, table rows: parts of a post that are not prose. */
const markup = /https?:\/\/|www\.|\]\(|\*\*|__|^[>|*#&]|\|.*\||[<>{}\\^]|&\w+=/u
/** A span that begins in the middle of something, such as the rest of an address with a question mark. */
const fragment = /^(?!["'“‘«¿¡(])[\p{Ll}\p{P}]/u

/**
 * Splits a text into sentences, each a verbatim span without surrounding spaces. Omits sentences that are too short or too long to quote, and spans
 * that are markup or fragments rather than prose.
 */
export function splitSentences(text: string): string[] {
  const sentences: string[] = []
  for (const [start, end] of sentenceSpans(text)) {
    const sentence = text.slice(start, end)
    if (sentence.length < minLength || sentence.length > maxLength || sentence.includes('\n')) continue
    if (markup.test(sentence) || fragment.test(sentence)) continue
    sentences.push(sentence)
  }
  return sentences
}

/** The positions of all sentences of a text, without surrounding spaces: [start, end) in UTF-16 units. Includes markup and fragments. */
export function sentenceSpans(text: string): [start: number, end: number][] {
  const spans: [number, number][] = []
  let at = 0
  for (const span of joinAbbreviations(text)) {
    const start = at + span.length - span.trimStart().length
    const end = at + span.trimEnd().length
    if (end > start) spans.push([start, end])
    at += span.length
  }
  return spans
}

/** Unicode's rule ends a sentence after "Dr."; the next span belongs to it. */
function joinAbbreviations(text: string): string[] {
  const spans: string[] = []
  for (const { segment } of segmenter.segment(text)) {
    const last = spans.at(-1)
    if (last !== undefined && titleEndings.test(last)) spans[spans.length - 1] = last + segment
    else spans.push(segment)
  }
  return spans
}
