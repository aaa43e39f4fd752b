import { toWords } from '../search-counts/naive-matcher.ts'

// Written from docs/measures.md without any of the product's rules, so that it can judge what the product quotes.

/** A quotation with the title of its document. */
export interface JudgedQuote {
  text: string
  title: string
  isTitle: boolean
}

export const rules = {
  topic: 'neither it nor its title holds a word of the query',
  whole: 'not whole',
  length: 'shorter than 5 or longer than 60 words',
  spam: 'spam or boilerplate',
  copy: 'nearly another quotation of the summary',
} as const
export type Rule = keyof typeof rules

/** The rules that each quotation of a summary breaks. */
export function judgeQuotes(quotes: readonly JudgedQuote[], query: string): { quote: JudgedQuote; broken: Rule[] }[] {
  const queryWords = query
    .split(/\s+/)
    .filter((word) => !['AND', 'OR', 'NOT'].includes(word))
    .map((word) => word.toLowerCase())
  return quotes.map((quote, at) => {
    const others = quotes.slice(0, at)
    const broken: Record<Rule, boolean> = {
      topic: !holdsOne(queryWords, quote.text) && !holdsOne(queryWords, quote.title),
      whole: !isWhole(quote),
      length: countWords(quote.text) < 5 || countWords(quote.text) > 60,
      spam: isSpam(quote.text),
      copy: others.some(({ text }) => similarity(text, quote.text) > maxSimilarity),
    }
    return { quote, broken: (Object.keys(broken) as Rule[]).filter((rule) => broken[rule]) } // the keys of this object
  })
}

function holdsOne(wanted: readonly string[], text: string): boolean {
  const words = toWords(text)
  return wanted.some((word) =>
    word.endsWith('*') ? words.some((one) => one.startsWith(word.slice(0, -1))) : words.includes(word),
  )
}

function isWhole({ text, isTitle }: JudgedQuote): boolean {
  const bare = text.replaceAll(/^[^\p{L}\p{N}]+|[\s"'”’»)\]]+$/gu, '')
  const first = bare.charAt(0)
  const second = bare.charAt(1)
  const isSmall = first !== first.toUpperCase()
  const isBrand = isSmall && second !== second.toLowerCase()
  const open = text.match(/[(“[]/g)?.length ?? 0
  const closed = text.match(/[)”\]]/g)?.length ?? 0
  const lastWord = toWords(bare).at(-1) ?? ''
  const isEnded = ['.', '!', '?', '。', '！', '？'].some((sign) => bare.endsWith(sign))
  const hangs = !isEnded && ['the', 'a', 'an', 'of', 'and', 'to', 'with', 'for', 'by', 'from'].includes(lastWord)
  return (
    (!isSmall || isBrand) &&
    (isTitle || isEnded) &&
    !hangs &&
    open === closed &&
    !text.includes('..') &&
    !text.includes('…') &&
    !text.includes('\n')
  )
}

function countWords(text: string): number {
  return toWords(text).length
}

const sites = ['.com/', '.org/', '.net/', '.ly/', '.io/', '.gl/', '.be/', '.me/']
const phrases = [
  'click here',
  'read more',
  'sign up for',
  'sign up now',
  'subscribe to',
  'all rights reserved',
  'terms and conditions',
  'buy now',
  'order now',
  'free shipping',
  'promo code',
  'unsubscribe',
  'follow us',
  'i am a bot',
  'performed automatically',
  'upvote',
  'tl;dr',
  'xpost',
  'x-post',
  'throwaway account',
]

function isSpam(text: string): boolean {
  const lowerCaseText = text.toLowerCase()
  const words = text.split(/\s+/)
  const loud = words.filter((word) => word.replaceAll(/\P{L}/gu, '').length >= 4 && word === word.toUpperCase())
  const long = words.filter((word) => word.replaceAll(/\P{L}/gu, '').length >= 4)
  const numbers = words.filter((word) => /\d/.test(word) && !/\p{L}/u.test(word))
  return (
    lowerCaseText.includes('http') ||
    lowerCaseText.includes('www.') ||
    sites.some((site) => lowerCaseText.includes(site)) ||
    words.some((word) => /^[#@]\p{L}/u.test(word)) ||
    /!!|\?\?|&amp;|&gt;|&#\d|\]\(|\|/.test(text) ||
    (loud.length >= 3 && loud.length * 2 > long.length) ||
    words.filter((word) => /^[$€£]\d/.test(word)).length > 2 ||
    numbers.length * 2 > words.length ||
    phrases.some((phrase) => lowerCaseText.includes(phrase))
  )
}

const maxSimilarity = 0.6

/** Similarity as the share of four-letter sequences that two texts have in common, 0 to 1; ignores word boundaries. */
function similarity(one: string, other: string): number {
  const [some, others] = [runsOf(one), runsOf(other)]
  const shared = [...some].filter((run) => others.has(run)).length
  return shared / Math.max(1, some.size + others.size - shared)
}

function runsOf(text: string): Set<string> {
  const letters = text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
  return new Set(Array.from({ length: Math.max(0, letters.length - 3) }, (_, at) => letters.slice(at, at + 4)))
}
