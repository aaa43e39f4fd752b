const irregular: readonly (readonly [singular: string, plural: string])[] = [
  ['battery', 'batteries'],
  ['child', 'children'],
  ['foot', 'feet'],
  ['life', 'lives'],
  ['man', 'men'],
  ['mouse', 'mice'],
  ['person', 'people'],
  ['tooth', 'teeth'],
  ['woman', 'women'],
]
const toPlural = new Map(irregular)
const toSingular = new Map(irregular.map(([singular, plural]) => [plural, singular]))

/**
 * The other number of an English word: its plural when it looks singular, its singular when it looks plural. By rule, so
 * it may be no word at all: count before you use it. Null where no rule fits (short words, other scripts).
 */
export function otherNumber(word: string): string | null {
  const known = toPlural.get(word) ?? toSingular.get(word)
  if (known !== undefined) return known
  if (!/^[a-z]{3,}$/.test(word)) return null
  if (/(?:ss|us|is|news)$/.test(word)) return word.endsWith('ss') ? `${word}es` : null
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`
  if (/(?:ches|shes|sses|xes|zes)$/.test(word)) return word.slice(0, -2)
  if (word.endsWith('s')) return word.slice(0, -1)
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`
  return /(?:ch|sh|x|z)$/.test(word) ? `${word}es` : `${word}s`
}
