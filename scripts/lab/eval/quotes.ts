import { matchesQuery, parseQuery, type QueryNode, tokens, wantedPhrases } from '@auspex/analytics'
import type { SourceDocument } from '@auspex/sources'
import { openLibrary } from './claims/open-library.ts'
import type { EvalRow, EvalTask } from './eval.types.ts'
import { type JudgedQuote, judgeQuotes, type Rule, rules } from './quotes/judge-quotes.ts'
import { topics } from './quotes/topics.ts'

const task = 'quotes'
const corpora = ['forum_reddit_2006_2013', 'forum_hn_stackexchange', 'news_gdelt_2017_2021']
/** Documents of a topic to use from each archive. */
const documentsOfTopic = 250
/** Minimum share of topics for which a summary finds something to quote. */
const minQuotedShare = 0.9

/** Checks that summaries quote what is about the topic, complete, not spam and not repeated, with a judge independent of the product. */
export const quotes: EvalTask = {
  name: task,
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
  const library = await openLibrary(paths, { isWanted: createWish() })
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
  const row = { task, data, baseline: null }
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
