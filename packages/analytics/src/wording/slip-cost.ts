/** Letters beside each other on the keyboards of most Latin layouts, by rows; the layouts differ in a few keys only. */
const keyRows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const vowels = 'aeiouy'
/** Letters that sound alike in some words, so that writers take one for the other. */
const alike: readonly string[] = ['ck', 'cs', 'sz', 'kq', 'gj', 'fv', 'td', 'mn', 'bp', 'iy', 'xs', 'wv']
/** Spellings of one sound by two letters and by one. */
const digraphs: readonly (readonly [two: string, one: string])[] = [
  ['ph', 'f'],
  ['ck', 'k'],
  ['ch', 'k'],
  ['sc', 's'],
  ['gh', 'g'],
  ['qu', 'k'],
  ['kn', 'n'],
  ['wr', 'r'],
  ['sh', 's'],
  ['th', 't'],
]

/** What a slip costs, in the unit of two letters swapped. Ratios after the confusion counts of Kernighan, Church & Gale (1990), rounded. */
const costs = {
  swapped: 1,
  doubled: 1,
  neighbour: 1.2,
  vowel: 1.2,
  sound: 1.3,
  lost: 1.5,
  extra: 1.9,
  brushed: 1.5,
  replaced: 2.6,
  lastLetter: 0.4,
}
/** Few people mistype the first letter (Pollock & Zamora 1984: 3 to 8 % of misspellings). */
const firstLetter = 1.4

const neighbours = new Set(
  keyRows.flatMap((row, at) =>
    row
      .split('')
      .flatMap((key, place) =>
        [row[place + 1], keyRows[at + 1]?.[place], keyRows[at + 1]?.[place - 1]].flatMap((other) =>
          other === undefined ? [] : [key + other, other + key],
        ),
      ),
  ),
)
const soundsAlike = new Set(alike.flatMap(([a = '', b = '']) => [a + b, b + a]))

function replacement(typed: string, meant: string): number {
  if (vowels.includes(typed) && vowels.includes(meant)) return costs.vowel
  if (neighbours.has(typed + meant)) return costs.neighbour
  return soundsAlike.has(typed + meant) ? costs.sound : costs.replaced
}

/**
 * How unlikely it is that somebody typed `typed` who meant `meant`: the cheapest way from one to the other by swapped, doubled, lost, extra and replaced
 * letters, where neighbouring keys, vowels and letters that sound alike are cheap. 0 for the same text; about 1 a likely slip. Works on UTF-16 units.
 */
export function slipCost(typed: string, meant: string): number {
  const table: CostTable = []
  for (let row = 0; row <= typed.length; row += 1) {
    const costsOfRow: number[] = []
    table.push(costsOfRow)
    for (let column = 0; column <= meant.length; column += 1)
      costsOfRow.push(row + column === 0 ? 0 : cheapestSlip(table, { typed, meant }, row, column))
  }
  return costAt(table, typed.length, meant.length)
}

/** The least cost of the first letters typed (rows) for the first letters meant (columns). */
type CostTable = number[][]

/** Infinite outside the table, so that no way leads from there. */
function costAt(table: CostTable, row: number, column: number): number {
  return table[row]?.[column] ?? Infinity
}

interface Words {
  typed: string
  meant: string
}

/** The cheapest way to `row` letters typed for `column` letters meant, from fewer of them. */
function cheapestSlip(table: CostTable, words: Words, row: number, column: number): number {
  const { typed, meant } = words
  let least = soundCost(table, words, row, column)
  if (row > 0 && column > 0)
    least = Math.min(least, costAt(table, row - 1, column - 1) + replacedCost(words, row, column))
  if (row > 0) {
    const extra = extraCost(typed, row, { meant: meant[column - 1] ?? '', next: meant[column] })
    least = Math.min(least, costAt(table, row - 1, column) + extra + (row === 1 ? firstLetter : 0))
  }
  if (column > 0)
    least = Math.min(least, costAt(table, row, column - 1) + lostCost(meant, column) + (column === 1 ? firstLetter : 0))
  if (areSwapped(words, row, column)) least = Math.min(least, costAt(table, row - 2, column - 2) + costs.swapped)
  return least
}

function replacedCost({ typed, meant }: Words, row: number, column: number): number {
  const letter = typed[row - 1] ?? ''
  const wanted = meant[column - 1] ?? ''
  if (letter === wanted) return 0
  return replacement(letter, wanted) + (row === 1 && column === 1 ? firstLetter : 0)
}

function areSwapped({ typed, meant }: Words, row: number, column: number): boolean {
  if (row < 2 || column < 2 || typed[row - 1] !== meant[column - 2]) return false
  return typed[row - 2] === meant[column - 1] && typed[row - 1] !== meant[column - 1]
}

/** One sound written with two letters instead of one, or the other way; infinite where there is none. */
function soundCost(table: CostTable, { typed, meant }: Words, row: number, column: number): number {
  if (row === 0 || column === 0) return Infinity
  let least = Infinity
  for (const [two, one] of digraphs) {
    if (meant[column - 1] === one && row > 1 && typed.startsWith(two, row - 2))
      least = Math.min(least, costAt(table, row - 2, column - 1))
    if (typed[row - 1] === one && column > 1 && meant.startsWith(two, column - 2))
      least = Math.min(least, costAt(table, row - 1, column - 2))
  }
  return least + costs.sound
}

/** A letter that was typed and is not meant: doubled, brushed beside the intended key, or any other. */
function extraCost(typed: string, row: number, { meant, next }: { meant: string; next: string | undefined }): number {
  const letter = typed[row - 1] ?? ''
  if (letter === typed[row - 2] || letter === typed[row]) return costs.doubled
  if (neighbours.has(letter + meant) || (next !== undefined && neighbours.has(letter + next))) return costs.brushed
  return costs.extra
}

/** A letter that is meant and was not typed: one of a pair, a last one, or any other. */
function lostCost(meant: string, column: number): number {
  const letter = meant[column - 1] ?? ''
  if (letter === meant[column - 2] || letter === meant[column]) return costs.doubled
  return letter === 'h' || letter === 'e' ? costs.sound : costs.lost
}

/** Other spellings of the sounds of a word by two letters or one, one replaced in each: *fisics* leads to *phisics*, which is one letter from *physics*. */
export function respellings(word: string): string[] {
  const found = digraphs.flatMap(([two, one]) => {
    const longer = word.includes(one) && !word.includes(two) ? [word.replace(one, two)] : []
    return word.includes(two) ? [word.replace(two, one), ...longer] : longer
  })
  return [...new Set(found)]
}

/** Endings and vowels that British and American English spell differently; either is right. */
const regionalSpellings: readonly (readonly [RegExp, string])[] = [
  [/ae|oe/g, 'e'],
  [/our/g, 'or'],
  [/(?<=[a-z]{3})is(?=e|ing|ation)/g, 'iz'],
  [/yse/g, 'yze'],
  [/(?<=[bt])re$/g, 'er'],
  [/ll(?=ed|ing|er)/g, 'l'],
  [/ey(?=s?$)/g, 'y'],
]

/** Whether two words are one in British and American spelling (*oestrogen, estrogen*): then none of them is a slip. */
export function isRegionalSpelling(one: string, other: string): boolean {
  const plain = (word: string) => regionalSpellings.reduce((text, [from, to]) => text.replace(from, to), word)
  return one !== other && plain(one) === plain(other)
}

/** What a text that was typed may stand for, and how often both are used. */
export interface PossibleSlip {
  typed: string
  meant: string
  cost: number
  /** Documents with each. */
  typedDocuments: number
  meantDocuments: number
}

/** Evidence that a slip is one, from this on. Chosen on labelled typos and on rare, foreign and new words. */
export const minSlipEvidence = 0.5
/** Longer texts are rarely near to another by chance, but no text is certain. */
const maxLetters = 14
const usualLetters = 6
const letterGain = 0.9
const costWeight = 2.4

/** Logarithm of how much likelier the slip is than a right word that looks like it, up to a constant: use of both, letters, and cost of the slip. */
export function slipEvidence({ typed, meant, cost, typedDocuments, meantDocuments }: PossibleSlip): number {
  const letters = Math.min(typed.length, meant.length, maxLetters)
  return Math.log(meantDocuments / (typedDocuments + 1)) + letterGain * (letters - usualLetters) - costWeight * cost
}
