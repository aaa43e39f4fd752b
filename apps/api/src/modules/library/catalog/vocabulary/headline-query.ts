import { allOf, anyOf, noneOf, type PhraseNode, type QueryNode, tokens } from '@auspex/analytics'
import { economyTerms } from './economy-terms.ts'
import { lifeTerms } from './life-terms.ts'

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

/** By category id. */
export const headlineVocabularies: Readonly<Record<string, HeadlineVocabulary>> = { ...lifeTerms, ...economyTerms }

/** The words of each term of a comma-separated list, and of its plural in -s. */
export function readForms(terms: string | undefined): string[][] {
  return (terms ?? '')
    .split(',')
    .map((term) => tokens(term))
    .flatMap((words) => {
      const last = words.at(-1)
      if (last === undefined) return []
      return last.endsWith('s') ? [words] : [words, [...words.slice(0, -1), `${last}s`]]
    })
}

/** The vocabulary of a category's headlines. Terms are separated by commas; each includes its plural in -s. */
export interface HeadlineVocabulary {
  /** Words and names of which one is enough. */
  terms: string
  /** Ambiguous words, which count only when one of `beside` is in the headline too. */
  weak?: string
  beside?: string
  /** With one of these the headline is about something else ("political climate", "food bank"). */
  unless?: string
}
