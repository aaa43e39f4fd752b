import { readArticleWords } from './article-words.ts'
import { isConcept } from './concepts.ts'

/** The words that most articles of a story say, those of titles and names first, strongest first. Concepts are left out. */
export function storyTerms(articles: readonly { title: string; lead: string | null }[], limit = 10): string[] {
  const scores = new Map<string, number>()
  for (const { title, lead } of articles) {
    for (const [word, { isName, inTitle }] of readArticleWords(title, lead)) {
      if (isConcept(word)) continue
      scores.set(word, (scores.get(word) ?? 0) + (inTitle ? 2 : 1) + (isName ? 1 : 0))
    }
  }
  return [...scores]
    .toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
    .slice(0, limit)
    .map(([word]) => word)
}
