import { tokens } from '../text/tokenize.ts'

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })
const minLength = 30
const maxLength = 320
const titleEndings =
  /\b(?:Mr|Mrs|Ms|Dr|Prof|Sen|Rep|Gov|Gen|St|Jr|Sr|vs|No|Inc|Corp|Co|Ltd|U\.S|U\.K|U\.N|[A-Z])\.\s*$/u

/** Addresses, Markdown links and emphasis, quoting marks, table rows: parts of a post that are not prose. */
const proseMarkup = /https?:\/\/|www\.|\]\(|\*\*|__|^[>|*#&]|\|.*\||[<>{}\\^]|&\w+=/u
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
    if (proseMarkup.test(sentence) || fragment.test(sentence)) continue
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

/** The kind of quotation: a sentence of a body needs a sentence ending, a title does not. */
export type QuotedPart = 'sentence' | 'title'

const minWords = 5
const maxWords = 60

/** Opening marks, then a capital, a digit or a letter of a script without capitals; names such as iPhone begin in lower case. */
const wholeStart = /^["'“‘«„¿¡(]*(?:[\p{Lu}\p{Lt}\p{Lo}]|\p{N}(?![.)]\s)|\p{Ll}\p{Lu})/u
const wholeEnd = /[.!?。！？؟।]["'”’»)]*$/u
/** Signs and words that must be followed by something: a title that ends with one was cut off. */
const cutEnd =
  /(?:[,:;&+/–—-]|(?:^|\s)(?:a|an|and|are|as|at|but|by|for|from|his|her|in|into|is|its|my|of|on|or|our|than|that|the|their|to|was|were|will|with|your|\p{Ll}))$/iu
/** Something was left out, in the middle or at an end. */
const ellipsis = /\.{2,}|…/u

/** Addresses (but not names such as Amazon.com), keys, hashtags and handles, emoji, and layout characters. */
const markup =
  /:\/\/|www\.|\b\w[\w.-]*\.[a-z]{2,6}\/\S|(?:^|[\s(])[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|net|org|io|ly|co|info|biz|me|tv|be|gl)\b|\S@\S|(?:^|[\s(])[#＃@]\p{L}|[|•·►▶★☆✔✅→<>{}[\]\\^~*]|[\p{L}\p{N}]{30,}|&#?\w+;|\p{Extended_Pictographic}/u
const shouting = /[!?]{2,}|(?:(?<![\p{L}\p{N}])\p{Lu}{2,}[\s,]+){3,}\p{Lu}{2,}(?![\p{L}\p{N}])/u
const amount = /[$€£¥₹]\s?\d|\d\s?(?:[$€£¥₹]|(?:usd|eur|gbp|btc|dollars|euros)\b)/giu
const maxAmounts = 2
const maxNumbers = 0.25
const maxCapitals = 0.5

/** Text that sites and people add around the content. English only. */
const boilerplate = new RegExp(
  [
    String.raw`\b(?:click here|read more|sign up (?:for|now|today)|subscribe (?:to|now|today)|our newsletter|unsubscribe|all rights reserved|terms of (?:use|service)`,
    'terms and conditions|we use cookies|cookie policy|our privacy policy|enable javascript|access denied|page not found|(?:buy|order|shop|call|apply|book|register) (?:now|today)',
    'free shipping|promo codes?|coupon codes?|discount codes?|referral (?:code|link)s?|limited[- ]time offer|money[- ]back|follow (?:us|me) on|like us on|share this|visit our',
    'i am a bot|performed automatically|(?:contact|message) the mod(?:erator)?s|upvotes?d?|downvotes?d?|karma|throwaway account|sorry for (?:the|my) (?:bad )?(?:english|formatting|repost)',
    String.raw`x-?post(?:ed)?|cross-?post(?:ed)?|tl;?dr|nsfw|ftfy|inb4)\b|^(?:edit|update|ps|p\.s\.|disclaimer|source|re|fwd?)\b[^.]{0,12}:`,
  ].join('|'),
  'iu',
)

/**
 * Whether a text can be shown as a quotation: it is complete (begins like a sentence, nothing was left out, its marks are in pairs, 5 to 60 words)
 * and neither spam (addresses, hashtags, capitals, price lists) nor boilerplate. The rules are those of docs/measures.md.
 * `words` are its `tokens`.
 */
export function isQuotable(text: string, part: QuotedPart, words: readonly string[] = tokens(text)): boolean {
  return words.length >= minWords && words.length <= maxWords && isWhole(text, part) && !isSpam(text, words)
}

/** Whether a quotation begins with a question: a reader of a summary expects an answer first. */
export function beginsWithQuestion(text: string): boolean {
  const [first] = sentenceSpans(text)
  return first !== undefined && /[?？؟]["'”’»)]*$/u.test(text.slice(...first))
}

function isWhole(text: string, part: QuotedPart): boolean {
  if (text !== text.trim() || text.includes('\n')) return false
  if (!wholeStart.test(text) || ellipsis.test(text) || !isPaired(text)) return false
  return wholeEnd.test(text) || (part === 'title' && !cutEnd.test(text))
}

const pairs = [
  ['(', ')'],
  ['“', '”'],
  ['«', '»'],
] as const

/** A sentence with one half of a pair was cut out of a longer one. */
function isPaired(text: string): boolean {
  const count = (mark: string) => text.split(mark).length - 1
  return count('"') % 2 === 0 && pairs.every(([open, close]) => count(open) === count(close))
}

function isSpam(text: string, words: readonly string[]): boolean {
  if (markup.test(text) || shouting.test(text) || boilerplate.test(text)) return true
  if ((text.match(amount) ?? []).length > maxAmounts) return true
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const capitals = text.match(/\p{Lu}/gu)?.length ?? 0
  if (capitals > maxCapitals * letters) return true
  return words.filter((word) => /^\p{N}+$/u.test(word)).length > maxNumbers * words.length
}
