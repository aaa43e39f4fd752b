import { formatDay, joinWithAnd, wilsonInterval } from '@auspex/analytics/claims'
import type { PublishedDocument, ToneSection } from '@auspex/sdk/types'
import { explainToneTool, listDocumentsTool, readDocumentTool } from '@auspex/tools'
import type { AnalystEvent } from '../analyst.port.ts'
import type { AnswerWriter } from '../answer/answer-writer.ts'
import { type CitedWords, type Sentence, sentence } from '../answer/sentence.ts'
import { type CallContext, callTool } from '../call-tool.ts'
import { findWordKind, foldWord, splitQuestion } from '../understand/reader/question-words.ts'
import type { Reading } from '../understand/understand.ts'
import { type Grain, headOf, namePart, readSeries, type SeriesTopic, writeTable } from './over-time.ts'

type Events = AsyncGenerator<AnalystEvent, void>

/** Words for a tone that moves: "has the mood turned", "is it getting worse". */
const movingWords =
  /\b(?:over time|over the years|turn(?:ed|s|ing)?|shift(?:ed|s|ing)?|flip(?:ped|s)?|chang(?:e|ed|es|ing)|mov(?:e|ed|es|ing)|improv\p{L}*|wors(?:e|en|ened|ening)|better|sour(?:ed|ing)|swing|swung|warm(?:ed|ing)|cool(?:ed|ing)|recover\p{L}*|develop\p{L}*|evol\p{L}*|more (?:positive|negative)|less (?:positive|negative)|entwickel\p{L}*|verändert|gekippt|besser|schlechter|cambi\p{L}*|empeor\p{L}*|mejor\p{L}*|évolu\p{L}*|changé|empiré|amélior\p{L}*)\b/iu

const toneWords =
  /\b(?:tone|mood|sentiment|feelings?|attitudes?|opinions?|vibes?|stimmung|ton|meinung|tono|ánimo|opini[oó]n|humeur|avis)\b/iu

/** Whether a message asks how the tone changed, and not only what it is. */
export function asksForMovingTone({ wants }: Reading, message: string): boolean {
  if (wants.includes('tone')) return wants.includes('change') || movingWords.test(message)
  return toneWords.test(message) && (wants.includes('change') || movingWords.test(message))
}

interface TonePart {
  readonly firstDay: string
  readonly positive: number
  readonly negative: number
}

/** With fewer documents of a clear tone a part says nothing. */
const minClear = 10
/** A longer series is summed by years. */
const maxMonths = 36

function toToneParts({ points }: ToneSection, grain: Grain): TonePart[] {
  if (grain !== 'year') return points.map(({ firstDay, positive, negative }) => ({ firstDay, positive, negative }))
  const years = [...new Set(points.map(({ firstDay }) => firstDay.slice(0, 4)))]
  return years.map((year) =>
    sumTone(
      `${year}-01-01`,
      points.filter(({ firstDay }) => firstDay.startsWith(year)),
    ),
  )
}

function sumTone(firstDay: string, parts: readonly Pick<TonePart, 'positive' | 'negative'>[]): TonePart {
  const sum = (field: 'positive' | 'negative') => parts.reduce((total, part) => total + part[field], 0)
  return { firstDay, positive: sum('positive'), negative: sum('negative') }
}

function clearOf({ positive, negative }: TonePart): number {
  return positive + negative
}

function shareOf(part: TonePart): number {
  return part.positive / clearOf(part)
}

/** How the tone of a topic changed: the first half of its clear documents against the second, its best and worst parts, and all parts where they are asked for. */
export async function* writeToneOverTime(
  context: CallContext,
  writer: AnswerWriter,
  topic: SeriesTopic,
  wanted: Grain | null,
): Events {
  const { outcome, events } = await readSeries<ToneSection>(context, topic.signalId, 'tone', wanted ?? 'month')
  yield* events
  if (outcome.status === 'failed') {
    yield* writer.append(sentence(`The tone over time could not be read: ${outcome.sentence}`))
    return
  }
  const { points } = outcome.output
  const grain = wanted ?? (points.length > maxMonths ? 'year' : 'month')
  const parts = toToneParts(outcome.output, grain).filter((part) => clearOf(part) > 0)
  writer.endParagraph()
  yield* writer.append(changeSentence(toToneParts(outcome.output, 'month'), wanted === 'week' ? 'week' : 'month'))
  const clear = parts.filter((part) => clearOf(part) >= minClear).toSorted((a, b) => shareOf(a) - shareOf(b))
  const [worst, best] = [clear[0], clear.at(-1)]
  if (worst !== undefined && best !== undefined && shareOf(worst) < shareOf(best))
    yield* writer.append(
      sentence(
        `It was most positive in ${namePart(best.firstDay, grain)}, with ${formatCount(best.positive)} of ${formatCount(clearOf(best))} documents of a clear tone, and most negative in ${namePart(worst.firstDay, grain)}, with ${formatCount(worst.negative)} of ${formatCount(clearOf(worst))}.`,
      ),
    )
  if (wanted === null || parts.length < 2) return
  yield* writeTable(
    writer,
    [headOf[grain], 'Positive', 'Negative'],
    parts.map((part) => [
      grain === 'week' ? formatDay(part.firstDay) : namePart(part.firstDay, grain),
      formatCount(part.positive),
      formatCount(part.negative),
    ]),
  )
}

/** The first half of the documents with a clear tone against the second; two shares differ where their intervals do not meet. */
function changeSentence(parts: readonly TonePart[], grain: Grain): Sentence {
  const total = parts.reduce((sum, part) => sum + clearOf(part), 0)
  let passed = 0
  const middle = parts.findIndex((part) => (passed += clearOf(part)) * 2 >= total)
  const at = Math.min(middle + 1, parts.length - 1)
  const halves = [parts.slice(0, at), parts.slice(at)].map((half) => sumTone('', half))
  const [before, after] = halves
  const next = parts[at]
  if (
    before === undefined ||
    after === undefined ||
    next === undefined ||
    halves.some((half) => clearOf(half) < minClear)
  )
    return sentence('Too few documents have a clear tone to say how it changed.')
  const since = namePart(next.firstDay, grain)
  const shares = `${percent(before)} of the documents with a clear tone were positive before ${since}, and ${percent(after)} from then on`
  const [low, high] = [before, after].toSorted((a, b) => shareOf(a) - shareOf(b))
  const bounds = [low, high].map((half) => half && wilsonInterval(half.positive, clearOf(half)))
  if ((bounds[0]?.high ?? 1) >= (bounds[1]?.low ?? 0)) return sentence(`The tone did not clearly change: ${shares}.`)
  return sentence(`The tone became more ${after === high ? 'positive' : 'negative'}: ${shares}.`)
}

function formatCount(documents: number): string {
  return documents.toLocaleString('en')
}

function percent(part: TonePart): string {
  return `${Math.round(shareOf(part) * 100)}%`
}

type Side = 'positive' | 'negative'

const reasonWords =
  /\b(?:why|what for|reasons?|because|complain\p{L}*|complaints?|gripes?|moan\p{L}*|grumbl\p{L}*|objections?|critici[sz]\p{L}*|critics|fans|prais\p{L}*|(?:like|love|hate|dislike|bother|annoy)s? (?:people |them )?about|warum|wieso|beschwer\p{L}*|gründe|kritisier\p{L}*|por qué|quejan?|quejas|pourquoi|plaint\p{L}*|reproch\p{L}*)\b/iu
const negativeWords =
  /\b(?:hat(?:e|es|ed|ing)|dislik\p{L}*|complain\p{L}*|gripes?|moan\p{L}*|grumbl\p{L}*|objections?|critici\p{L}*|critics|against|angry|annoy\p{L}*|negative|worst|hass\p{L}*|beschwer\p{L}*|kritisier\p{L}*|odi\p{L}+|quej\p{L}*|détest\p{L}*|plaint\p{L}*|reproch\p{L}*)\b/iu
const positiveWords =
  /\b(?:lov(?:e|es|ed|ing)|lik(?:e|es|ed)|prais\p{L}*|fans|enjoy\p{L}*|positive|best|lieb\p{L}*|mögen|gut finden|gusta\p{L}*|aim(?:e|ent)|ador\p{L}*)\b/iu

/** Whose reasons a message asks for: of those who like the topic, of those who do not, or of both; empty where it asks for none. */
export function reasonSides({ wants, mainWant }: Reading, message: string): readonly Side[] {
  const isTone = wants.includes('tone')
  const asks = isTone
    ? reasonWords.test(message) || wants.includes('why')
    : /\b(?:complain|complaints?|gripes?)\b/iu.test(message)
  if (!asks || mainWant === 'compare') return []
  const [isNegative, isPositive] = [negativeWords.test(message), positiveWords.test(message)]
  return isNegative === isPositive ? ['negative', 'positive'] : [isNegative ? 'negative' : 'positive']
}

/** As many as a tool lists at once. */
const listedForReasons = 50
/** Of these each sentence is looked at. */
const readForReasons = 12
const maxReasons = 3
const maxReasonWords = 5
/** A word of fewer documents of one tone is chance. */
const minHolders = 4
const [minReasonLength, maxReasonLength] = [25, 260]

/** A sentence that says why, with the document that it stands in. */
interface Reason {
  readonly document: PublishedDocument
  readonly part: 'title' | 'body'
  readonly text: string
  readonly strength: number
}

/** What the documents of a tone say: the words that they have more often than those of the other tone, and the clearest sentences about the topic. */
export async function* writeToneReasons(
  context: CallContext,
  writer: AnswerWriter,
  { signalId, query }: SeriesTopic,
  sides: readonly Side[],
): Events {
  const list = async (tone: Side) =>
    callTool(
      context,
      listDocumentsTool,
      { signalId, tone, sort: 'engagement', limit: listedForReasons },
      ({ page }) => `${(page.total ?? 0).toLocaleString('en')} ${tone} documents.`,
    )
  const pending = { negative: list('negative'), positive: list('positive') }
  for (const one of Object.values(pending)) one.catch(() => {}) // the rejection is handled where it is awaited
  const documents = new Map<Side, readonly PublishedDocument[]>()
  const failures = new Map<Side, string>()
  for (const side of ['negative', 'positive'] as const) {
    const { outcome, events } = await pending[side]
    yield* events
    if (outcome.status === 'ok') documents.set(side, distinctStories(outcome.output.items))
    else failures.set(side, outcome.sentence)
  }
  for (const side of sides) {
    const own = documents.get(side)
    writer.endParagraph()
    if (own === undefined) {
      yield* writer.append(sentence(`The ${side} documents could not be read: ${failures.get(side) ?? ''}`))
      continue
    }
    const reasons = yield* findReasons(context, signalId, own, side, query)
    yield* writer.append(
      reasons === null
        ? sentence(`The sentences of the most discussed ${side} documents could not be read.`)
        : yield* reasonSentence(context, signalId, side, reasons),
    )
    const others = documents.get(side === 'negative' ? 'positive' : 'negative')
    const words = others === undefined ? [] : distinctiveWords(own, others, query)
    if (words.length > 1)
      yield* writer.append(
        sentence(
          `More often than the ${side === 'negative' ? 'positive' : 'negative'} documents, the ${side} ones have ${joinWithAnd(words.map((word) => `“${word}”`))}.`,
        ),
      )
  }
}

function distinctStories(items: readonly PublishedDocument[]): PublishedDocument[] {
  const clusters = items.map(({ storyCluster }) => storyCluster)
  return items.filter(({ storyCluster }, at) => clusters.indexOf(storyCluster) === at)
}

/** The sentences of the most discussed documents that name the topic in this tone, the clearest first and one of each document. Null if none could be read. */
async function* findReasons(
  context: CallContext,
  signalId: string,
  documents: readonly PublishedDocument[],
  side: Side,
  query: string,
): AsyncGenerator<AnalystEvent, Reason[] | null> {
  const topicWords = wordsOf(query)
  const isNamed = (text: string) => wordsOf(text).some((word) => topicWords.includes(word))
  // what names the topic in its title is about it
  const [titled, others] = [
    documents.filter(({ title }) => isNamed(title)),
    documents.filter(({ title }) => !isNamed(title)),
  ]
  const read = [...titled, ...others].slice(0, readForReasons)
  const found: Reason[] = []
  const lookups = read.map(async (document) => ({
    document,
    called: await callTool(
      context,
      explainToneTool,
      { signalId, documentId: document.id },
      () => 'Its sentences with their tone.',
    ),
  }))
  for (const one of lookups) one.catch(() => {}) // the rejection is handled where it is awaited
  let failed = 0
  for (const lookup of lookups) {
    const { document, called } = await lookup
    yield* called.events
    if (called.outcome.status === 'failed') {
      failed += 1
      continue
    }
    const [clearest] = called.outcome.output.sentences
      .filter(
        ({ label, text }) =>
          label === side && isNamed(text) && text.length >= minReasonLength && text.length <= maxReasonLength,
      )
      .map(({ part, text, score }): Reason => ({ document, part, text, strength: Math.abs(score ?? 0) }))
      .toSorted((a, b) => b.strength - a.strength)
    if (clearest !== undefined) found.push(clearest)
  }
  if (failed > 0 && failed === lookups.length) return null
  return found.toSorted((a, b) => b.strength - a.strength).slice(0, maxReasons)
}

/** The reasons in one sentence, each quoted where it stands in its document. */
async function* reasonSentence(
  context: CallContext,
  signalId: string,
  side: Side,
  reasons: readonly Reason[],
): AsyncGenerator<AnalystEvent, Sentence> {
  const quotes: { quote: CitedWords; outlet: string }[] = []
  for (const { document, part, text } of reasons) {
    const { id: documentId, title, outlet } = document
    let whole = title
    if (part === 'body') {
      const { outcome, events } = await callTool(context, readDocumentTool, { signalId, documentId }, () => 'Its text.')
      yield* events
      whole = outcome.status === 'ok' ? (outcome.output.text?.content ?? '') : ''
    }
    const quoteStart = whole.indexOf(text)
    if (quoteStart === -1) continue
    const quoteEnd = quoteStart + text.length
    quotes.push({
      quote: { text, ground: { kind: 'document', documentId, field: part, quoteStart, quoteEnd, quote: text } },
      outlet,
    })
  }
  if (quotes.length === 0) return sentence(`No sentence of the most discussed documents is clearly ${side} about it.`)
  const parts = quotes.flatMap(({ quote, outlet }, at): (string | CitedWords)[] => [
    at === 0 ? '' : at === quotes.length - 1 ? ' and ' : ', ',
    '“',
    quote,
    `” (${outlet.replace(/^[^/]+\/(?=[a-z]\/)/u, '')})`,
  ])
  return sentence(`${side === 'negative' ? 'Negative' : 'Positive'} sentences about it are `, ...parts, '.')
}

/** The commonest words of English say nothing of a reason, and neither do those of the sites. */
const minBand = 4
const siteWords = /^(?:reddit|subreddit|post|posts|thread|comment|comments|upvote|upvotes|amp|nbsp)$/u

/** Words that more documents of one tone hold than of the other, in shares; the topic's own are none. */
function distinctiveWords(
  own: readonly PublishedDocument[],
  others: readonly PublishedDocument[],
  query: string,
): string[] {
  const topicWords = new Set(wordsOf(query))
  const countWords = (documents: readonly PublishedDocument[]) => {
    const counts = new Map<string, number>()
    for (const { title, snippet } of documents)
      for (const word of new Set(wordsOf(`${title} ${snippet ?? ''}`))) counts.set(word, (counts.get(word) ?? 0) + 1)
    return counts
  }
  const [counts, otherCounts] = [countWords(own), countWords(others)]
  return [...counts]
    .filter(
      ([word, count]) =>
        count >= minHolders &&
        !topicWords.has(word) &&
        !siteWords.test(word) &&
        (findWordKind(word)?.band ?? minBand) >= minBand,
    )
    .map(([word, count]) => {
      const [share, otherShare] = [count / own.length, ((otherCounts.get(word) ?? 0) + 1) / (others.length + 1)]
      return { word, gain: share * Math.log(share / otherShare) }
    })
    .filter(({ gain }) => gain > 0)
    .toSorted((a, b) => b.gain - a.gain)
    .slice(0, maxReasonWords)
    .map(({ word }) => word)
}

function wordsOf(text: string): string[] {
  const plain = text.replaceAll(/https?:\S+|\p{L}+['’]\p{L}+/gu, ' ')
  return splitQuestion(plain).flatMap(({ text: word }) => (/^\p{L}{3,}$/u.test(word) ? [foldWord(word)] : []))
}
