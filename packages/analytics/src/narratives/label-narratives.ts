import { isContextTerm } from '../contexts/context-terms.ts'
import { tokenize, tokens } from '../text/tokenize.ts'
import { lightStem } from './light-stem.ts'

/** With fewer content words, a title is a section of a paper, a name or an exclamation. */
const minWords = 3
/** A longer headline is the text of a post. */
const maxLetters = 160
/** Titles of lists, which cover many things and so are close to every centre. */
const lists =
  /\b(?:round-?ups?|digests?|briefings?|headlines|megathread|(?:daily|weekly|open|discussion) (?:thread|discussion)|(?:[a-z]*news )?in brief|top stories|today in|this week in|links? (?:for|of)|live updates?)\b/iu
/** Separators between the parts of a list; the name of the site after the last bar is not a part. */
const separators = /\s[|•·/»]\s|;\s/gu
const maxSeparators = 1

/** The first title, ordered by centrality, that is the headline of one story; null when there is none. */
export function centralHeadline(titles: readonly string[]): string | null {
  return titles.find(isHeadline) ?? null
}

function isHeadline(title: string): boolean {
  if (title.length > maxLetters || lists.test(title)) return false
  if ((title.match(separators) ?? []).length > maxSeparators) return false
  return tokens(title).filter(isContextTerm).length >= minWords
}

const maxWords = 5

/** Phrases that distinguish one group of stories from the others, most distinctive first, as their titles write them. */
export interface NarrativeLabel {
  label: string
  /** Up to five further phrases that share no word with the label or with each other. */
  terms: string[]
}

/** A title and the outlet that printed it. */
export interface LabelTitle {
  title: string
  outlet: string
}

const maxTerms = 5

/**
 * Names groups of titles by the phrases that are in them but not in the others: n_in · ln(share within / share elsewhere), with half an occurrence
 * added to each count, increased for phrases of several words, which are more specific. It is class-based TF-IDF over phrases (Grootendorst 2022,
 * BERTopic, §3.3) with the other groups as the background. Null for a group without a phrase that at least two of its titles share, from two outlets
 * if it has two: what one outlet prints under every title is its own name. `own` are the words of the query, which cannot name a group on their own.
 */
export function labelNarratives(
  groups: readonly (readonly LabelTitle[])[],
  queryWords: ReadonlySet<string>,
): (NarrativeLabel | null)[] {
  const counts = groups.map(countPhrases)
  const everywhere = new Map<string, number>()
  for (const count of counts) for (const [key, { n }] of count) everywhere.set(key, (everywhere.get(key) ?? 0) + n)
  const titles = groups.reduce((sum, group) => sum + group.length, 0)
  return groups.map((group, index) => {
    const needed = Math.min(2, group.length)
    const neededOutlets = Math.min(2, new Set(group.map(({ outlet }) => outlet)).size)
    const scored = [...(counts[index] ?? [])]
      .filter(
        ([, { n, outlets, phrase }]) =>
          n >= needed && outlets.size >= neededOutlets && !phrase.words.every((word) => queryWords.has(word)),
      )
      .map(([key, { n, phrase }]) => ({
        key,
        phrase,
        score:
          n *
          Math.log(
            ratio({ n, of: group.length, elsewhere: (everywhere.get(key) ?? n) - n, rest: titles - group.length }),
          ) *
          lengthGain(phrase),
      }))
      .filter(({ score }) => score > 0)
      .toSorted((a, b) => b.score - a.score || (a.key < b.key ? -1 : 1))
    return pick(
      scored.map(({ key, phrase }) => ({ ...phrase, text: writtenMost(counts[index]?.get(key)) ?? phrase.text })),
    )
  })
}

interface PhraseCount {
  n: number
  outlets: Set<string>
  phrase: Phrase
  written: Map<string, number>
}

function countPhrases(titles: readonly LabelTitle[]): Map<string, PhraseCount> {
  const counts = new Map<string, PhraseCount>()
  for (const { title, outlet } of titles) {
    for (const phrase of phraseCandidates(title)) {
      const counter = counts.get(phrase.key) ?? {
        n: 0,
        outlets: new Set<string>(),
        phrase,
        written: new Map<string, number>(),
      }
      counter.n++
      counter.outlets.add(outlet)
      counter.written.set(phrase.text, (counter.written.get(phrase.text) ?? 0) + 1)
      counts.set(phrase.key, counter)
    }
  }
  return counts
}

function ratio({
  n,
  of: titlesInGroup,
  elsewhere,
  rest,
}: {
  n: number
  of: number
  elsewhere: number
  rest: number
}): number {
  return (n + 0.5) / (titlesInGroup + 1) / ((elsewhere + 0.5) / (rest + 1))
}

/** One word names a topic, two or three describe it. */
function lengthGain({ contentWords }: Phrase): number {
  return [1, 1, 2, 2.6][Math.min(3, contentWords)] ?? 1
}

function writtenMost(count: PhraseCount | undefined): string | null {
  if (count === undefined) return null
  const [first] = [...count.written].toSorted(
    ([a, n], [b, m]) => m - n || shouting(a) - shouting(b) || (a < b ? -1 : 1),
  )
  return first?.[0] ?? null
}

function shouting(text: string): number {
  return text === text.toUpperCase() ? 1 : 0
}

function pick(phrases: readonly Phrase[]): NarrativeLabel | null {
  const [best] = phrases
  if (best === undefined) return null
  const used = new Set(best.words)
  const terms: string[] = []
  for (const { words, text } of phrases) {
    if (terms.length === maxTerms) break
    if (words.some((word) => used.has(word))) continue
    for (const word of words) used.add(word)
    terms.push(text)
  }
  return { label: best.text, terms }
}

/** A run of neighbouring words of a title: `key` is its form for comparison, `text` its original spelling. */
interface Phrase {
  key: string
  text: string
  /** The number of words that are not stop words. */
  contentWords: number
  words: string[]
}

/**
 * All phrases of one to five words of a title, each once. A phrase neither begins nor ends with a stop word and
 * contains no punctuation except apostrophes, hyphens and dots inside words, so that it reads as one. Anything after
 * the last bar is the name of the site, not part of a story.
 */
export function phraseCandidates(title: string): Phrase[] {
  const words = tokenize(title.replace(/(?<=\S)\s+[|»]\s[^|»]*$/u, ''))
  const found = new Map<string, Phrase>()
  for (let from = 0; from < words.length; from++) {
    const keys: string[] = []
    const folded: string[] = []
    let contentWords = 0
    for (let to = from; to < Math.min(words.length, from + maxWords); to++) {
      const word = words[to]
      const first = words[from]
      const before = words[to - 1]
      if (word === undefined || first === undefined) break
      if (to > from && before !== undefined && !isJoin(title.slice(before.end, word.start))) break
      const isContent = isContextTerm(word.text)
      keys.push(lightStem(word.text))
      folded.push(word.text)
      if (isContent) contentWords++
      if (to === from && !isContent && !isYear(word.text)) break
      if ((!isContent && !isNumber(word.text)) || contentWords === 0) continue
      const key = keys.join(' ')
      if (!found.has(key))
        found.set(key, { key, text: title.slice(first.start, word.end), contentWords, words: [...folded] })
    }
  }
  return [...found.values()]
}

/** What may separate two words of one phrase: a space, "COVID-19", "U.S." and the possessive of "China's ban". */
function isJoin(between: string): boolean {
  return /^(?:['’]s)?(?:\s| ?[-–] ?|\.(?!\s))?$/u.test(between)
}

function isYear(word: string): boolean {
  return /^(?:19|20)\d{2}$/.test(word)
}

function isNumber(word: string): boolean {
  return /^\d{2,}$/.test(word)
}
