import { tokens } from '@auspex/analytics'
import { headlineVocabularies, type HeadlineVocabulary, readForms } from './headline-query.ts'

/** Returns the ids of the categories of a headline: several, or none. */
export type CategorizeHeadline = (title: string) => ReadonlySet<string>

type Role = keyof HeadlineVocabulary
const roles: readonly Role[] = ['terms', 'weak', 'beside', 'unless']

/** By the vocabulary of each category. */
export function createHeadlineCategories(
  vocabularies: Readonly<Record<string, HeadlineVocabulary>> = headlineVocabularies,
): CategorizeHeadline {
  const entries = new Map<string, { id: string; role: Role }[]>()
  let maxWords = 1
  for (const [id, vocabulary] of Object.entries(vocabularies))
    for (const role of roles)
      for (const words of readForms(vocabulary[role])) {
        maxWords = Math.max(maxWords, words.length)
        const key = words.join(' ')
        entries.set(key, [...(entries.get(key) ?? []), { id, role }])
      }
  return (title) => {
    const words = tokens(title)
    const rolesByCategory = new Map<string, Set<Role>>()
    for (let first = 0; first < words.length; first += 1)
      for (let length = 1; length <= maxWords && first + length <= words.length; length += 1)
        for (const { id, role } of entries.get(words.slice(first, first + length).join(' ')) ?? []) {
          const roleOf = rolesByCategory.get(id) ?? new Set<Role>()
          rolesByCategory.set(id, roleOf.add(role))
        }
    return new Set([...rolesByCategory].filter(([, matchedRoles]) => isAbout(matchedRoles)).map(([id]) => id))
  }
}

/** The terms that decide a category alone, for comparing meanings; empty for an unknown one. */
export function categoryWords(category: string): string[] {
  return readForms(headlineVocabularies[category]?.terms).map((words) => words.join(' '))
}

function isAbout(foundRoles: ReadonlySet<Role>): boolean {
  return !foundRoles.has('unless') && (foundRoles.has('terms') || (foundRoles.has('weak') && foundRoles.has('beside')))
}
