import type { CommentMention } from '@auspex/sdk'

/** A colleague who can be mentioned. */
export interface Colleague {
  readonly id: string
  readonly name: string
}

const token = /@\[(usr_[a-z0-9]{1,40})\]/g

/** What a text is made of, for a reader: words, and names of people. */
export type TextPart = { readonly text: string; readonly personId: string | null }

/** The text with the names of those whom it mentions. Somebody who is unknown by now is a colleague. */
export const partsOf = (text: string, people: readonly (CommentMention | Colleague)[]): readonly TextPart[] => {
  const parts: TextPart[] = []
  let end = 0
  for (const match of text.matchAll(token)) {
    const [whole, id = ''] = match
    if (match.index > end) parts.push({ text: text.slice(end, match.index), personId: null })
    parts.push({ text: `@${people.find((person) => person.id === id)?.name ?? 'a colleague'}`, personId: id })
    end = match.index + whole.length
  }
  if (end < text.length) parts.push({ text: text.slice(end), personId: null })
  return parts
}

/** The text as it is typed: with names in place of ids. */
export const toTyped = (text: string, people: readonly (CommentMention | Colleague)[]): string =>
  partsOf(text, people)
    .map((part) => part.text)
    .join('')

/**
 * The text as it is sent: with ids in place of names. Longer names come first, so that Ann Lee is not read as Ann; of two people with one name the one
 * who was chosen counts.
 */
export const toSent = (typed: string, colleagues: readonly Colleague[], chosen: readonly Colleague[]): string => {
  const byLength = [...chosen, ...colleagues].toSorted((a, b) => b.name.length - a.name.length)
  return byLength.reduce((text, { id, name }) => {
    const pattern = new RegExp(`@${name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}(?![\\p{L}\\p{N}])`, 'gu')
    return text.replaceAll(pattern, () => `@[${id}]`)
  }, typed)
}

const maxSuggestions = 6

export interface MentionDraft {
  /** Where the @ is. */
  readonly start: number
  readonly suggestions: readonly Colleague[]
}

/** Whom an unfinished mention before the caret may mean; null when none is being typed. */
export const suggestMentions = (
  typed: string,
  caret: number,
  colleagues: readonly Colleague[],
): MentionDraft | null => {
  const match = /(?:^|[\s(])@([^@\n]{0,40})$/u.exec(typed.slice(0, caret))
  if (!match) return null
  const words = (match[1] ?? '').toLocaleLowerCase()
  const matches = ({ name }: Colleague) => {
    const lower = name.toLocaleLowerCase()
    return lower.startsWith(words) || lower.split(/\s+/u).some((part) => part.startsWith(words))
  }
  const isComplete = colleagues.some(({ name }) => words.startsWith(name.toLocaleLowerCase()))
  const suggestions = isComplete ? [] : colleagues.filter(matches).slice(0, maxSuggestions)
  return suggestions.length === 0 ? null : { start: caret - words.length - 1, suggestions }
}
