/** Emoji of a clear mood, on VADER's scale of -4 to 4; the valences are ours. Those used for both laughing and crying (😭, 😱, 😅) have none. */
const strong = { up: 2.6, down: -2.6 }
const plain = { up: 1.9, down: -1.9 }

const delight = '😍🥰😘🤩❤🧡💛💚💙💜🖤🤍🤎💖💗💕💓💝💘🥳🎉🎊💯🏆'
const approval = '👍👏🙌😀😃😄😁😊☺🙂😇😋😎🤗😻😸💪🤝👌✌🥂🙏🌟⭐'
const disgust = '😡🤬🤮💩🖕💔'
const displeasure = '👎😠😤😢😞😔😟😕🙁☹😣😖😫😩🤢😒🙄😑😾😿🤦🤡😰😨😧'

/** Valence by emoji, without skin tone and variation selector. */
export const emojiValences: Readonly<Record<string, number>> = Object.fromEntries([
  ...Array.from(delight, (one) => [one, strong.up] as const),
  ...Array.from(approval, (one) => [one, plain.up] as const),
  ...Array.from(disgust, (one) => [one, strong.down] as const),
  ...Array.from(displeasure, (one) => [one, plain.down] as const),
])

/** One emoji with its selectors and skin tones, and anything joined to it. */
const emojiRun =
  /\p{Extended_Pictographic}(?:[\uFE0E\uFE0F]|\p{Emoji_Modifier})*(?:\u200D\p{Extended_Pictographic}(?:[\uFE0E\uFE0F]|\p{Emoji_Modifier})*)*/uy

/** The length of the emoji at a position in UTF-16 units; 0 where there is none. A scan, because most of a text needs no pattern. */
function emojiLengthAt(text: string, index: number): number {
  const code = text.charCodeAt(index)
  if (code < 0x2300 || (code > 0x2bff && (code < 0xd83c || code > 0xd83e))) return 0
  emojiRun.lastIndex = index
  return emojiRun.exec(text)?.[0].length ?? 0
}

/** The emoji without its skin tone and selector; for a joined one, the first part. */
function baseEmoji(text: string, index: number): string {
  return String.fromCodePoint(text.codePointAt(index) ?? 0)
}

/** The words of a text as the tone rules see them: parallel arrays, with the original capitals separate from the folded word. */
export interface ToneWords {
  lower: string[]
  isUpper: boolean[]
  /** A mark that ends a clause follows the word. */
  endsClause: boolean[]
  /** "I" precedes the word; like every single character, it is not a word here. */
  followsI: boolean[]
  /** Some words, but not all, are in capitals: only then do capitals mean emphasis. */
  mixesCapitals: boolean
}

/** The characters of ECMAScript's `\\s` outside ASCII. */
const otherSpaces =
  '\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'

// no comma: "not smart, handsome or funny" negates all three
const clauseEnds = '.;:!?'
/** Before a comma these are answers, and do not negate what follows: "nope, still awful". */
const answers: ReadonlySet<string> = new Set(['no', 'nope', 'nah'])

/**
 * Splits a text at spaces and removes punctuation from both ends of each word. If at most two characters would remain, the word stays whole unless
 * they are letters, because it may be an emoticon; single characters are dropped, as in the reference.
 */
export function toToneWords(text: string): ToneWords {
  const straight = text.includes('\u2019') ? text.replaceAll('\u2019', "'") : text
  const folded = foldCase(straight)
  const lower: string[] = []
  const isUpper: boolean[] = []
  const endsClause: boolean[] = []
  const followsI: boolean[] = []
  let uppers = 0
  let isAfterI = false
  forEachChunk(straight, (from, to, isEmoji) => {
    if (isEmoji) {
      lower.push(baseEmoji(straight, from))
      isUpper.push(false)
      endsClause.push(false)
      followsI.push(false)
      isAfterI = false
      return
    }
    const { start, end } = insidePunctuation(straight, from, to)
    const word = folded?.slice(start, end) ?? straight.slice(start, end).toLowerCase()
    if (end - start <= 1) {
      isAfterI = word === 'i'
      return
    }
    const upper = !isLowerLetter(straight.charCodeAt(end - 1)) && isCapitals(straight.slice(start, end), word)
    if (upper) uppers++
    lower.push(word)
    isUpper.push(upper)
    const last = end < to ? straight.charAt(to - 1) : ''
    endsClause.push(last !== '' && (clauseEnds.includes(last) || (last === ',' && answers.has(word))))
    followsI.push(isAfterI)
    isAfterI = false
  })
  return { lower, isUpper, endsClause, followsI, mixesCapitals: uppers > 0 && uppers < lower.length }
}

/** Folding the whole text at once is faster than each word; null where folding shifts positions ("İ" becomes two characters). */
function foldCase(text: string): string | null {
  const folded = text.toLowerCase()
  return folded.length === text.length ? folded : null
}

function isCapitals(word: string, folded: string): boolean {
  return folded !== word && word.toUpperCase() === word
}

/** Positions of the words of `toToneWords` in the text, in its order: [start, end) in UTF-16 units. */
export function toneWordSpans(text: string): [start: number, end: number][] {
  const spans: [number, number][] = []
  forEachChunk(text, (from, to, isEmoji) => {
    const { start, end } = isEmoji ? { start: from, end: to } : insidePunctuation(text, from, to)
    if (isEmoji || end - start > 1) spans.push([start, end])
  })
  return spans
}

/** Visits the chunks between spaces, dashes and ellipses, and each emoji; a hyphen does not separate. A scan takes half of the time of a pattern. */
function forEachChunk(text: string, visit: (from: number, to: number, isEmoji: boolean) => void): void {
  let from = 0
  for (let index = 0; index <= text.length; index++) {
    const emoji = index < text.length ? emojiLengthAt(text, index) : 0
    if (emoji === 0 && index < text.length && !isParting(text.charCodeAt(index))) continue
    if (from < index) visit(from, index, false)
    if (emoji > 0) visit(index, index + emoji, true)
    from = index + Math.max(1, emoji)
    index = from - 1
  }
}

function isParting(code: number): boolean {
  if (code < 0x80) return code === 0x20 || (code >= 0x09 && code <= 0x0d)
  return code === 0x2013 || code === 0x2014 || code === 0x2026 || otherSpaces.includes(String.fromCharCode(code))
}

function insidePunctuation(text: string, from: number, to: number): { start: number; end: number } {
  let start = from
  let end = to
  while (start < end && isPunctuation(text.charCodeAt(start))) start++
  while (end > start && isPunctuation(text.charCodeAt(end - 1))) end--
  return end - start > 2 || isPairOfLetters(text, start, end) ? { start, end } : { start: from, end: to }
}

/** "no." and "OK," are words; ":D" and ";)" are not. */
function isPairOfLetters(chunk: string, start: number, end: number): boolean {
  return end - start === 2 && isLetter(chunk.charCodeAt(start)) && isLetter(chunk.charCodeAt(start + 1))
}

function isLetter(code: number): boolean {
  return (code >= 0x41 && code <= 0x5a) || isLowerLetter(code)
}

function isLowerLetter(code: number): boolean {
  return code >= 0x61 && code <= 0x7a
}

function isPunctuation(code: number): boolean {
  if (code < 0x80) return code > 0x20 && !isAlphanumeric(code)
  // Typographic quotation marks.
  return (code >= 0x2018 && code <= 0x201f) || code === 0xab || code === 0xbb
}

function isAlphanumeric(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a)
}

const upWords =
  'rise rises rose risen rising increase increases increased increasing climb climbs climbed climbing grow grows grew grown growing ' +
  'jump jumps jumped surge surges surged soar soars soared double doubles doubled triple tripled widen widens widened accelerate ' +
  'accelerates accelerated improve improves improved recover recovers recovered rebound rebounds rebounded strengthened higher ' +
  'exceeded exceeds beat beats top tops topped up more'
const downWords =
  'fall falls fell fallen falling drop drops dropped dropping decline declines declined declining decrease decreases decreased ' +
  'shrink shrinks shrank shrunk narrow narrows narrowed slow slows slowed ease eases eased slide slides slid slip slips slipped ' +
  'sink sinks sank tumble tumbles tumbled plunge plunges plunged plummet plummets plummeted slump slumps slumped halve halves halved cut ' +
  'cuts lower weaken weakens weakened contract contracts contracted miss misses missed wiped smaller scrapped ended down fewer less'
const goodMeasures =
  'profit profits profitability earnings sales revenue revenues income turnover dividend dividends orders exports output margin margins ' +
  'jobs shares ebit ebitda demand productivity confidence wages deliveries backlog forecasts forecast estimates expectations consensus ' +
  'guidance hiring employment survival literacy attendance harvest'
const badMeasures =
  'loss losses cost costs debt debts deficit deficits unemployment jobless joblessness inflation crime crimes deaths expenses ' +
  'bankruptcies insolvencies infections emissions absences arrears homelessness poverty loans claims impairments complaints outages ' +
  'delays accidents injuries floods layoffs redundancies pollution waste smoking violence'

const risingWords = setOf(upWords)
const fallingWords = setOf(downWords)
const gains = setOf(goodMeasures)
const burdens = setOf(badMeasures)
/** Maximum distance in words between a direction and its measure, before or after it. */
const reach = { behind: 7, before: 2 }
/** Twice the strength of "fell" and "rose" in the market lexicon: here it is certain what they refer to. */
const strength = 1.8

/** Whether a word is a direction, whose tone depends on what moves. */
export function isDirection(word: string): boolean {
  return risingWords.has(word) || fallingWords.has(word)
}

/** All words for directions. */
export function listDirections(): string[] {
  return [...risingWords, ...fallingWords]
}

/** 1 for a measure of which more is good, -1 where more is bad, 0 for another word. */
function signOf(word: string): number {
  if (gains.has(word)) return 1
  return burdens.has(word) ? -1 : 0
}

/**
 * Valences of direction words, by what moves: falling profits are bad news and falling costs are good. The measure itself has no tone then, and
 * neither has a direction without a measure. By position; empty where there is no measure. After Malo, Sinha, Korhonen, Wallenius & Takala (2014),
 * Good debt or bad debt, JASIST 65(4).
 */
export function directionValences({ lower, endsClause }: ToneWords): ReadonlyMap<number, number> {
  const valences = new Map<number, number>()
  for (let index = 0; index < lower.length; index++) {
    const word = lower[index] ?? ''
    const sign = signOf(word)
    if (sign === 0) continue
    const direction = findDirection(index, lower, endsClause)
    if (direction === null || valences.has(direction)) continue
    valences.set(direction, (risingWords.has(lower[direction] ?? '') ? sign : -sign) * strength)
    valences.set(index, 0)
  }
  return valences
}

function findDirection(index: number, lower: readonly string[], endsClause: readonly boolean[]): number | null {
  for (let before = index - 1; before >= Math.max(0, index - reach.before) && endsClause[before] !== true; before--) {
    if (saysDirection(before, lower)) return before
  }
  for (let after = index; after < index + reach.behind && endsClause[after] !== true; after++) {
    if (saysDirection(after + 1, lower)) return after + 1
  }
  return null
}

/** "Up" and "more" occur with nearly everything: they count only before a figure or "from". */
function saysDirection(index: number, lower: readonly string[]): boolean {
  const word = lower[index]
  if (word === undefined || !isDirection(word)) return false
  return (word !== 'up' && word !== 'more') || /^(?:from|by|\d.*)$/.test(lower[index + 1] ?? '')
}

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(' '))
}
