/** Number of characters quoted before and after a match. */
const contextLength = 300
const maxPlaces = 4
const maxLetters = 4000

/**
 * The passages of a long text that contain one of the phrases, each with the sentence around it, in the order of the
 * text. Null when there are none.
 */
export function excerptOf(text: string, phrases: readonly string[]): string | null {
  const plain = text.replace(/\s+/g, ' ')
  const patterns = phrases.flatMap((phrase) => toPattern(phrase) ?? [])
  const places = patterns.flatMap((pattern) => [...plain.matchAll(pattern)].slice(0, maxPlaces))
  const windows: { from: number; to: number }[] = []
  for (const { index, 0: words } of places.toSorted((one, other) => one.index - other.index)) {
    const from = Math.max(0, index - contextLength)
    const to = Math.min(plain.length, index + words.length + contextLength)
    const last = windows.at(-1)
    if (last !== undefined && from <= last.to) last.to = to
    else windows.push({ from, to })
  }
  const quotes = windows.slice(0, maxPlaces).map((place) => quote(plain, place))
  return quotes.length === 0 ? null : quotes.join('\n').slice(0, maxLetters)
}

/** Words with any non-letters between them, as the search itself reads them. */
function toPattern(phrase: string): RegExp | null {
  const words = phrase.match(/[\p{L}\p{N}]+/gu)
  if (words === null) return null
  const end = phrase.endsWith('*') ? '' : '(?![\\p{L}\\p{N}])'
  return new RegExp(`(?<![\\p{L}\\p{N}])${words.join('[^\\p{L}\\p{N}]{1,3}')}${end}`, 'giu')
}

/** Whole words only, with a sign where something is left out. */
function quote(text: string, { from, to }: { from: number; to: number }): string {
  const start = from === 0 ? 0 : text.indexOf(' ', from) + 1
  const end = to === text.length ? to : text.lastIndexOf(' ', to)
  return `${start === 0 ? '' : '… '}${text.slice(start, Math.max(end, start)).trim()}${end === text.length ? '' : ' …'}`
}
