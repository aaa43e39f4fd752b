import { monthNames } from '@auspex/analytics/claims'

/** A number in a text. Shares are read as parts: 25 % and a quarter are 0.25. */
export interface WrittenNumber {
  readonly value: number
  /** What it counts, as one of the words that count the same; null where the text does not say. */
  readonly unit: Unit | null
  /** How exactly it is written: the true value is within this distance. */
  readonly precision: number
  /** Whether the words before it say that the true value is about, more than or less than this. */
  readonly hedge: 'about' | 'above' | 'below' | null
  /** Whether it is written as a share: per cent, or a fraction in words. */
  readonly isShare: boolean
  readonly start: number
  readonly end: number
}

/** Days that a text names: one, a month, a year or a span of them. ISO days, both included. */
export interface WrittenDays {
  readonly from: string
  readonly to: string
  readonly start: number
  readonly end: number
}

export type Unit =
  | 'document'
  | 'story'
  | 'outlet'
  | 'author'
  | 'comment'
  | 'country'
  | 'day'
  | 'week'
  | 'month'
  | 'year'
  | 'person'
  | 'times'

/** Words for what is counted. Posts and articles are documents of a kind. */
const units: ReadonlyMap<string, Unit> = new Map(
  (
    [
      ['document', 'document post article item mention result text submission'],
      ['story', 'story stories piece'],
      ['outlet', 'outlet publisher newspaper site community forum source'],
      ['author', 'author user voice account writer'],
      ['comment', 'comment reply replies'],
      ['country', 'country countries nation'],
      ['day', 'day'],
      ['week', 'week'],
      ['month', 'month'],
      ['year', 'year'],
      ['person', 'person people'],
      ['times', 'times fold'],
    ] as const
  ).flatMap(([unit, words]) =>
    words.split(' ').flatMap((word): [string, Unit][] => [
      [word, unit],
      [`${word}s`, unit],
    ]),
  ),
)

const smallNumbers = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const scales: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  million: 1e6,
  bn: 1e9,
  billion: 1e9,
  dozen: 12,
  hundred: 100,
}
const fractions: Readonly<Record<string, number>> = {
  half: 1 / 2,
  third: 1 / 3,
  quarter: 1 / 4,
  fifth: 1 / 5,
  sixth: 1 / 6,
  tenth: 1 / 10,
}
const multiples: Readonly<Record<string, number>> = {
  twice: 2,
  double: 2,
  doubled: 2,
  twofold: 2,
  thrice: 3,
  triple: 3,
  tripled: 3,
  threefold: 3,
  quadrupled: 4,
  fourfold: 4,
  tenfold: 10,
  halved: 0.5,
}

const wordNumber = `(?:${[...smallNumbers, ...tens].join('|')})`
const numberPattern = new RegExp(
  [
    // digits, with thousands separated by commas or thin spaces
    String.raw`(?<![\p{L}\p{N}])(?<digits>[-−–]?(?:\d{1,3}(?:[,\u2009\u202F]\d{3})+|\d+)(?:\.\d+)?)(?:\s?(?<scale>thousand|million|billion|bn|[kKmM](?![\p{L}]))\b)?(?<percent>\s?%|\s?per\s?cent)?(?<fold>-?fold|×)?(?<ordinal>st|nd|rd|th)?(?![\p{L}\p{N}])`,
    // "two in five", "50 in a hundred"
    String.raw`(?<![\p{L}\p{N}])(?<some>${wordNumber}|\d+) (?:in|out of) (?:a )?(?<whole>five|ten|hundred|100|10|5|four|three|two)(?![\p{L}\p{N}])`,
    String.raw`(?<![\p{L}\p{N}])(?:(?<parts>one|two|three|four|a|an)[ -])?(?<fraction>half|halves|thirds?|quarters?|fifths?|sixths?|tenths?)(?=\s+(?:of|the|as|what|are|were|is|was|come|came|its|their|have|has|had|fewer|less|more|lower|higher|smaller|larger|lean|leans)\b|\s*[.,;)]|\s*$)`,
    String.raw`(?<![\p{L}\p{N}])(?<multiple>${Object.keys(multiples).join('|')})(?![\p{L}\p{N}])`,
    String.raw`(?<![\p{L}\p{N}])(?<words>${wordNumber})(?:[ -](?<more>dozen|hundred|thousand|million|${smallNumbers.slice(1, 10).join('|')}))?(?<percentWords>\s?per\s?cent)?(?<foldWords>-?fold)?(?![\p{L}\p{N}])`,
    String.raw`(?<![\p{L}\p{N}])(?<many>dozens|hundreds|thousands|millions|billions|a dozen|a hundred|a thousand|a million)(?![\p{L}\p{N}])`,
  ].join('|'),
  'giu',
)

const hedges: readonly (readonly [NonNullable<WrittenNumber['hedge']>, RegExp])[] = [
  ['above', /(?:more than|over|above|at least|upwards? of|exceed(?:s|ed|ing)?|a good)\s+(?:a\s+|an\s+)?$/iu],
  [
    'below',
    /(?:less than|fewer than|under|below|at most|nearly|almost|not quite|just under|close to|up to)\s+(?:a\s+|an\s+)?$/iu,
  ],
  ['about', /(?:about|around|roughly|approximately|some|circa|ca\.|~|≈)\s*(?:a\s+|an\s+)?$/iu],
]

/** The numbers of a text that are not parts of `days`. */
export function readNumbers(text: string, days: readonly WrittenDays[]): WrittenNumber[] {
  const numbers: WrittenNumber[] = []
  for (const match of text.matchAll(numberPattern)) {
    const [start, end] = [match.index, match.index + match[0].length]
    if (days.some((day) => start < day.end && end > day.start)) continue
    const parsed = toNumber(match.groups ?? {})
    if (parsed === null) continue
    const unit = parsed.isMultiple === true ? 'times' : unitAfter(text, end)
    const hedge = hedges.find(([, pattern]) => pattern.test(text.slice(Math.max(0, start - 24), start)))?.[0] ?? null
    numbers.push({
      value: parsed.value,
      unit,
      precision: parsed.precision,
      hedge: parsed.isVague === true && hedge === null ? 'about' : hedge,
      isShare: parsed.isShare === true,
      start,
      end,
    })
  }
  return numbers
}

/** The value of a whole number in digits or words. */
function countOfWord(word: string): number {
  const lower = word.toLowerCase()
  if (/^\d+$/u.test(lower)) return Number(lower)
  if (lower === 'hundred') return 100
  return smallNumbers.includes(lower) ? smallNumbers.indexOf(lower) : 20 + 10 * tens.indexOf(lower)
}

/** "A third" is written of 30 to 37%. */
const looseSharePrecision = 0.04

interface ReadNumber {
  readonly value: number
  readonly precision: number
  readonly isShare?: boolean
  readonly isMultiple?: boolean
  readonly isVague?: boolean
}

/** The parts of a match of `numberPattern`. */
type NumberGroups = Readonly<Record<string, string | undefined>>

function toNumber(groups: NumberGroups): ReadNumber | null {
  const { some, digits, ordinal, fraction, multiple, words, many } = groups
  if (some !== undefined) return partInWords(some, groups['whole'] ?? '')
  if (digits !== undefined) return ordinal === undefined ? numberInDigits(digits, groups) : null
  if (fraction !== undefined) return fractionInWords(fraction, groups['parts'])
  if (multiple !== undefined)
    return { value: multiples[multiple.toLowerCase()] ?? 0, precision: 0.25, isMultiple: true, isVague: true }
  if (words !== undefined) return numberInWords(words, groups)
  return many === undefined ? null : roundNumber(many)
}

/** "Two in five". */
function partInWords(some: string, whole: string): ReadNumber {
  const value = countOfWord(some) / countOfWord(whole)
  return { value, precision: looseSharePrecision, isShare: true, isVague: true }
}

/** "1,131", "3.5 million", "25 %", "3-fold". */
function numberInDigits(digits: string, { scale, percent, fold }: NumberGroups): ReadNumber {
  const plain = digits.replaceAll(/[,\u2009\u202F]/gu, '').replace(/^[−–]/u, '-')
  const decimals = plain.split('.')[1]?.length ?? 0
  const factor = (scales[scale?.toLowerCase() ?? ''] ?? 1) / (percent === undefined ? 1 : 100)
  return {
    value: Number(plain) * factor,
    precision: (0.5 * factor) / 10 ** decimals,
    isShare: percent !== undefined,
    isMultiple: fold !== undefined,
  }
}

/** "Two thirds", "a quarter", "half". */
function fractionInWords(fraction: string, parts: string | undefined): ReadNumber {
  const single = fraction
    .replace(/^halves$/iu, 'half')
    .replace(/s$/iu, '')
    .toLowerCase()
  const count = parts === undefined || /^an?$/iu.test(parts) ? 1 : smallNumbers.indexOf(parts.toLowerCase())
  return { value: (fractions[single] ?? 0) * count, precision: looseSharePrecision, isShare: true, isVague: true }
}

/** "Twelve", "twenty-five", "three hundred", "ten per cent". */
function numberInWords(words: string, { more, percentWords, foldWords }: NumberGroups): ReadNumber {
  const base = countOfWord(words)
  const rest = more?.toLowerCase() ?? ''
  const unit = smallNumbers.includes(rest) ? smallNumbers.indexOf(rest) : 0
  const value = unit > 0 ? base + unit : base * (scales[rest] ?? 1)
  const isShare = percentWords !== undefined
  return {
    value: isShare ? value / 100 : value,
    precision: isShare ? 0.005 : 0.5,
    isShare,
    isMultiple: foldWords !== undefined,
  }
}

/** "Hundreds" may be up to six of them. */
function roundNumber(many: string): ReadNumber {
  const scale = scales[many.toLowerCase().replace(/^a /u, '').replace(/s$/u, '')] ?? 0
  return { value: scale * 3, precision: scale * 3, isVague: true }
}

/** What a number counts: the first word after it that names something countable, over at most three words between. */
function unitAfter(text: string, end: number): Unit | null {
  const after = text.slice(end, end + 60)
  if (!/^[\s-]/u.test(after)) return null
  let words = 0
  for (const [word] of after.matchAll(/[\p{L}'’-]+|[.,;:()]/gu)) {
    if (/[.,;:()]/u.test(word) || words > 3) return null
    const unit = units.get(word.toLowerCase())
    if (unit !== undefined) return unit
    if (/^(?:of|in|from|on|for|with|by|to|and|than|is|are|was|were)$/iu.test(word)) {
      // "412 of its 1,000 posts" counts posts, "412 in March" does not say
      if (word.toLowerCase() !== 'of') return null
    }
    words += 1
  }
  return null
}

/** What a key of data counts: `documents`, `storyClusters`. */
export function unitOfKey(key: string): Unit | null {
  const words =
    key
      .toLowerCase()
      .replace('storyclusters', 'stories')
      .match(/[a-z]+/gu) ?? []
  return words.map((word) => units.get(word) ?? null).find((unit) => unit !== null) ?? null
}

const months = monthNames.map((name) => name.toLowerCase())
const monthPattern = `(?<m>${monthNames.map((name) => `${name}|${name.slice(0, 3)}\\.?`).join('|')}|Sept\\.?)`
const dayPatterns: readonly RegExp[] = [
  /(?<iso>\d{4}-\d{2}-\d{2})/gu,
  new RegExp(
    `(?<![\\p{N}])(?<d1>\\d{1,2})(?:st|nd|rd|th)?(?:\\s?(?:[-–—]|to|and)\\s?(?<d2>\\d{1,2})(?:st|nd|rd|th)?)?\\s+(?:of\\s+)?${monthPattern}(?:,?\\s+(?<y>\\d{4}))?(?![\\p{L}\\p{N}])`,
    'giu',
  ),
  new RegExp(
    `${monthPattern}\\s+(?<d1>\\d{1,2})(?:st|nd|rd|th)?(?:\\s?(?:[-–—]|to|and)\\s?(?<d2>\\d{1,2})(?:st|nd|rd|th)?)?(?:,?\\s+(?<y>\\d{4}))?(?![\\p{L}\\p{N}])`,
    'giu',
  ),
  new RegExp(`(?<![\\p{L}])${monthPattern}(?:\\s+(?:of\\s+)?(?<y>\\d{4}))?(?![\\p{L}\\p{N}])`, 'gu'),
  /(?<![\p{L}\p{N}.,])(?<y>(?:19|20)\d{2})(?![\p{N}]|[.,]\d|\s?%|\s+(?:documents|stories|pieces|posts|articles|outlets|people|comments))/gu,
]

/** The days that a text names. A day without a year belongs to the next year that the text names, or to any: then the year is `****`. */
export function readDays(text: string): WrittenDays[] {
  const days: (WrittenDays & { year: string | null })[] = []
  for (const pattern of dayPatterns) {
    for (const match of text.matchAll(pattern)) {
      const [start, end] = [match.index, match.index + match[0].length]
      if (days.some((other) => start < other.end && end > other.start)) continue
      const { iso, d1, d2, m, y } = match.groups ?? {}
      // "may" and "march" as verbs
      if (
        m !== undefined &&
        d1 === undefined &&
        y === undefined &&
        /^(?:may|march|mar|sep|dec|jan|oct|nov)$/iu.test(m) &&
        !/^[A-Z]/u.test(m)
      )
        continue
      const month =
        m === undefined ? null : months.findIndex((name) => name.startsWith(m.toLowerCase().slice(0, 3))) + 1
      if (iso !== undefined) days.push({ from: iso, to: iso, year: iso.slice(0, 4), start, end })
      else if (month === null) days.push({ from: `${y}-01-01`, to: `${y}-12-31`, year: y ?? null, start, end })
      else {
        const at = (day: string) => `${y ?? '****'}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`
        const from = at(d1 ?? '01')
        const to = at(d2 ?? d1 ?? '31')
        days.push({ from, to, year: y ?? null, start, end })
      }
    }
  }
  days.sort((a, b) => a.start - b.start)
  return days.map(({ from, to, start, end }, place) => {
    const year = days.slice(place).find((later) => later.year !== null && later.start - end < 24)?.year
    const dated = (day: string) => (year === undefined || year === null ? day : day.replace('****', year))
    return { from: dated(from), to: dated(to), start, end }
  })
}
