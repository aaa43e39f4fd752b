import { clauseAround, type EvidenceNumber, foldedWords, type Passage } from './evidence.ts'
import { joiningWords, wordsOf } from './sentence-words.ts'
import { readDays, readNumbers, type WrittenDays, type WrittenNumber } from './written-values.ts'

/** A number of a sentence with the evidence that vouches for it. */
export interface VouchedNumber {
  readonly written: WrittenNumber
  readonly evidence: EvidenceNumber | null
}

/** The evidence of each number; null where one has none. */
export function vouchForNumbers(
  text: string,
  days: readonly WrittenDays[],
  { passages, topics, text: whole }: { passages: readonly Passage[]; topics: ReadonlySet<string>; text: string },
): VouchedNumber[] | null {
  const evidence = passages.flatMap(({ numbers }) => numbers)
  const evidenceText = passages.map((passage) => passage.text).join(' ')
  const textNumbers = readNumbers(text, days).filter(
    ({ start, end }) => !isPartOfName(text, { start, end, said: evidenceText }),
  )
  const vouched: VouchedNumber[] = []
  const open: WrittenNumber[] = []
  for (const number of textNumbers) {
    const one = evidence.find(
      (candidate) =>
        isNumber(number, candidate) &&
        !isOfAnotherKey(candidate, clauseAround(text, number.start), evidence) &&
        !belongsToAnother(candidate, { text: whole, place: number.start, evidence, topics }),
    )
    if (one === undefined) open.push(number)
    else vouched.push({ written: number, evidence: one })
  }
  for (const number of open) {
    if (isLoose(number, evidenceText)) continue
    if (!isWorkedOut(number, { found: vouched, evidence })) return null
    vouched.push({ written: number, evidence: null })
  }
  return vouched
}

/** "iPhone 5", "covid-19": the number stands beside the same word in a passage. */
function isPartOfName(text: string, { start, end, said }: { start: number; end: number; said: string }): boolean {
  const before = /([\p{L}]+)[\s-]$/u.exec(text.slice(0, start))?.[1]
  if (before === undefined || !/^\p{Lu}|-$/u.test(before)) return false
  return said.includes(`${before}${text.slice(start - 1, end)}`)
}

/** "two of the outlets", "one outlet": small numbers in words that list what is cited. */
function isLoose({ value, unit, isShare }: WrittenNumber, said: string): boolean {
  if (isShare || unit === 'times') return false
  return value === 1 || (value === 0 && /\b(?:no|none|zero)\b/iu.test(said))
}

const aboutPart = 0.12

/** Whether a written number is this number of the evidence. */
function isNumber(written: WrittenNumber, { value, unit, isShare }: EvidenceNumber): boolean {
  // four weeks are 28 days
  if (written.unit === 'week' && unit === 'day') return written.value * 7 === value
  if (written.unit !== null && unit !== null && written.unit !== unit && !isSameCount(written.unit, unit)) return false
  if ((written.unit === 'times') !== (unit === 'times') && unit !== null && written.unit !== null) return false
  if (!written.isShare) return !isShare && isClose(written, value)
  if (isShare) return isClose(written, value)
  // a share may be data of a hundred
  return unit === null && isClose(written, value > 1 && value <= 100 ? value / 100 : value)
}

function isSameCount(one: string, other: string): boolean {
  return ['person', 'author'].includes(one) && ['person', 'author'].includes(other)
}

function isClose({ value, precision, hedge }: WrittenNumber, target: number): boolean {
  const distance = Math.abs(value - target)
  if (distance <= precision + 1e-9) return true
  if (hedge === 'about') return distance <= aboutPart * Math.abs(target)
  if (hedge === 'above') return target >= value && target <= 1.3 * value
  if (hedge === 'below') return target <= value && target >= 0.75 * value
  return false
}

/** Whether the clause names a measure of the data (*tone, lift, reach*), and the number is of another. */
function isOfAnotherKey({ key }: EvidenceNumber, clause: string, evidence: readonly EvidenceNumber[]): boolean {
  if (key === '') return false
  const words = new Set(wordsOf(clause))
  const named = new Set(
    evidence.flatMap((other) => wordsOf(other.key)).filter((word) => words.has(word) && !keysOfParts.has(word)),
  )
  return named.size > 0 && !wordsOf(key).some((word) => named.has(word))
}

/** Keys that many measures have. */
const keysOfParts = new Set(['value', 'low', 'high', 'mean', 'counts', 'items', 'from', 'to', 'of', 'per'])

/** Whether the row that the text names nearest to a number is another than that of this number. */
function belongsToAnother(
  candidate: EvidenceNumber,
  {
    text,
    place,
    evidence,
    topics,
  }: { text: string; place: number; evidence: readonly EvidenceNumber[]; topics: ReadonlySet<string> },
): boolean {
  // "France and Spain with seven and six": which is whose, order says
  if (candidate.owner.size === 0 || isInOrder(candidate, { text, evidence, topics })) return false
  const words = [...text.matchAll(/[\p{L}\p{N}]{2,}/gu)].map(({ 0: word, index }) => ({
    word: foldedWords(word)[0] ?? '',
    distance: index < place ? place - index - word.length : index - place,
  }))
  /** How near the text names what one row has and another has not. */
  const nearest = (own: ReadonlySet<string>, other: ReadonlySet<string>) =>
    Math.min(
      Infinity,
      ...words
        .filter(({ word }) => own.has(word) && !other.has(word) && !topics.has(word) && !joiningWords.has(word))
        .map(({ distance }) => distance),
    )
  return evidence.some((rival) => {
    const isRival =
      rival.owner !== candidate.owner &&
      rival.owner.size > 0 &&
      rival.value !== candidate.value &&
      (rival.unit === candidate.unit || rival.unit === null || candidate.unit === null)
    return isRival && nearest(rival.owner, candidate.owner) < nearest(candidate.owner, rival.owner)
  })
}

/** Whether a sentence names as many rows as it has numbers of this kind, and the row of this number stands at its place. */
function isInOrder(
  candidate: EvidenceNumber,
  { text, evidence, topics }: { text: string; evidence: readonly EvidenceNumber[]; topics: ReadonlySet<string> },
): boolean {
  const words = foldedWords(text)
  // only rows of data stand in an order
  if (candidate.key === '') return false
  const rows = evidence.filter(({ key, owner }) => key === candidate.key && owner.size > 0)
  const placeOf = ({ owner }: EvidenceNumber) => {
    const others = rows.filter((other) => other.owner !== owner)
    return words.findIndex(
      (word) =>
        owner.has(word) &&
        !topics.has(word) &&
        !joiningWords.has(word) &&
        !others.some((other) => other.owner.has(word)),
    )
  }
  const named = rows.filter((row) => placeOf(row) >= 0).toSorted((a, b) => placeOf(a) - placeOf(b))
  const numbers = readNumbers(text, readDays(text)).filter((number) => named.some((row) => isNumber(number, row)))
  if (named.length < 2 || numbers.length !== named.length) return false
  const at = named.indexOf(candidate)
  const number = numbers[at]
  return number !== undefined && isNumber(number, candidate)
}

const maxOperands = 24

/** Whether a number is the sum, difference, ratio, share or change of two numbers of the sentence or of a short list of evidence. */
function isWorkedOut(
  number: WrittenNumber,
  { found, evidence }: { found: readonly VouchedNumber[]; evidence: readonly EvidenceNumber[] },
): boolean {
  const named = found.flatMap(({ evidence: one }) => one ?? [])
  const counts = (evidence.length <= maxOperands ? evidence : named).filter(({ isShare }) => !isShare)
  const hedged: WrittenNumber = { ...number, hedge: number.hedge ?? (number.unit === 'times' ? 'about' : null) }
  for (const [at, one] of counts.entries()) {
    for (const other of counts.slice(at + 1)) {
      if (one.unit !== other.unit && one.unit !== null && other.unit !== null) continue
      const [high, low] = one.value >= other.value ? [one.value, other.value] : [other.value, one.value]
      if (high !== 0 && workedOutOf(high, low, number).some((value) => isClose(hedged, value))) return true
    }
  }
  return false
}

/** What a number like this one may be of two others: a share or a change of them, how many times one is the other, or their sum or difference. */
function workedOutOf(high: number, low: number, { isShare, unit }: WrittenNumber): number[] {
  if (isShare) return [low / high, (high - low) / high, ...(low === 0 ? [] : [(high - low) / low])]
  if (unit === 'times') return low === 0 ? [] : [high / low]
  return [high + low, high - low]
}
