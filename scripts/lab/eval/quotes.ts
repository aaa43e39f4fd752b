import { matchesQuery, parseQuery, type QueryNode, tokens, wantedPhrases } from '@auspex/analytics'
import type { SourceDocument } from '@auspex/sources'
import { openSummaries } from './claims/open-summaries.ts'
import type { EvalRow, EvalTask } from '../figures.ts'
import { toWords } from './naive-matcher.ts'

/** Typical searches, present in both forum archives and in the news archive: names, words, phrases, alternatives and one prefix. */
const topics =
  'bitcoin|privacy|minecraft|climate change|nuclear power|vaccine|coffee|north korea|iphone|tesla|coronavirus|artificial intelligence|python|linux|netflix|marijuana OR cannabis|wikileaks|olympics|earthquake|hurricane|salmon|gold|electric car*|chess|mars|piracy|brexit|tariffs|fukushima|facebook AND advertising'.split(
    '|',
  )
const corpora = ['forum_reddit_2006_2013', 'forum_hn_stackexchange', 'news_gdelt_2017_2021']
/** Documents of a topic to use from each archive. */
const documentsOfTopic = 250
/** Minimum share of topics for which a summary finds something to quote. */
const minQuotedShare = 0.9

/** Checks that summaries quote what is about the topic, complete, not spam and not repeated, with a judge independent of the product. */
export const quotes: EvalTask = {
  name: 'quotes',
  async run(data) {
    const paths = corpora.flatMap((name) => data.path(`corpora/${name}.jsonl.gz`) ?? [])
    if (paths.length < corpora.length) {
      console.error('quotes: the archives are absent, so nothing was quoted')
      return toRows(null)
    }
    return toRows(await readQuotes(paths))
  },
}

interface QuoteScore {
  /** Number of quotations, and how many of them break each rule. */
  quotes: number
  broken: Record<Rule, number>
  quotedTopics: number
}

async function readQuotes(paths: readonly string[]): Promise<QuoteScore> {
  const library = await openSummaries(paths, { isWanted: createWish() })
  const score: QuoteScore = { quotes: 0, broken: { topic: 0, whole: 0, length: 0, spam: 0, copy: 0 }, quotedTopics: 0 }
  try {
    const titles = new Map(library.rows.map(({ id, title }) => [id, title]))
    for (const topic of topics) {
      const { claims } = await library.sumUp({ query_term: topic })
      const quotedTexts = claims.flatMap(({ quote }): JudgedQuote[] =>
        quote === null
          ? []
          : [{ text: quote.text, title: titles.get(quote.documentId) ?? '', isTitle: quote.part === 'title' }],
      )
      if (quotedTexts.length > 0) score.quotedTopics += 1
      score.quotes += quotedTexts.length
      for (const { quote, broken } of judgeQuotes(quotedTexts, topic)) {
        for (const rule of broken) score.broken[rule] += 1
        if (broken.length > 0) console.error(`quotes: ${topic}: ${broken.join(', ')}: ${quote.text.slice(0, 300)}`)
      }
    }
    return score
  } finally {
    await library.close()
  }
}

/** Selects the first documents of each topic from each archive. */
function createWish() {
  const topicQueries = topics.map((topic) => ({ node: toNode(topic), taken: new Map<string, number>() }))
  const byWord = new Map<string, Set<(typeof topicQueries)[number]>>()
  for (const topic of topicQueries)
    for (const { words } of wantedPhrases(topic.node)) {
      const first = words[0]?.text ?? ''
      byWord.set(first, (byWord.get(first) ?? new Set()).add(topic))
    }
  return (path: string, { title, body }: Pick<SourceDocument, 'title' | 'body'>): boolean => {
    const [titleWords, bodyWords] = [tokens(title), tokens(body ?? '')]
    const likely = new Set([...titleWords, ...bodyWords].flatMap((word) => [...(byWord.get(word) ?? [])]))
    let isWanted = false
    for (const { node, taken } of likely) {
      const count = taken.get(path) ?? 0
      if (count >= documentsOfTopic || !matchesQuery(node, titleWords, bodyWords)) continue
      taken.set(path, count + 1)
      isWanted = true
    }
    return isWanted
  }
}

function toNode(topic: string): QueryNode {
  const parsed = parseQuery(topic)
  if (!parsed.ok) throw new Error(`${topic} is no query: ${parsed.message}`)
  return parsed.query
}

function toRows(score: QuoteScore | null): EvalRow[] {
  const data = `summaries of ${topics.length} topics over three archives`
  const row = { data }
  return [
    ...Object.entries(rules).map(([rule, text]) => ({
      ...row,
      measure: `quotations that break a rule: ${text}${score === null ? '' : ` (of ${score.quotes})`}`,
      value: score?.broken[rule as Rule] ?? null, // the keys of this object
      bar: { atMost: 0 },
    })),
    {
      ...row,
      measure: 'part of the topics of which something is quoted',
      value: score === null ? null : score.quotedTopics / topics.length,
      bar: { atLeast: minQuotedShare },
    },
  ]
}

// Written from docs/measures.md without any of the product's rules, so that it can judge what the product quotes.

/** A quotation with the title of its document. */
interface JudgedQuote {
  text: string
  title: string
  isTitle: boolean
}

const rules = {
  topic: 'neither it nor its title holds a word of the query',
  whole: 'not whole',
  length: 'shorter than 5 or longer than 60 words',
  spam: 'spam or boilerplate',
  copy: 'nearly another quotation of the summary',
} as const
type Rule = keyof typeof rules

/** The rules that each quotation of a summary breaks. */
function judgeQuotes(given: readonly JudgedQuote[], query: string): { quote: JudgedQuote; broken: Rule[] }[] {
  const queryWords = query
    .split(/\s+/)
    .filter((word) => !['AND', 'OR', 'NOT'].includes(word))
    .map((word) => word.toLowerCase())
  return given.map((quote, at) => {
    const others = given.slice(0, at)
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
const phrases =
  'click here|read more|sign up for|sign up now|subscribe to|all rights reserved|terms and conditions|buy now|order now|free shipping|promo code|unsubscribe|follow us|i am a bot|performed automatically|upvote|tl;dr|xpost|x-post|throwaway account'.split(
    '|',
  )

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
