/**
 * Joins an English plural with its singular and leaves everything else alone: Harman (1991), How effective is suffixing?
 * (the "S" stemmer). Stronger stemmers join words of different stories ("new", "news").
 */
export function lightStem(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (word.length > 4 && /(?:sse|she|che|xe|ze)s$/.test(word)) return word.slice(0, -2)
  if (word.length > 3 && word.endsWith('s') && !/[siu]s$/.test(word)) return word.slice(0, -1)
  return word
}
