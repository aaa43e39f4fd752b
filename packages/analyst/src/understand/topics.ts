import { furniture } from './furniture.ts'

/** What a question is about, in the words it was asked in. */
export interface Topics {
  /** Each in the query language. */
  readonly queries: readonly string[]
  /** Words that belong to no topic and no cue. */
  readonly unread: readonly string[]
}

const most = 5

/** Reads the topics out of a question without its days and its country. Two or more only where it compares. */
export function readTopics(question: string, isComparison: boolean): Topics {
  const text = question.replaceAll(/\bphase (?:[1-4]|i{1,3}v?)\b/giu, ' ')
  const quoted = [...text.matchAll(/"([^"]{1,200})"/gu)].map(([, words]) => `"${words}"`)
  if (quoted.length > 0) return { queries: isComparison ? quoted.slice(0, most) : [quoted.join(' AND ')], unread: [] }
  if (!isComparison) return single(text)
  const parts = toParts(text).flatMap((part) => single(part).queries.slice(0, 1))
  const queries = [...new Map(parts.map((query) => [query.toLowerCase(), query])).values()].slice(0, most)
  return queries.length > 1 ? { queries, unread: [] } : single(text)
}

/** The sides of a comparison. */
function toParts(text: string): string[] {
  return text
    .split(/\b(?:versus|vs\.?|against|compared? (?:to|with)|ahead of|than|and|or|with|to)\b|[,;:/&]/giu)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

interface Run {
  readonly words: readonly string[]
  readonly isNamed: boolean
}

function single(text: string): Topics {
  const runs = toRuns(text)
  if (runs.length === 0) return { queries: [], unread: [] }
  const named = runs.filter(({ isNamed }) => isNamed)
  // names outweigh plain words beside them: "did people panic about Ebola" is about Ebola
  const chosen = named.length > 0 ? named : runs.slice(0, 3)
  const unread = runs.filter((run) => !chosen.includes(run)).map(({ words }) => words.join(' '))
  const queries = chosen.map(({ words }) => words.join(' '))
  return { queries: [queries.length === 1 ? (queries[0] ?? '') : queries.map(toPhrase).join(' AND ')], unread }
}

function toPhrase(words: string): string {
  return words.includes(' ') ? `"${words}"` : words
}

/** Words of questions that, with a capital inside a sentence, are parts of names: the Xbox One, the New York Times, Fox News. */
const namePart = new Set('new one two times time news post press world week group street market'.split(' '))

/** Neighbouring words that are not furniture; joined over "of" and "the" between two capitals ("Bank of England"). */
function toRuns(text: string): Run[] {
  const runs: string[][] = []
  let [current, joint]: [string[], string[]] = [[], []]
  const end = () => {
    if (current.length > 0) runs.push(current)
    ;[current, joint] = [[], []]
  }
  for (const chunk of text.split(/\s+/u)) {
    const word = chunk.replace(/^[^\p{L}\p{N}#@$]+|[^\p{L}\p{N}+#]+$/gu, '').replace(/['’]s$/u, '')
    if (word === '') continue
    const isName = /^\p{Lu}/u.test(word)
    const isAcronym = /^\p{Lu}{2,5}s?$/u.test(word)
    const isPartOfName = isName && namePart.has(word.toLowerCase()) && !startsWith(text, word)
    const isPlain = furniture.has(word.toLowerCase().replaceAll('’', "'")) && !isAcronym && !isPartOfName
    if (isPlain && /^(?:of|the|and|for|de|la)$/iu.test(word) && current.length > 0 && isNameWord(current.at(-1))) {
      joint.push(word)
    } else if (isPlain) end()
    else {
      if (joint.length > 0 && !isName) end()
      current.push(...joint.splice(0), word)
    }
    // a sentence or a clause ends here
    if (/[,;:!]$/u.test(chunk)) end()
  }
  end()
  return runs.map((words, at) => ({
    words,
    isNamed:
      words.some((word) => /^\p{Lu}/u.test(word)) &&
      (at > 0 || !startsWith(text, words[0] ?? '') || words.length > 1 || runs.length === 1),
  }))
}

function isNameWord(word: string | undefined): boolean {
  return word !== undefined && /^\p{Lu}/u.test(word)
}

function startsWith(text: string, word: string): boolean {
  return text.trimStart().startsWith(word)
}

/**
 * Narrower wordings of a query that nothing was found for: each of its parts alone, then a name without the plain words at its ends. A word with a capital
 * inside a sentence is part of a name and is never dropped (`beginsSentence` says that its first word has one in any case), and a phrase of plain words keeps at least two.
 */
export function narrowerQueries(query: string, beginsSentence: boolean): string[] {
  const parts = query.split(' AND ').map((part) => part.replaceAll('"', ''))
  if (parts.length > 1) return parts.toSorted((a, b) => b.split(' ').length - a.split(' ').length)
  const words = query.replaceAll('"', '').split(' ')
  const narrower: string[] = []
  for (let dropped = 1; dropped < Math.min(3, words.length); dropped += 1)
    for (let start = dropped; start >= 0; start -= 1) {
      const kept = words.slice(start, words.length - dropped + start)
      const left = [...words.slice(beginsSentence ? 1 : 0, start), ...words.slice(words.length - dropped + start)]
      const isName = kept.some((word) => /^\p{Lu}/u.test(word))
      if (left.every((word) => !/^\p{Lu}/u.test(word)) && (isName || kept.length > 1)) narrower.push(kept.join(' '))
    }
  return narrower
}
