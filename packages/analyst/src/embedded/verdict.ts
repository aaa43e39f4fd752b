import { joinWithAnd, wilsonInterval } from '@auspex/analytics/claims'
import type { SignalReport } from '@auspex/sdk/types'
import { type CitedWords, type Ground, listParts, type Sentence, sentence, withCapital } from '../answer/sentence.ts'
import type { Reading } from '../understand/understand.ts'
import { asksYesOrNo, namedSides, readSide, withoutTopics, yesOrNoLead } from '../understand/wishes.ts'
import { type Coverage, countOf } from './coverage.ts'

export interface ToneCount {
  readonly positive: number
  readonly neutral?: number
  readonly negative: number
}

/** What can be said of a tone; each has words of its own, and no two of them share words. */
export type Verdict = 'positive' | 'negative' | 'mixed' | 'unclear' | 'too-few'

/** With fewer documents of a clear tone nothing is said of it. */
export const minClear = 10
/** From so many on, neither side ahead means that both are clear, and not that too little is known. */
const minMixed = 40
/** With fewer a share is no figure to quote. */
const fewClear = 20
/** A larger share of one side leans to it, and of a certain one a larger share is most. */
const [maxEven, mostly] = [0.55, 0.6]

export function clearOf({ positive, neutral = 0, negative }: ToneCount): number {
  return positive + neutral + negative
}

/** A side has the word where its share is certainly above half; both are clear only among many. */
export function judgeTone(count: ToneCount): Verdict {
  const clear = clearOf(count)
  if (clear < minClear) return 'too-few'
  const isAhead = (side: number) => (wilsonInterval(side, clear)?.low ?? 0) > 0.5
  if (isAhead(count.positive)) return 'positive'
  if (isAhead(count.negative)) return 'negative'
  const isEven = Math.max(count.positive, count.negative) < maxEven * clear
  return clear >= minMixed && isEven ? 'mixed' : 'unclear'
}

/** Every share of an answer in one form: "66%". */
export function percentOf(part: number, whole: number): string {
  return `${Math.round((100 * part) / whole)}%`
}

/** Whether two shares differ by more than chance lets them (two proportions, 95%). */
export function sharesDiffer(
  [part, whole]: readonly [number, number],
  [other, otherWhole]: readonly [number, number],
): boolean {
  const pooled = (part + other) / (whole + otherWhole)
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / whole + 1 / otherWhole))
  return error > 0 && Math.abs(part / whole - other / otherWhole) / error > 1.96
}

/** Whether two counts of the same days and sources differ by more than chance lets them (95%). */
export function countsDiffer(one: number, other: number): boolean {
  return Math.abs(one - other) - 1 > 1.96 * Math.sqrt(one + other)
}

const timesWords = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

/** How many times as many one count is as a smaller one: ", about three times as many"; empty where both are nearly alike. */
export function timesAsMany(more: number, less: number): string {
  const times = more / Math.max(less, 1)
  if (less === 0 || times < 1.35) return ''
  if (times < 1.75) return ', about one and a half times as many'
  if (times < 2.5) return ', about twice as many'
  const words = timesWords[Math.round(times) - 2]
  return words === undefined ? ', more than ten times as many' : `, about ${words} times as many`
}

interface ToneTopic {
  readonly report: SignalReport
  readonly name: string
  readonly coverage: Coverage
}

function toneGround({ report }: ToneTopic, side: 'positive' | 'negative'): CitedWords {
  const value = report.tone.stories[side]
  const ground: Ground = {
    kind: 'measure',
    signalId: report.signalId,
    section: 'tone',
    pointer: `/stories/${side}`,
    value,
  }
  return { text: value.toLocaleString('en'), ground }
}

/** The side that has more documents, and the other one. */
function sidesOf({ positive, negative }: ToneCount): readonly ['positive' | 'negative', 'positive' | 'negative'] {
  return negative > positive ? ['negative', 'positive'] : ['positive', 'negative']
}

/** The verdict with its share: the first sentence to "do people like it". `answer` is "Yes: " or "No: " where the question can have one. */
export function verdictSentence(topic: ToneTopic, answer = ''): Sentence {
  const tones = topic.report.tone.stories
  const verdict = judgeTone(tones)
  if (verdict === 'too-few') return tooFewSentence(topic)
  if (verdict === 'unclear' && clearOf(tones) < fewClear) return fewSentence(topic, answer)
  return withCapital(sentence(answer, `${verdictWords(topic, verdict)}: `, ...sharesOf(topic), '.'))
}

function tooFewSentence({ report, name, coverage }: ToneTopic): Sentence {
  const { positive, negative } = report.tone.stories
  const clear = clearOf(report.tone.stories)
  if (clear === 0)
    return sentence(`Too little to say: no ${coverage.noun.replace(/s$/u, '')} on ${name} has a clear tone.`)
  const few = `only ${countOf(clear, coverage.noun)} on ${name} ${clear === 1 ? 'has' : 'have'} a clear tone`
  return sentence(`Too few to say: ${few}, ${positive} positive and ${negative} negative.`)
}

function fewSentence(topic: ToneTopic, answer: string): Sentence {
  const { report, name, coverage } = topic
  const tones = report.tone.stories
  const [more, less] = sidesOf(tones)
  const neutral = tones.neutral > 0 ? ` and ${tones.neutral} neutral` : ''
  return withCapital(
    sentence(
      `${answer === '' ? '' : 'cannot tell: '}too few ${coverage.noun} to judge the tone on ${name}: `,
      toneGround(topic, more),
      ` of ${clearOf(tones)} with a clear tone ${tones[more] === 1 ? 'is' : 'are'} ${more}, ${tones[less]} ${less}${neutral}.`,
    ),
  )
}

function verdictWords({ report, name, coverage }: ToneTopic, verdict: Verdict): string {
  const tones = report.tone.stories
  const [more, less] = sidesOf(tones)
  // a post that mentions a topic may be angry at something else
  const tone = `the tone of ${coverage.noun} that mention ${name}`
  if (verdict === 'mixed') return `${tone} is mixed`
  if (verdict !== 'unclear')
    return `${tone} is ${tones[more] >= mostly * clearOf(tones) ? `mostly ${more}` : `more ${more} than ${less}`}`
  const isEven = tones[more] <= maxEven * (tones.positive + tones.negative)
  return isEven
    ? `about as many ${coverage.noun} that mention ${name} are positive as negative, but too few are clear to be sure`
    : `${tone} leans ${more}, but too few are clear to be sure`
}

/** All sides of a tone, so that they add up: "70 of 90 with a clear tone (78%) are positive, 15 (17%) negative and 5 neutral". */
function sharesOf(topic: ToneTopic): readonly (string | CitedWords)[] {
  const tones = topic.report.tone.stories
  const clear = clearOf(tones)
  const [more, less] = sidesOf(tones)
  return [
    toneGround(topic, more),
    ` of ${clear.toLocaleString('en')} with a clear tone (${percentOf(tones[more], clear)}) are ${more}${tones.neutral > 0 ? ', ' : ' and '}`,
    toneGround(topic, less),
    ` (${percentOf(tones[less], clear)}) ${less}`,
    ...(tones.neutral > 0 ? [` and ${tones.neutral.toLocaleString('en')} neutral`] : []),
  ]
}

/** Topics by their tone, the better liked first (or the worse, where dislike is asked for), and which gaps are more than chance. */
export function toneRanking(topics: readonly ToneTopic[], side: 'positive' | 'negative'): Sentence[] {
  const clearTopics = topics.filter(({ report }) => clearOf(report.tone.stories) >= minClear)
  const unclearTopics = topics.filter((topic) => !clearTopics.includes(topic))
  const share = ({ report }: ToneTopic) => report.tone.stories[side] / clearOf(report.tone.stories)
  const ranked = clearTopics.toSorted((a, b) => share(b) - share(a))
  const [first, second] = ranked
  const few = unclearTopics.map(({ name }) => name)
  const fewNote = few.length === 0 ? [] : [sentence(`Too few have a clear tone to place ${joinWithAnd(few)}.`)]
  if (first === undefined || second === undefined)
    return [sentence(`Cannot tell: too few have a clear tone to compare them. ${topics.map(fewWords).join('; ')}.`)]
  const pair = ({ report }: ToneTopic) => [report.tone.stories[side], clearOf(report.tone.stories)] as const
  const isClear = sharesDiffer(pair(first), pair(second))
  const listed = listParts(
    ranked.map((topic) => {
      const [part, whole] = pair(topic)
      return [
        `${topic.name} ${percentOf(part, whole)} (`,
        toneGround(topic, side),
        ` of ${whole.toLocaleString('en')})`,
      ]
    }),
  )
  const best = side === 'positive' ? 'is liked most' : 'has the most negative tone'
  const others = ranked.filter((topic) => topic !== first && !sharesDiffer(pair(first), pair(topic)))
  const head = isClear
    ? `${first.name} ${best}: `
    : `Too close to call between ${joinWithAnd([first, ...others].map(({ name }) => name))}: `
  const noun = topics.every(({ coverage }) => coverage.noun === first.coverage.noun) ? first.coverage.noun : 'documents'
  return [
    withCapital(sentence(head, ...listed, ` of the ${noun} with a clear tone are ${side}.`)),
    ...(isClear && others.length === 0 ? [] : gapNotes(ranked, pair)),
    ...fewNote,
  ]
}

/** "3 articles mention Trump, 1 of them with a clear tone (negative)". */
function fewWords({ report, name, coverage }: ToneTopic): string {
  const { positive, neutral, negative } = report.tone.stories
  const clear = clearOf(report.tone.stories)
  const sides = Object.entries({ positive, negative, neutral }).filter(([, count]) => count > 0)
  const named =
    sides.length === 0
      ? ''
      : ` (${sides.length === 1 ? (sides[0]?.[0] ?? '') : joinWithAnd(sides.map(([side, count]) => `${count} ${side}`))})`
  const { documents } = report.counts
  return `${countOf(documents, coverage.noun)} ${documents === 1 ? 'mentions' : 'mention'} ${name}, ${clear === 0 ? 'none' : clear} with a clear tone${named}`
}

/** Which of the topics below the first are certainly behind it. */
function gapNotes(ranked: readonly ToneTopic[], pair: (topic: ToneTopic) => readonly [number, number]): Sentence[] {
  const [first, ...rest] = ranked
  if (first === undefined) return []
  const behind = rest.filter((topic) => sharesDiffer(pair(first), pair(topic)))
  return behind.length === 0
    ? []
    : [sentence(`Certainly behind ${first.name}: ${joinWithAnd(behind.map(({ name }) => name))}.`)]
}

type ReportedTone = Pick<ToneTopic, 'report'>

/** Where newspapers and forums certainly sound different, the one tone of both says little. */
export function toneByKindSentence({ report }: ReportedTone): Sentence | null {
  const of = (kinds: readonly string[]) =>
    report.tone.kinds
      .filter(({ kind }) => kinds.includes(kind))
      .reduce(
        (sum, { counts }) => ({
          positive: sum.positive + counts.positive,
          neutral: sum.neutral + counts.neutral,
          negative: sum.negative + counts.negative,
        }),
        { positive: 0, neutral: 0, negative: 0 },
      )
  const [articles, posts] = [of(['article']), of(['post', 'comment', 'question', 'answer'])]
  const [a, b] = [clearOf(articles), clearOf(posts)]
  if (a < minClear || b < minClear || !sharesDiffer([articles.negative, a], [posts.negative, b])) return null
  return sentence(
    `It depends on who speaks: ${percentOf(articles.negative, a)} of the ${a.toLocaleString('en')} articles with a clear tone are negative, and ${percentOf(posts.negative, b)} of the ${b.toLocaleString('en')} posts.`,
  )
}

/** A part of the days with what its sources hold. */
interface CountedPart {
  readonly documents: number
  readonly coveredDays: number
  readonly total: number | null
}

function rateOf(part: Pick<CountedPart, 'documents' | 'coveredDays'>): number {
  return part.documents / Math.max(part.coveredDays, 1)
}

export function rateFor(part: CountedPart, isUneven: boolean): number {
  return isUneven && part.total !== null ? part.documents / Math.max(part.total, 1) : rateOf(part)
}

/** Shares where the sources are uneven, else counts of a covered day. */
export function partsDiffer(one: CountedPart, other: CountedPart, isUneven: boolean): boolean {
  if (isUneven && one.total !== null && other.total !== null)
    return sharesDiffer([one.documents, one.total], [other.documents, other.total])
  const days = Math.max(one.coveredDays, other.coveredDays)
  const scaled = ({ documents, coveredDays }: CountedPart) => (documents * days) / Math.max(coveredDays, 1)
  return countsDiffer(scaled(one), scaled(other))
}

/** A part of which the sources hold so many times less than of the largest is no end to compare: a single document would be a large share of it. */
const thinnest = 50

export function withoutThinEnds<Part extends { total: number | null }>(parts: readonly Part[]): readonly Part[] {
  const least = Math.max(...parts.map(({ total }) => total ?? 0)) / thinnest
  const isThick = ({ total }: { total: number | null }) => total === null || total >= least
  return parts.slice(parts.findIndex(isThick), parts.findLastIndex(isThick) + 1)
}

/** "Yes: " or "No: " to "did people like it"; "all positive" is one of every document. */
export function toneLead({
  report,
  reading,
  words: message,
}: ReportedTone & { reading: Pick<Reading, 'queries'>; words: string }): string {
  const words = withoutTopics(message, reading.queries)
  const tones = report.tone.stories
  const verdict = judgeTone(tones)
  const [isPositive, isNegative] = namedSides(words)
  const isEither = isPositive && isNegative
  const all =
    /\b(?:all|only|entirely|always|everyone|everybody|nothing but|purely)(?: (?:that|so))? (?:\p{L}+ )?(positive|negative|good|bad|love\p{L}*|hate\p{L}*)\b/iu.exec(
      words,
    )?.[1]
  const clause = words.split(/[,;?!]|\band\b/iu).find((part) => all !== undefined && part.includes(all)) ?? words
  // "was it good or bad" is no question of yes or no, and "did they love it or hate it" may be neither
  if (/\bor\b/iu.test(words)) return isEither && verdict === 'mixed' ? 'Neither: ' : ''
  if (verdict === 'too-few') return ''
  if (all !== undefined && asksYesOrNo(clause.trim())) {
    const others = /^(?:neg|bad|hate)/iu.test(all) ? tones.positive : tones.negative
    return others > 0 ? 'No: ' : 'Yes: '
  }
  const side = readSide(words)
  // a claim that most are of one side fails where neither is
  return verdict === 'unclear' ? '' : yesOrNoLead(words, side, verdict)
}
