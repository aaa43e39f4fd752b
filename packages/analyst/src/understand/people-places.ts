/** Places where people write, as a question names them: the report of a topic counts all of them together. */
const places: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Reddit', /\b(?:on|in|from|across) reddit\b|\bredditors?\b/iu],
  ['Hacker News', /\b(?:on|in|from|across) (?:hacker news|hn)\b/iu],
  ['forums', /\b(?:on|in|from|across) (?:the )?forums\b/iu],
]

/** The one place that a question asks about; null for all of them. */
export function readPeoplePlace(text: string): string | null {
  return places.find(([, pattern]) => pattern.test(text))?.[0] ?? null
}
