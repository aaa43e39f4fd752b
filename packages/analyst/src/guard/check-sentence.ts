import { foldedWords, namesIn, type Passage } from './evidence.ts'
import {
  contentStems,
  directionsOf,
  feelingsOf,
  isAttributed,
  joiningWords,
  negationsOf,
  risksOf,
  stemOf,
  superlativesOf,
  universalsOf,
  wordsOf,
  isSaid,
} from './sentence-words.ts'
import { vouchForNumbers, type VouchedNumber } from './vouch-numbers.ts'
import { readDays, type WrittenDays } from './written-values.ts'

/** Why a sentence is not supported by what it cites. */
export type Objection =
  | 'quotation'
  | 'number'
  | 'day'
  | 'name'
  | 'direction'
  | 'negation'
  | 'superlative'
  | 'unattributed'
  | 'order'
  | 'words'

export interface SupportedSentence {
  readonly objection: null
  readonly numbers: readonly VouchedNumber[]
}

export interface CheckContext {
  /** What the answer is about, each as folded words: a sentence may name the one that its passages are about. */
  readonly topics: readonly ReadonlySet<string>[]
  /** Folded words that results write as names. */
  readonly knownNames: ReadonlySet<string>
}

/**
 * Whether the passages that a sentence cites say it: its quotations word for word; its numbers, with what they count and whose they are, read or worked
 * out from two of them; its days; its names; its direction, tone and negations; and most of its other words. What is a cause, an intention, guilt, advice or
 * a forecast must be in a passage, and said to be a source's. It compares forms and relations, not meaning: a paraphrase in unusual words is refused.
 */
export function checkSentence(
  text: string,
  passages: readonly Passage[],
  context: CheckContext,
): SupportedSentence | { readonly objection: Objection } {
  const evidenceText = passages.map((passage) => passage.text).join(' \n ')
  const outside = withoutQuotations(text)
  const topics = new Set(context.topics.flatMap((topic) => [...topic]))
  if (hasForeignQuotation(text, passages)) return { objection: 'quotation' }
  if (hasUnsaidRisk(text, evidenceText, passages)) return { objection: 'unattributed' }
  const isOfOthers = hasForeignName(outside, passages, { topics, knownNames: context.knownNames })
  if (isOfOthers || isOfAnotherTopic(text, evidenceText, context)) return { objection: 'name' }
  const days = readDays(outside)
  if (days.some((span) => !isDayKnown(span, passages))) return { objection: 'day' }
  const numbers = vouchForNumbers(outside, days, { passages, topics, text })
  if (numbers === null) return { objection: 'number' }
  if (contradictsDirection(outside, evidenceText, numbers)) return { objection: 'direction' }
  if (contradictsNegation(outside, passages)) return { objection: 'negation' }
  if (hasUnsaidExtreme(outside, evidenceText, { passages, numbers })) return { objection: 'superlative' }
  if (turnsRelation(outside, passages) || turnsContrast(outside, passages)) return { objection: 'order' }
  if (hasOpposite(outside, evidenceText)) return { objection: 'negation' }
  if (!isSaid(outside, { passages, topics, numbers })) return { objection: 'words' }
  return { objection: null, numbers }
}

const quotationPattern = /[“"„]([^“”"„]{2,600})[”"]/gu

function withoutQuotations(text: string): string {
  return text.replaceAll(quotationPattern, (quotation) => ' '.repeat(quotation.length))
}

/** The quotations of a sentence. */
export function quotationsOf(text: string): string[] {
  return [...text.matchAll(quotationPattern)].map(([, quoted = '']) => quoted)
}

/** A text with plain quotation marks, apostrophes, dashes and spaces, to compare word for word. */
export function plainText(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/[\u2018\u2019\u02BC]/gu, "'")
    .replaceAll(/[“”„«»]/gu, '"')
    .replaceAll(/[\u2010-\u2015]/gu, '-')
    .replaceAll(/\s+/gu, ' ')
    .trim()
}

/** Whether a text quotes what no passage has word for word. */
export function hasForeignQuotation(text: string, passages: readonly Passage[]): boolean {
  const sources = passages.map(({ text: source }) => plainText(source).toLowerCase())
  return quotationsOf(text).some((quoted) =>
    plainText(quoted)
      .split(/\s?(?:…|\.{3})\s?/u)
      .map((part) => part.toLowerCase().replace(/[.,;:!?]+$/u, ''))
      .filter((part) => part !== '')
      .some((part) => !sources.some((source) => source.includes(part))),
  )
}

/** A cause, an intention, guilt, advice or a forecast that no passage names, or that is stated as if it were known. */
function hasUnsaidRisk(text: string, said: string, passages: readonly Passage[]): boolean {
  const evidenceRisks = risksOf(said)
  return risksOf(text).some(({ risk, word }) => {
    const sameRisks = evidenceRisks.filter((one) => one.risk === risk)
    if (risk === 'guilt' || risk === 'intent' || risk === 'advice') {
      const stem = stemOf(word)
      if (!sameRisks.some((one) => stemOf(one.word) === stem)) return true
    } else if (sameRisks.length === 0) return true
    // what a checked statement says is known; what a document says is its outlet's
    return (
      !passages.some(({ kind, text: own }) => kind !== 'document' && risksOf(own).some((one) => one.risk === risk)) &&
      !isAttributed(text)
    )
  })
}

/** Whether a sentence is about one topic of the answer, and its passages are about another. */
function isOfAnotherTopic(text: string, said: string, { topics }: CheckContext): boolean {
  const [own, other] = [new Set(foldedWords(text)), new Set(foldedWords(said))]
  const isAbout = (words: ReadonlySet<string>, topic: ReadonlySet<string>) =>
    [...topic].every((word) => words.has(word))
  const named = topics.filter((topic) => topic.size > 0 && isAbout(own, topic))
  return named.some(
    (topic) => !isAbout(other, topic) && topics.some((rival) => isAbout(other, rival) && !isAbout(own, rival)),
  )
}

function hasForeignName(
  text: string,
  passages: readonly Passage[],
  { topics, knownNames }: { topics: ReadonlySet<string>; knownNames: ReadonlySet<string> },
): boolean {
  const evidenceWords = new Set(passages.flatMap((passage) => foldedWords(passage.text)))
  const [first = ''] = text.trim().split(/\s+/u)
  const opening = foldedWords(first).filter(
    (word) => /^\p{Lu}/u.test(first) && knownNames.has(word) && !joiningWords.has(word),
  )
  return [...namesIn(text), ...opening].some(
    (name) =>
      name.length > 1 &&
      !evidenceWords.has(name) &&
      !topics.has(name) &&
      !calendarWords.has(name) &&
      !evidenceWords.has(singular(name)),
  )
}

function singular(name: string): string {
  return name.replace(/s$/u, '')
}

const calendarWords = new Set(
  'christmas easter january february march april may june july august september october november december monday tuesday wednesday thursday friday saturday sunday spring summer autumn winter english german french spanish europe'.split(
    ' ',
  ),
)

function isDayKnown({ from, to }: WrittenDays, passages: readonly Passage[]): boolean {
  const evidenceDays = passages.flatMap(({ days }) => days)
  const isOf = (day: string, low: string, high: string) => {
    if (!day.includes('*') && !low.includes('*')) return low <= day && day <= high
    const [short, lowShort, highShort] = [day.slice(-5), low.slice(-5), high.slice(-5)]
    return lowShort <= short && short <= highShort
  }
  if (from === to) return evidenceDays.some((span) => isOf(span.from, from, to) || isOf(span.to, from, to))
  const isSpan = from.slice(8) !== '01' || !/(?:31|30|29|28)$/u.test(to)
  const touches = (low: string, high: string) =>
    evidenceDays.some((span) => isOf(span.from, low, high) || isOf(span.to, low, high))
  // a span needs both of its ends, a month or a year any day in it
  return isSpan ? touches(from, from) && touches(to, to) : touches(from, to)
}

function contradictsDirection(text: string, said: string, numbers: readonly VouchedNumber[]): boolean {
  const [own, other] = [directionsOf(text), directionsOf(said)]
  for (const direction of own) {
    if (other.has('flat') && !own.has('flat')) return true
    const change = changeOf(numbers)
    if (change !== null && direction !== 'flat') {
      if ((direction === 'up') === change > 0) continue
      return true
    }
    if (other.has(direction)) continue
    if (!isShownByNumbers(direction, text, numbers)) return true
  }
  const [feelings, known] = [feelingsOf(text), feelingsOf(said)]
  return [...feelings].some((feeling) => !known.has(feeling))
}

/** The change between an earlier and a later number of one row; null where the sentence has no such pair. */
function changeOf(numbers: readonly VouchedNumber[]): number | null {
  const rows = numbers.flatMap(({ evidence }) => evidence ?? [])
  for (const earlier of rows.filter(({ isEarlier }) => isEarlier)) {
    const later = rows.find(
      (one) =>
        !one.isEarlier &&
        one.isShare === earlier.isShare &&
        (earlier.key === '' ? one.key === '' && one.unit === earlier.unit : one.owner === earlier.owner),
    )
    if (later !== undefined && later.value !== earlier.value) return later.value - earlier.value
  }
  return null
}

/** "rose from 26 to 38": the two numbers go that way. */
function isShownByNumbers(direction: 'up' | 'down' | 'flat', text: string, numbers: readonly VouchedNumber[]): boolean {
  const counts = numbers.filter(({ written }) => !written.isShare && written.unit !== 'times')
  const from = /\bfrom\s+(?:about |around |some |roughly )?$/iu
  const to = /\bto\s+(?:about |around |some |roughly )?$/iu
  const before = ({ written: { start } }: VouchedNumber) => text.slice(Math.max(0, start - 24), start)
  const first = counts.find((number) => from.test(before(number)))
  const last = counts.find((number) => to.test(before(number)))
  if (first === undefined || last === undefined) return false
  const change = last.written.value - first.written.value
  if (direction === 'up') return change > 0
  return direction === 'down' ? change < 0 : Math.abs(change) < 0.1 * first.written.value
}

/** Words with a *not* that denies nothing. */
const hedgedNegations =
  /\b(?:not quite|not only|no (?:more|fewer|less) than|not (?:very|much)|whether or not|cannot be ruled out|can't be ruled out|not certain|not a clear|not count as|is not known|do(?:es)? not say|not clear)\b/giu

/** A denial that no passage has, or the loss of one that stands at the same words. */
function contradictsNegation(written: string, passages: readonly Passage[]): boolean {
  const text = written.replaceAll(hedgedNegations, (words) => ' '.repeat(words.length))
  const own = negationsOf(text)
  const statements = passages.filter(({ kind }) => kind !== 'data')
  const denied = statements.flatMap(({ text: said }) => negationsOf(said).map((negation) => ({ said, negation })))
  const stems = new Set(contentStems(text))
  if (own.length > 0) {
    const isMissing = passages.some(
      ({ kind, text: said }) => kind === 'data' && /\b(?:null|reason|unknown|false)\b/iu.test(said),
    )
    if (denied.length === 0 && !isMissing) return true
    // what is denied must be denied there too
    return (
      denied.length > 0 &&
      !isMissing &&
      !own.some((negation) => {
        const after = new Set(contentStems(text.slice(negation.end)))
        return (
          after.size === 0 ||
          denied.some(({ said, negation: other }) =>
            contentStems(sentenceAround(said, other.start)).some((stem) => after.has(stem)),
          )
        )
      })
    )
  }
  return denied.some(({ said, negation }) => {
    const after = contentStems(said.slice(negation.end, negation.end + 60)).slice(0, 3)
    const around = contentStems(sentenceAround(said, negation.start))
    // the same subject without its "no"
    return (
      after.length > 0 &&
      after.slice(0, 2).every((stem) => stems.has(stem)) &&
      around.filter((stem) => stems.has(stem)).length >= 0.5 * around.length
    )
  })
}

function sentenceAround(text: string, place: number): string {
  const ends = [...text.matchAll(/[.!?](?=\s|$)/gu)].map(({ index }) => index)
  const from = ends.findLast((end) => end < place) ?? -1
  const to = ends.find((end) => end >= place) ?? text.length
  return text.slice(from + 1, to)
}

/** A word for all, none, first or last that no passage has and no list shows. */
function hasUnsaidExtreme(
  text: string,
  said: string,
  { passages, numbers }: { passages: readonly Passage[]; numbers: readonly VouchedNumber[] },
): boolean {
  const words = new Set(wordsOf(said))
  if (universalsOf(text).some((word) => !words.has(word) && !(word === 'only' && numbers.length > 0))) return true
  const isOfData = passages.every(({ kind }) => kind === 'data')
  // a comparison of rows needs the numbers of both
  if (isOfData && /\b(?:more|less|fewer|higher|lower|\p{L}{3,}er) .{0,40}\bthan\b/iu.test(text) && numbers.length < 2)
    return true
  const extremes = superlativesOf(text)
  if (extremes.length === 0) return false
  if (superlativesOf(said).length > 0 && passages.some(({ kind }) => kind !== 'data')) return false
  const isLeast = extremes.some((word) => /least|fewest|lowest|smallest|weakest|quietest|minority/u.test(word))
  return !numbers.some(({ evidence }) => evidence?.rank === (isLeast ? 'smallest' : 'largest'))
}

/** Words that put one thing before another. */
const contrast = /\b(?:than|less|rather|instead|against|ahead of|behind|whereas|while|but only|followed by)\b/iu

const passive = /\b(?:by|from)\b/iu

/** Two names in another order than the only sentence that has both, both active or both passive: who did what to whom is turned. */
function turnsRelation(text: string, passages: readonly Passage[]): boolean {
  const names = [...new Set(namesIn(` ${text}`))]
  for (const [at, one] of names.entries()) {
    for (const other of names.slice(at + 1)) {
      const places = passages.flatMap(({ kind, text: said }) =>
        kind === 'data'
          ? []
          : said
              .split(/(?<=[.!?])\s+/u)
              .map((sentence) => ({ sentence, words: foldedWords(sentence) }))
              .filter(({ words }) => words.includes(one) && words.includes(other)),
      )
      if (places.length === 0) continue
      const own = foldedWords(text)
      const isFirst = own.indexOf(one) < own.indexOf(other)
      const isKept = places.some(({ sentence, words }) => {
        const wasFirst = words.indexOf(one) < words.indexOf(other)
        return wasFirst === isFirst || passive.test(sentence) !== passive.test(text)
      })
      if (!isKept) return true
    }
  }
  return false
}

/** A contrast whose words come in another order than in the sentence of a passage that has them all. */
function turnsContrast(text: string, passages: readonly Passage[]): boolean {
  if (!contrast.test(text)) return false
  const own = contentStems(text)
  const sentences = passages.flatMap(({ kind, text: said }) =>
    kind === 'data' ? [] : said.split(/(?<=[.!?])\s+(?=\S)/u),
  )
  const [alike] = sentences
    .map((sentence) => ({ sentence, stems: contentStems(sentence) }))
    .map((one) => ({ ...one, shared: own.filter((stem) => one.stems.includes(stem)) }))
    .toSorted((a, b) => b.shared.length - a.shared.length)
  if (alike === undefined || !contrast.test(alike.sentence) || alike.shared.length < 2) return false
  const places = alike.shared.map((stem) => alike.stems.indexOf(stem))
  return places.some((place, at) => at > 0 && place < (places[at - 1] ?? 0))
}

/** "unlikely" where the passages have "likely", or the other way round. */
function hasOpposite(text: string, said: string): boolean {
  const [own, other] = [new Set(wordsOf(text)), new Set(wordsOf(said))]
  const turns = (one: ReadonlySet<string>, two: ReadonlySet<string>) =>
    [...one].some((word) => {
      const base = /^(?:un|in|im|dis|non|ir)(\p{L}{4,})$/u.exec(word)?.[1]
      return base !== undefined && two.has(base) && !two.has(word) && !one.has(base)
    })
  return turns(own, other) || turns(other, own)
}
