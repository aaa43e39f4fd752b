/**
 * Returns the primary language subtag of a BCP 47 tag in lower case (`en-US` gives `en`), null for `und`, and
 * undefined when the text is not a language tag.
 */
export function toLanguageCode(text: string): string | null | undefined {
  const match = /^([a-z]{2,3})(?:[-_][a-z0-9]{1,8})*$/i.exec(text.trim())
  if (!match?.[1]) return undefined
  const code = match[1].toLowerCase()
  return code === 'und' ? null : code
}
