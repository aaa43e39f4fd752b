import { allOf, anyOf, noneOf, type PhraseNode, type QueryNode } from '@auspex/analytics'
import { headlineVocabularies } from './headline-vocabulary.ts'
import { readForms } from './read-forms.ts'
import type { HeadlineVocabulary } from './vocabulary.types.ts'

/** The library query for the articles of a category: equivalent to `createHeadlineCategories` applied to their titles. */
export function toHeadlineQuery(category: string): QueryNode | null {
  const vocabulary = headlineVocabularies[category]
  return vocabulary === undefined ? null : toQuery(vocabulary)
}

function toQuery({ terms, weak, beside, unless }: HeadlineVocabulary): QueryNode {
  const settled = [toTitles(weak), toTitles(beside)].map((titles) => (titles.length === 0 ? null : anyOf(titles)))
  const both = settled.filter((node) => node !== null)
  const about = anyOf([...toTitles(terms), ...(both.length === settled.length ? [allOf(both)] : [])])
  const others = toTitles(unless)
  return others.length === 0 ? about : allOf([about, noneOf(anyOf(others))])
}

/** Phrases that a title contains. Omits those that contain another one ("solar panel" beside "solar"). */
function toTitles(terms: string | undefined): PhraseNode[] {
  const forms = readForms(terms)
  const keys = new Set(forms.map((words) => words.join(' ')))
  return forms
    .filter((words) => !partsOf(words).some((part) => keys.has(part)))
    .map((words) => ({ kind: 'phrase', place: 'title', words: words.map((text) => ({ text, prefix: false })) }))
}

/** Every run of words that is shorter than the whole. */
function partsOf(words: readonly string[]): string[] {
  return words.flatMap((_, first) =>
    words
      .map((__, last) => words.slice(first, last + 1))
      .filter((part) => part.length > 0 && part.length < words.length)
      .map((part) => part.join(' ')),
  )
}
