/** Where pages join a headline with what stands around it; a title that was cut into words has spaces at every dash. */
const separator = /\s+(?:[-–—|·»:]|::)\s+|\s*[|｜]\s*|\s+_\s+/u
/** Parts of a page that stand between a headline and the outlet's name. */
const sections: ReadonlySet<string> = new Set(
  'news sports jobs opinion business entertainment lifestyle life home local health coronavirus politics world nation us features columns'.split(
    ' ',
  ),
)
/** Of the letters of a part, as many stand in the outlet's address. */
const leastShare = 0.75
const leastLetters = 4

/**
 * A title without the outlet's name: "Trout season opens - News - Neosho Daily News - Neosho, MO" of neoshodailynews.com says "Trout season
 * opens". Two articles are not alike because their outlets are called alike. A part is the outlet's name when its words stand in the
 * outlet's address; the sections of the page before it go as well, and so does what follows them.
 */
export function trimOutletName(title: string, outlet: string): string {
  const parts = partsOf(title)
  if (parts.length < 2) return title
  const site = lettersOf(outlet)
  const last = parts.length - 1
  // "… - News - Wilmington Advocate": what follows a section of the page is no headline any more
  let end = parts.findIndex(({ text }, at) => at > 0 && (isNamedBy(text, site) || (at < last && isSection(text))))
  if (end === -1) end = parts.length
  while (end > 1 && end < parts.length && isSection(parts[end - 1]?.text ?? '')) end--
  const from = end > 1 && isNamedBy(parts[0]?.text ?? '', site) ? 1 : 0
  const trimmed = title.slice(parts[from]?.start ?? 0, parts[end - 1]?.end).trim()
  return trimmed === '' ? title : trimmed
}

/** A title cut where pages join what stands in it. */
export function partsOf(title: string): { text: string; start: number; end: number }[] {
  const parts: { text: string; start: number; end: number }[] = []
  let start = 0
  for (const { index, 0: between } of title.matchAll(new RegExp(separator, 'gu'))) {
    parts.push({ text: title.slice(start, index), start, end: index })
    start = index + between.length
  }
  return [...parts, { text: title.slice(start), start, end: title.length }]
}

/** The place after a comma is no part of the name: "The Herald News, Fall River, MA". */
function isNamedBy(part: string, site: string): boolean {
  const words = (part.split(',')[0] ?? '')
    .split(/\s+/)
    .map(lettersOf)
    .filter((word) => word !== '' && word !== 'the')
  const letters = words.join('').length
  if (letters < leastLetters || words.length > 7) return false
  const known = words.reduce((sum, word) => sum + (word.length > 1 && site.includes(word) ? word.length : 0), 0)
  return known >= letters * leastShare
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
