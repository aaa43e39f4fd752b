import { isContextTerm } from '../contexts/context-terms.ts'
import { compareText } from '../text/compare-text.ts'

/** A labelled document, with the folded words of its text. */
interface LabelledText {
  words: ReadonlySet<string>
  isMatch: boolean
  isRelevant: boolean
}

/** A word whose addition or exclusion the labels speak for, with the labels of the documents it would gain or lose. */
export interface TermSuggestion {
  kind: 'add' | 'exclude'
  term: string
  relevant: number
  irrelevant: number
}

/** Suggestions per kind. */
const maxSuggestions = 3
/** An exclusion needs this many labels for it: one unwanted document has many words that no other has. */
const minExcluded = 2

/**
 * Words to add to a query, because labelled documents about the topic that it misses have them, and to exclude, because its labelled matches about
 * something else have them. A word is suggested only if the labels for it outnumber those against it two to one. Of words in the same documents only
 * the first by the alphabet is suggested, as the labels cannot tell them apart.
 */
export function suggestTerms(texts: readonly LabelledText[], queryWords: ReadonlySet<string>): TermSuggestion[] {
  const additions = countTerms(
    texts.filter(({ isMatch }) => !isMatch),
    queryWords,
  )
    .filter(({ relevant, irrelevant }) => relevant > 0 && relevant >= 2 * irrelevant)
    .toSorted((a, b) => b.relevant - b.irrelevant - (a.relevant - a.irrelevant) || compareText(a.term, b.term))
  // a wanted match lost counts twice: an exclusion hides it from everything that follows, an addition only brings some noise
  const exclusions = countTerms(
    texts.filter(({ isMatch }) => isMatch),
    queryWords,
  )
    .filter(({ relevant, irrelevant }) => irrelevant >= minExcluded && irrelevant >= 2 * relevant)
    .toSorted((a, b) => b.irrelevant - 2 * b.relevant - (a.irrelevant - 2 * a.relevant) || compareText(a.term, b.term))
  return [...chooseDistinct('add', additions), ...chooseDistinct('exclude', exclusions)]
}

interface TermLabels {
  term: string
  relevant: number
  irrelevant: number
  /** Which of the texts have it, as one key. */
  textKey: string
}

function countTerms(texts: readonly LabelledText[], queryWords: ReadonlySet<string>): TermLabels[] {
  const textIndexes = new Map<string, number[]>()
  for (const [index, { words }] of texts.entries())
    for (const word of words)
      if (isContextTerm(word) && !queryWords.has(word)) {
        const indexes = textIndexes.get(word)
        if (indexes === undefined) textIndexes.set(word, [index])
        else indexes.push(index)
      }
  return [...textIndexes].map(([term, indexes]) => {
    const relevant = indexes.filter((index) => texts[index]?.isRelevant === true).length
    return { term, relevant, irrelevant: indexes.length - relevant, textKey: indexes.join(' ') }
  })
}

function chooseDistinct(kind: TermSuggestion['kind'], terms: readonly TermLabels[]): TermSuggestion[] {
  const seen = new Set<string>()
  const distinct = terms.filter(({ textKey }) => !seen.has(textKey) && seen.add(textKey))
  return distinct
    .slice(0, maxSuggestions)
    .map(({ term, relevant, irrelevant }) => ({ kind, term, relevant, irrelevant }))
}
