/** Where pages join a headline with the text around it; a title that was tokenised has spaces at every dash. */
const separator = /\s+(?:[-–—|·»:]|::)\s+|\s*[|｜]\s*|\s+_\s+/u
/** Page sections that appear between a headline and the outlet's name. */
const sections: ReadonlySet<string> = new Set(
  'news sports jobs opinion business entertainment lifestyle life home local health coronavirus politics world nation us features columns'.split(
    ' ',
  ),
)
/** A part is the outlet's name if at least this share of its letters is in the outlet's address. */
const minShare = 0.75
/** Shorter parts, and parts of more words, are never taken for the outlet's name. */
const minLetters = 4
const maxNameWords = 7

/**
 * A title without the outlet's name: "Trout season opens - News - Neosho Daily News - Neosho, MO" of neoshodailynews.com becomes "Trout season
 * opens". Two articles are not similar because their outlets have similar names. A part is the outlet's name when its words are in the outlet's
 * address; the page sections before it are removed as well, and so is what follows them.
 */
export function trimOutletName(title: string, outlet: string): string {
  const parts = partsOf(title)
  if (parts.length < 2) return title
  const site = lettersOf(outlet)
  const last = parts.length - 1
  // "… - News - Wilmington Advocate": what follows a page section is not part of the headline
  let end = parts.findIndex(
    ({ text }, index) => index > 0 && (isNamedBy(text, site) || (index < last && isSection(text))),
  )
  if (end === -1) end = parts.length
  while (end > 1 && end < parts.length && isSection(parts[end - 1]?.text ?? '')) end--
  const from = end > 1 && isNamedBy(parts[0]?.text ?? '', site) ? 1 : 0
  const trimmed = title.slice(parts[from]?.start ?? 0, parts[end - 1]?.end).trim()
  return trimmed === '' ? title : trimmed
}

/** A title split where pages join its parts. */
export function partsOf(title: string): { text: string; start: number; end: number }[] {
  const parts: { text: string; start: number; end: number }[] = []
  let start = 0
  for (const { index, 0: between } of title.matchAll(new RegExp(separator, 'gu'))) {
    parts.push({ text: title.slice(start, index), start, end: index })
    start = index + between.length
  }
  return [...parts, { text: title.slice(start), start, end: title.length }]
}

/** The place after a comma is not part of the name: "The Herald News, Fall River, MA". */
function isNamedBy(part: string, site: string): boolean {
  const words = (part.split(',')[0] ?? '')
    .split(/\s+/)
    .map(lettersOf)
    .filter((word) => word !== '' && word !== 'the')
  const letters = words.join('').length
  if (letters < minLetters || words.length > maxNameWords) return false
  const matched = words.reduce((sum, word) => sum + (word.length > 1 && site.includes(word) ? word.length : 0), 0)
  return matched >= letters * minShare
}

function isSection(part: string): boolean {
  return part.split(/[,&/]/).every((word) => sections.has(lettersOf(word)))
}

function lettersOf(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}
