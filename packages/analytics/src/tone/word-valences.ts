import { directionValences, type ToneWords } from './tone-words.ts'
import {
  beforeVerbLike,
  boosterStep,
  capitalsStep,
  dampeningPairs,
  degrees,
  idioms,
  idiomWords,
  isInterjection,
  isNegation,
  negationFactor,
} from './vader-rules.ts'

/** Nouns for which "killer" is praise; otherwise it means someone who kills. */
const praisedThings = setOf(
  'feature features app apps application applications deal deals price prices offer offers bargain combo combination product products update ' +
    'release track tracks album song songs tune riff hook soundtrack playlist performance show set look looks outfit workout lineup line-up ' +
    'hardware camera graphics design demo content recipe view views idea ideas argument pitch tip tips hack hacks setup',
)
/** Words that may be in between: "killer new feature". */
const between = setOf('new little must-have mobile web iphone android black early live debut')
const praiseValence = 1.9

/** The valence of "killer" where it praises a product or a show; undefined elsewhere. */
function killerPraise(index: number, { lower, endsClause }: ToneWords): number | undefined {
  if (lower[index] !== 'killer' || endsClause[index] === true) return undefined
  const next = lower[index + 1] ?? ''
  const isPraise = praisedThings.has(next) || (between.has(next) && praisedThings.has(lower[index + 2] ?? ''))
  return isPraise ? praiseValence : undefined
}

const determiners = setOf('the my our your his her their its')
/** Words that may be between a negation and "the worst". */
const qualifiers = setOf('quite exactly really even actually necessarily always being')
const denials = setOf('no hardly scarcely')

/**
 * Whether a superlative is negated: "not the worst phone", "hardly the ugliest", "far from the most terrible". What is not at the end of a scale may
 * be anywhere else on it, so it has no tone.
 */
function isDeniedSuperlative(index: number, { lower, endsClause }: ToneWords): boolean {
  const word = lower[index] ?? ''
  const hasMost = lower[index - 1] === 'most'
  if (!hasMost && word !== 'worst' && !/^.{3,}est$/.test(word)) return false
  let place = hasMost ? index - 2 : index - 1
  if (!determiners.has(lower[place] ?? '')) return false
  place -= 1
  if (qualifiers.has(lower[place] ?? '')) place -= 1
  const before = lower[place]
  if (before === undefined || endsClause.slice(place, index).includes(true)) return false
  return isNegation(before) || denials.has(before) || (before === 'from' && lower[place - 1] === 'far')
}

const fewWords = setOf('hardly scarcely barely rarely')
const anyWords = setOf('anyone anybody anything')

/** "Hardly anyone": almost nobody does what follows. */
function isHardlyAnyone(index: number, lower: readonly string[]): boolean {
  return anyWords.has(lower[index] ?? '') && fewWords.has(lower[index - 1] ?? '')
}

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(' '))
}

/** Words of tone that usually name a subject when they precede one of the words below. */
const subjects =
  'accident addiction attack battle bomb bombing cancer catastrophe conflict crime crisis criminal cruelty dead death deaths ' +
  'debt defence defense depression disaster disease drug drugs emergency famine fight fire fraud grief gun horror illness injury ' +
  'killer loss losses love murder pain peace poison police poverty prison rescue riot rivalry safety security shooting strike ' +
  'suicide terror terrorism torture trauma tumor tumour victim victims violence virus war wars weapons victory hero heroes freedom ' +
  'liberty justice relief welfare trust health award awards prize risk poor energy fun comedy'

/** Things named after their subject: places, offices, works, fields of study. */
const heads =
  'academy act adjusters album agency archive archives authority band board book books bureau calendar cemetery center centre ' +
  'certificate charity clinic college commission committee conference congress council counter crews department desk dinner director ' +
  'directorate drama exhibition expert experts fiction film films foundation fund game games genre hearing history institute inquiry ' +
  'insurance journal lab laboratory lane law lawyer lawyers library magazine management manager memoir memorial minister ministers ' +
  'ministry movie movies museum museums novel novelist novels office officer officers paper park plan plans play poem poems ' +
  'poet programme program project prevention register registry report reports research researcher researchers room series service services ' +
  'show song specialist specialists square squad station statistics studies study survey team theory thriller tribunal trust unit ' +
  'website writer writers'

const subjectWords: ReadonlySet<string> = new Set(subjects.split(' '))
const headWords: ReadonlySet<string> = new Set(heads.split(' '))

/** Valence by lower-case word. */
export interface ToneLexicon {
  get: (word: string) => number | undefined
  has: (word: string) => boolean
  rules?: ToneRules
}

/** The rules for texts of a style besides VADER's. */
export interface ToneRules {
  /** Whether "like" also carries tone where it is not a verb, as in the reference. */
  countsEveryLike: boolean
  /** Whether the tone of rising and falling depends on what moves. */
  readsDirections: boolean
}

/** The words of a text with their valences, looked up once: a text is scored word by word, and each is needed up to four times. */
interface ReadWords extends ToneWords {
  /** The valence in the lexicon, by position; undefined for words outside it. */
  own: (number | undefined)[]
  directions: ReadonlyMap<number, number>
  rules: Partial<ToneRules>
  hasLeast: boolean
  /** Where idioms may occur: most words have none nearby. */
  idiomsAt: readonly number[]
}

const noDirections: ReadonlyMap<number, number> = new Map()

/** The valence of each scored word after the rules of its context; null for words that carry no tone. */
export function wordValences(words: ToneWords, lexicon: ToneLexicon): (number | null)[] {
  const { lower } = words
  const rules: Partial<ToneRules> = lexicon.rules ?? {}
  const read: ReadWords = {
    ...words,
    own: lower.map((word) => lexicon.get(word)),
    directions: rules.readsDirections === true ? directionValences(words) : noDirections,
    rules,
    hasLeast: lexicon.has('least'),
    idiomsAt: positionsOf(idiomWords, lower),
  }
  const valences = lower.map((_, index) => valenceAt(index, read))
  weighBut(lower, valences)
  return valences
}

function valenceAt(index: number, words: ReadWords): number | null {
  const { lower, own } = words
  const base = baseValence(index, words)
  if (base === 0) return null
  if (base < 0 && isDeniedSuperlative(index, words)) return 0
  // the noun after it is what it refers to
  if ((own[index - 1] ?? 0) < 0 && isDeniedSuperlative(index - 1, words)) return null
  // "no" before a scored word negates it and has no tone of its own.
  if (lower[index] === 'no' && !words.endsClause[index] && own[index + 1] !== undefined) return 0
  return valenceInContext(base, index, words)
}

/** The tone of a word before the words around it change it; 0 where it has none. */
function baseValence(index: number, words: ReadWords): number {
  const own = words.own[index]
  const praise = own === undefined ? undefined : killerPraise(index, words)
  if (praise !== undefined) return praise
  const valence = words.directions.get(index) ?? own ?? 0
  return valence === 0 || isWithoutTone(index, words) ? 0 : valence
}

/** Whether a word of tone is used for something else: a degree, a comparison, a subject. */
function isWithoutTone(index: number, words: ReadWords): boolean {
  const { lower, rules } = words
  const word = lower[index] ?? ''
  if (degrees.has(word) || (word === 'kind' && lower[index + 1] === 'of')) return true
  if (word === 'like' && rules.countsEveryLike !== true && !isVerbLike(index, words)) return true
  return namesSubject(index, words)
}

/** The tone of a word as the words before it raise, lower or negate it, the nearest first. */
function valenceInContext(base: number, index: number, words: ReadWords): number {
  const { lower, own } = words
  const inClause = isInterjection(lower[index] ?? '') ? 0 : wordsOfClause(index, words)
  let valence = isNegatedByNo({ lower, at: index, inClause }) ? base * negationFactor : base
  if (words.mixesCapitals && words.isUpper[index]) valence += valence > 0 ? capitalsStep : -capitalsStep
  for (let distance = 1; distance <= Math.min(3, index); distance++) {
    if (own[index - distance] !== undefined) continue
    valence += degreeBefore(index - distance, valence, words) * (1 - 0.05 * (distance - 1))
    if (distance <= inClause) valence = negate(valence, { lower, at: index, distance })
    if (distance === 3 && hasIdiomNear(index, words)) valence = applyIdioms(valence, lower, index)
  }
  return negateByLeast(valence, index, words)
}

/** Elsewhere "like" compares or is a filler ("looks like rain") and has no tone; the reference counts it everywhere. */
function isVerbLike(index: number, { lower, followsI }: ToneWords): boolean {
  return followsI[index] === true || beforeVerbLike.has(lower[index - 1] ?? '') || lower[index + 1] === 'to'
}

/**
 * How many of the three words before a word are in its clause. A negation extends no further: "Nope. I hate it" is not praise (Pang, Lee &
 * Vaithyanathan 2002 end its scope at punctuation; the reference implementation does not).
 */
function wordsOfClause(index: number, { endsClause }: ToneWords): number {
  let count = 0
  while (count < 3 && index - count > 0 && endsClause[index - count - 1] !== true) count++
  return count
}

function isNegatedByNo({ lower, at, inClause }: { lower: readonly string[]; at: number; inClause: number }): boolean {
  // "no no no" is emphasis
  if (lower[at] === 'no') return false
  const isNo = (distance: number) => distance <= inClause && lower[at - distance] === 'no'
  return isNo(1) || isNo(2) || (isNo(3) && (lower[at - 1] === 'or' || lower[at - 1] === 'nor'))
}

function degreeBefore(index: number, valence: number, { lower, isUpper, mixesCapitals }: ToneWords): number {
  const degree = degrees.get(lower[index] ?? '')
  if (degree === undefined || isHardlyAnyone(index + 1, lower)) return 0
  const emphasis = mixesCapitals && isUpper[index] ? capitalsStep : 0
  return valence < 0 ? -degree - emphasis : degree + emphasis
}

/** A scored word (`at`) and a word before it that may negate it. */
interface NegationPlace {
  lower: readonly string[]
  at: number
  distance: number
}

function negate(valence: number, place: NegationPlace): number {
  const { lower, at, distance } = place
  if (isRaisedByNever(place)) return valence * neverFactor
  if (isApparentNegation(place)) return valence
  const isNegated = isNegation(lower[at - distance] ?? '') || isHardlyAnyone(at - distance, lower)
  return isNegated ? valence * negationFactor : valence
}

const neverFactor = 1.25
const emphatics: ReadonlySet<string> = new Set(['so', 'this'])

/** "Never so good", "never been this good". Three words before, the reference implementation takes "so" and "this" for it without "never". */
function isRaisedByNever({ lower, at, distance }: NegationPlace): boolean {
  const isNever = lower[at - distance] === 'never'
  const isNextEmphatic = emphatics.has(lower[at - 1] ?? '')
  if (distance === 2) return isNever && isNextEmphatic
  return distance === 3 && (isNextEmphatic || (isNever && emphatics.has(lower[at - 2] ?? '')))
}

const notOnly: ReadonlySet<string> = new Set(['only', 'just', 'merely'])

/** "Without a doubt" and "not only the worst" negate nothing. */
function isApparentNegation({ lower, at, distance }: NegationPlace): boolean {
  const word = lower[at - distance]
  if (word === 'without') return lower.slice(at - distance + 1, at).includes('doubt')
  return word === 'not' && distance > 1 && notOnly.has(lower[at - distance + 1] ?? '')
}

function positionsOf(some: ReadonlySet<string>, lower: readonly string[]): number[] {
  const positions: number[] = []
  for (let index = 0; index < lower.length; index++) if (some.has(lower[index] ?? '')) positions.push(index)
  return positions
}

function hasIdiomNear(index: number, { idiomsAt }: ReadWords): boolean {
  for (const position of idiomsAt) if (position >= index - 3 && position <= index + 2) return true
  return false
}

function applyIdioms(valence: number, lower: readonly string[], index: number): number {
  const phrase = (from: number, to: number): string => lower.slice(index + from, index + to + 1).join(' ')
  const before = [phrase(-1, 0), phrase(-2, 0), phrase(-2, -1), phrase(-3, -1), phrase(-3, -2)]
  let changed = valence
  const found = before.find((words) => idioms.has(words))
  if (found !== undefined) changed = idioms.get(found) ?? changed
  changed = idioms.get(phrase(0, 1)) ?? changed
  changed = idioms.get(phrase(0, 2)) ?? changed
  if (dampeningPairs.has(phrase(-3, -2)) || dampeningPairs.has(phrase(-2, -1))) changed -= boosterStep
  return changed
}

function negateByLeast(valence: number, index: number, { lower, hasLeast }: ReadWords): number {
  if (lower[index - 1] !== 'least' || hasLeast) return valence
  const before = lower[index - 2]
  return before === 'at' || before === 'very' ? valence : valence * negationFactor
}

/** What follows "but" counts more than what precedes it. */
function weighBut(lower: readonly string[], valences: (number | null)[]): void {
  const but = lower.indexOf('but')
  if (but === -1) return
  for (let index = 0; index < valences.length; index++) {
    const valence = valences[index]
    if (typeof valence === 'number' && index !== but) valences[index] = valence * (index < but ? 0.5 : 1.5)
  }
}

/**
 * Whether a word names a subject rather than an opinion: the war of a war museum, the cancer of a cancer study. A noun before a noun names its kind
 * (Levi 1978, The syntax and semantics of complex nominals), so it carries no tone of the text.
 */
function namesSubject(index: number, { lower, endsClause }: ToneWords): boolean {
  return subjectWords.has(lower[index] ?? '') && endsClause[index] !== true && headWords.has(lower[index + 1] ?? '')
}
