import { readArticleWords } from './article-words.ts'
import { isConcept } from './concepts.ts'

/** A word of a story: `stem` is what articles have in common, and the display form is its most frequent spelling. */
export interface StoryTerm {
  stem: string
  written: string
}

/** The words that most articles of a story use, those of titles and names first, strongest first. Concepts are left out. */
export function storyTerms(articles: readonly { title: string; lead: string | null }[], limit = 10): StoryTerm[] {
  const terms = new Map<string, { score: number; forms: Map<string, number> }>()
  for (const { title, lead } of articles) {
    for (const [stem, { written, isName, inTitle }] of readArticleWords(title, lead)) {
      if (isConcept(stem)) continue
      const term = terms.get(stem) ?? { score: 0, forms: new Map<string, number>() }
      term.score += (inTitle ? 2 : 1) + (isName ? 1 : 0)
      term.forms.set(written, (term.forms.get(written) ?? 0) + 1)
      terms.set(stem, term)
    }
  }
  return [...terms]
    .toSorted(([a, one], [b, other]) => other.score - one.score || (a < b ? -1 : 1))
    .slice(0, limit)
    .map(([stem, { forms }]) => ({ stem, written: commonestOf(forms) }))
}

function commonestOf(forms: ReadonlyMap<string, number>): string {
  const [[form] = ['']] = [...forms].toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
  return form
}
