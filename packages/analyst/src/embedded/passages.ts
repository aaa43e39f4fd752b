import { clearTone, scoreTone } from '@auspex/analytics'
import type { PublishedDocument } from '@auspex/sdk/types'
import { readDocumentTool } from '@auspex/tools'
import type { AnalystEvent } from '../analyst.port.ts'
import { type CitedWords, isMangled, trimSpan } from '../answer/sentence.ts'
import { type CallContext, callTool } from '../call-tool.ts'
import { findWordKind, foldWord, splitQuestion } from '../understand/reader/question-words.ts'
import type { Side } from '../understand/wishes.ts'

/** The texts of so many are read for sentences. */
const readTexts = 24
const [minLength, maxLength] = [35, 240]
/** A text this long may have been cut within its last sentence. */
const longText = 400

/** With so few documents all of them are named. */
export const fewEnoughToName = 6

/** A sentence of a document with where it stands. */
export interface Passage {
  readonly document: PublishedDocument
  readonly field: 'title' | 'body'
  readonly start: number
  readonly end: number
  readonly text: string
  readonly strength: number
}

/** Words of a cause; without one, a sentence gives a reason if it says what works or does not. */
export const causes =
  /\b(?:because|since|due to|thanks to|the reason|reasons?|that['’]?s why|which is why|so that|made me|makes me)\b/iu
const faults =
  /\b(?:can['’]?t|cannot|won['’]?t|doesn['’]?t|don['’]?t|didn['’]?t|isn['’]?t|wasn['’]?t|never|nothing|without|lack\p{L}*|too \p{L}+|crash\p{L}*|br(?:eak|oke)\p{L}*|bug(?:s|gy)|slow\p{L}*|expensive|pric\p{L}+|costs?|fees?|overpriced|charg\p{L}+|fail\p{L}*|block\p{L}*|refus\p{L}*|li(?:es|ed|ar|ars)|lying|monopol\p{L}*|remov\p{L}*|forc\p{L}+|violat\p{L}*|throttl\p{L}*|missing|unusable|unstable|confus\p{L}*|worse than|problems? (?:with|of|is)|issues? with|steal\p{L}*|greed\p{L}*|delay\p{L}*|useless|support)\b/iu
const merits =
  /\b(?:eas(?:y|ier|ily)|fast\p{L}*|free|works?|simpl\p{L}+|beautiful\p{L}*|well[- ]\p{L}+|lets|allows?|saves?|improv\p{L}*|better than|cheap\p{L}*|reliab\p{L}*|stable|smooth\p{L}*|fun|funny|smart|clever|honest|story|characters?|writing|design|quality|useful|helps?|helped|support)\b/iu

const starters =
  /^(?:TIL|ELI5|AMA|IAMA|DAE|PSA|CMV|LPT|What|Why|How|Who|Where|When|Which|Is|Are|Do|Does|Did|Can|Could|Should|Would|Will|Has|Have)\b/u
const noise =
  /https?:|www\.|\[[^\]]*\]\(|\*\*|~~|\||&\p{L}+;|^\s*(?:\d+[.)]|[-*>#])|_{2,}|(?:^|\s)[*_][\p{L}\p{N}][^*_]*[*_](?:\W|$)|\\|\s>\s|={3,}|\.{4,}/u

export function wordsOf(text: string): string[] {
  return splitQuestion(text.replaceAll(/https?:\S+/gu, ' ')).flatMap(({ text: word }) =>
    /^[\p{L}\p{N}]+$/u.test(word) ? [foldWord(word)] : [],
  )
}

/** The words by which a sentence names a topic: all of a phrase, and of a query those that are no operators. */
export function topicWordsOf(query: string): string[] {
  // what a document needs beside the topic is no part of its name
  const name = query.replaceAll(/ AND \([^()]+\)/gu, '')
  const plain = (name.trim() === '' ? query : name).replaceAll(/\b(?:AND|OR|NOT)\b|near\/\d+|\p{L}+:\S+|["()|]/gu, ' ')
  const words = plain
    .split(/\s+/u)
    .flatMap((part) => (part.endsWith('*') ? [`${foldWord(part.slice(0, -1))}*`] : wordsOf(part)))
  const telling = words.filter((word) => (word.length > 2 && !/^(?:the|and|for|with)$/u.test(word)) || /\d/u.test(word))
  // "EA" has no longer word
  return telling.length > 0 ? telling : words
}

/** A word so rare stands for the name that it is part of: "Vista" for Windows Vista. */
const rareBand = 5

export function namesTopic(text: string, topicWords: readonly string[]): boolean {
  const words = wordsOf(text)
  const has = (topic: string) =>
    topic.endsWith('*')
      ? words.some((word) => word.startsWith(topic.slice(0, -1)))
      : words.some(
          (word) => word === topic || (topic.length > 3 && word.startsWith(topic) && word.length - topic.length <= 2),
        )
  const isRare = (word: string) => word.length > 3 && !word.endsWith('*') && (findWordKind(word)?.band ?? 7) >= rareBand
  // another word of the query narrows what is meant
  const needed = topicWords.some((word) => word.endsWith('*')) ? [] : topicWords.filter(isRare).slice(0, 1)
  return topicWords.length > 0 && (topicWords.every(has) || (needed.length > 0 && needed.every(has)))
}

const clauseEnds = /[;:()]|\s[–—-]+\s|,?\s+\b(?:but|although|though|while|whereas|however|yet|when)\b/u

const predicate =
  /^\W*(?:\p{L}+\W+){0,2}?(?:is|are|was|were|has|have|had|['’]s|isn['’]?t|aren['’]?t|does|do|doesn['’]?t|don['’]?t|did|didn['’]?t|can|can['’]?t|cannot|could|will|won['’]?t|would|never|keeps?|makes?|runs?|works?|\p{L}{3,}(?:ed|es|ing))\b/iu

/** Whether a clause says something of the topic: a verb follows its name. */
function saysSomething(clause: string, topicWords: readonly string[]): boolean {
  const last = topicWords.at(-1)?.replace('*', '') ?? ''
  const at = clause.toLowerCase().lastIndexOf(last)
  return at >= 0 && predicate.test(clause.slice(at + last.length))
}

const mildWords: Readonly<Record<Side, RegExp>> = {
  negative:
    /\b(?:annoy\p{L}*|frustrat\p{L}*|cumbersome|disappoint\p{L}*|irritat\p{L}*|complain\p{L}*|wish|problems?|issues?|ridiculous)\b/iu,
  positive: /\b(?:love|like|enjoy|prefer|appreciate|glad|happy|impressed)\b/iu,
}

/** Phrases that are praise or a complaint of themselves, whatever the other words sound like. */
const openWords: Readonly<Record<Side, RegExp>> = {
  negative:
    /\b(?:(?:the )?lack of|stopped me|keeps? (?:me |us |people )?from|not getting|full of (?:ads|bugs)|falls? apart|can['’]?t even|(?:doesn|won|didn)['’]?t (?:work|support|run|let|allow)|hard to|impossible to|no way to|problems? (?:with|is that)|issues? with|tired of|sick of|fed up|waste of|wrong with|why I (?:left|quit|stopped|switched|cancell?ed|hate))\b/iu,
  positive:
    /\b(?:why I (?:love|use|like|prefer)|so (?:easy|fast|good|smooth|simple|useful)|easy to|works? (?:great|well|perfectly|flawlessly|out of the box)|(?:the )?best (?:part|thing) (?:about|of)|(?:love|like) (?:how|that|it because)|huge improvement)\b/iu,
}

const noComplaint =
  /\b(?:no|not|don['’]?t|doesn['’]?t|didn['’]?t|never|hardly|without)\s+(?!only\b|just\b|(?:\p{L}+\s+){0,2}?(?:so|such|this|that)\s)(?:\p{L}+\s+){0,3}?(?:problems?|issues?|complaints?|wrong|trouble|hate|bad)\b/iu

/** "Humble Bundle, not EA, is responsible": what is said is not said of the topic. */
function isSetAgainst(text: string, topicWords: readonly string[]): boolean {
  const [first = ''] = topicWords
  const at = text.toLowerCase().indexOf(first.replace('*', ''))
  return at > 0 && /\b(?:not|rather than|instead of|unlike)\s+$/iu.test(text.slice(0, at))
}

/** Whether the clause that names the topic has the tone, and says something of it or a cause: what else a sentence holds is not about it. */
export function isJudged(text: string, topicWords: readonly string[], side: Side): boolean {
  // "Humble Bundle, not EA"
  if (isSetAgainst(text, topicWords)) return false
  const without = new Set(topicWords)
  const sign = side === 'positive' ? 1 : -1
  const hasTone = (clause: string) =>
    clearTone(clause, { style: 'post', without }) === sign ||
    (mildWords[side].test(clause) && scoreTone(clause, 'en', { style: 'post', without }).label === side)
  return text.split(clauseEnds).some(
    (clause) =>
      namesTopic(clause, topicWords) &&
      // "don't see a problem with it"
      !(side === 'negative' && noComplaint.test(clause)) &&
      (openWords[side].test(clause) || ((saysSomething(clause, topicWords) || causes.test(text)) && hasTone(clause))),
  )
}

const cries =
  /^(?:suck\p{L}*|hate\p{L}*|lov\p{L}+|awful|terrible|horrible|worst|best|great|awesome|amazing|fuck\p{L}*|shit\p{L}*|crap\p{L}*|hell|damn|wtf|lol|really|very|just)$/iu
const minContent = 3

/** Whether a sentence gives a reason with its praise or complaint: a cause, or what works and what does not. */
export function hasGround(text: string, topicWords: readonly string[], side: Side): boolean {
  const content = wordsOf(text).filter((word) => !topicWords.includes(word) && !isCommon(word) && !cries.test(word))
  return causes.test(text) || (side === 'negative' ? faults : merits).test(text) || content.length >= minContent
}

const foul = /\b(?:fuck\p{L}*|(?:bull)?shit(?:s|ty)?|bitch(?:es|ing|y)?|cunts?|assholes?|retard(?:s|ed)?|faggots?)\b/iu

/** Nobody quotes an insult in a brief. */
export function isFoul(text: string): boolean {
  return foul.test(text)
}

/** Quotation marks that open are closed. */
function isPaired(text: string): boolean {
  return (text.match(/"/gu)?.length ?? 0) % 2 === 0 && text.includes('“') === text.includes('”')
}

/** The statements of a text, each with its place; no questions, links, lists or headlines of a forum's own kind. */
function statementsOf(document: PublishedDocument, field: Passage['field'], text: string): Omit<Passage, 'strength'>[] {
  return sentencesOf(text).flatMap(({ from, until }) => {
    const segment = text.slice(from, until)
    const { start, end } = trimSpan(
      text,
      from + segment.length - segment.trimStart().length,
      from + segment.trimEnd().length,
    )
    const own = text.slice(start, end)
    // the library keeps the beginning of a long text
    const isCut = field === 'body' && end >= text.trimEnd().length && text.length >= longText && !/[.!?"”)]$/u.test(own)
    const isStatement =
      !isCut &&
      own.length >= minLength &&
      own.length <= maxLength &&
      !own.includes('?') &&
      !starters.test(own) &&
      !noise.test(own) &&
      isPaired(own)
    return isStatement ? [{ document, field, start, end, text: own }] : []
  })
}

/** A full stop that ends no sentence: "Mt. Gox", "Dr. Smith", "the U.S. market", "J. K. Rowling". */
const abbreviation =
  /(?:^|[\s("“])(?:[Mm]t|[Mm]rs?|[Mm]s|[Dd]r|[Pp]rof|[Ss]t|[Vv]s|[Vv]ol|[Ff]ig|[JjSs]r|[Gg]en|[Gg]ov|[Ss]en|[Rr]ep|[Aa]pprox|e\.g|i\.e|(?:\p{L}\.)*\p{Lu})$/u
const longestAbbreviation = 12

/** Where sentences begin and end: at a line's end, and after full stops before a space. One pattern for both took twelve seconds for 64,000 full stops. */
export function sentencesOf(text: string): { from: number; until: number }[] {
  const sentences: { from: number; until: number }[] = []
  let from = 0
  for (const { 0: mark, index } of text.matchAll(/[.!?]+["”’)]?|\n/gu)) {
    const until = index + mark.length
    if (mark !== '\n' && until < text.length && !/\s/u.test(text.charAt(until))) continue
    if (mark === '.' && abbreviation.test(text.slice(Math.max(from, index - longestAbbreviation), index))) continue
    sentences.push({ from, until })
    from = until
  }
  if (from < text.length) sentences.push({ from, until: text.length })
  return sentences
}

export async function* readPassages(
  context: CallContext,
  signalId: string,
  documents: readonly PublishedDocument[],
): AsyncGenerator<AnalystEvent, Omit<Passage, 'strength'>[]> {
  const passages = documents.flatMap((document) =>
    isMangled(document) ? [] : statementsOf(document, 'title', document.title),
  )
  const lookups = documents
    .filter(({ snippet }) => snippet !== null)
    .slice(0, readTexts)
    .map(async (document) => ({
      document,
      called: context.texts?.has(document.id)
        ? null
        : await callTool(context, readDocumentTool, { signalId, documentId: document.id }, () => 'Its text.'),
    }))
  for (const one of lookups) one.catch(() => {}) // the rejection is handled where it is awaited
  for (const lookup of lookups) {
    const { document, called } = await lookup
    if (called !== null) yield* called.events
    const read = called?.outcome.status === 'ok' ? called.outcome.output.text?.content : undefined
    if (called?.outcome.status === 'ok') context.texts?.set(document.id, read)
    const text = called === null ? context.texts?.get(document.id) : read
    if (text !== undefined) passages.push(...statementsOf(document, 'body', text))
  }
  return passages
}

/** Documents that tell the same are listed once. */
export function distinctStories<Item extends Pick<PublishedDocument, 'storyCluster' | 'title'>>(
  items: readonly Item[],
  topic: string,
): Item[] {
  const topicWords = new Set(wordsOf(topic))
  const contents = items.map(
    ({ title }) =>
      new Set(wordsOf(title).filter((word) => word.length > 1 && !topicWords.has(word) && !isCommon(word))),
  )
  const isSame = (one: number, other: number) => {
    if (items[one]?.storyCluster !== undefined && items[one]?.storyCluster === items[other]?.storyCluster) return true
    const [a, b] = [contents[one] ?? new Set<string>(), contents[other] ?? new Set<string>()]
    const shared = [...a].filter((word) => b.has(word)).length
    return (
      items[one]?.title.toLowerCase() === items[other]?.title.toLowerCase() ||
      (shared >= 3 && shared * 2 >= Math.min(a.size, b.size))
    )
  }
  return items.filter((_, at) => !items.slice(0, at).some((__, before) => isSame(at, before)))
}

/** The commonest words of English tell no story apart. */
export function isCommon(word: string): boolean {
  return (findWordKind(word)?.band ?? commonBand) < commonBand
}
const commonBand = 2

/** The strongest passages, one of each document and none that repeats another. */
export function chooseStrongest(passages: readonly Passage[], topic: string, count: number): Passage[] {
  const ranked = passages.toSorted((a, b) => b.strength - a.strength)
  const ofDocuments = ranked.filter(
    (one, at) => ranked.findIndex(({ document }) => document.id === one.document.id) === at,
  )
  return distinctStories(
    ofDocuments.map((passage) => ({ ...passage, storyCluster: passage.document.storyCluster, title: passage.text })),
    topic,
  ).slice(0, count)
}

/** Strong passages that do not all come from one forum, or have the same distinction. */
export function chooseVaried(
  passages: readonly Passage[],
  topic: string,
  count: number,
  distinctionOf: (text: string) => number,
): Passage[] {
  const candidates = chooseStrongest(passages, topic, passages.length)
  const chosen: Passage[] = []
  while (chosen.length < count && candidates.length > 0) {
    const repeats = ({ document, text }: Passage) =>
      chosen.filter((one) => one.document.outlet === document.outlet).length / 2 +
      chosen.filter((one) => distinctionOf(one.text) === distinctionOf(text)).length
    const next = candidates.reduce((best, one) =>
      one.strength - repeats(one) > best.strength - repeats(best) ? one : best,
    )
    chosen.push(next)
    candidates.splice(candidates.indexOf(next), 1)
  }
  return chosen
}

export function citedPassage({ document, field, start, end, text }: Omit<Passage, 'strength'>): CitedWords {
  return {
    text,
    ground: { kind: 'document', documentId: document.id, field, quoteStart: start, quoteEnd: end, quote: text },
  }
}

/** A word of fewer documents of one tone is chance. */
const minHolders = 4
const maxWords = 3
/** Rarer than the commonest words, which say nothing of a reason, as those of the sites do not. */
const minBand = 4
const siteWords = /^(?:reddit|subreddit|post|posts|thread|comment|comments|upvote|upvotes|amp|nbsp)$/u

/** Words that more documents of one tone hold than of the other, in shares; the topic's own are none. */
export function distinctiveWords(
  own: readonly PublishedDocument[],
  others: readonly PublishedDocument[],
  query: string,
): { word: string; count: number }[] {
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
        /^\p{L}{4,}$/u.test(word) &&
        !topicWords.has(word) &&
        !siteWords.test(word) &&
        (findWordKind(word)?.band ?? minBand) >= minBand,
    )
    .map(([word, count]) => {
      const otherSize = others.length === 0 ? own.length : others.length
      const [share, otherShare] = [count / own.length, ((otherCounts.get(word) ?? 0) + 1) / (otherSize + 1)]
      return { word, count, gain: share * Math.log(share / (otherShare * 1.5)) }
    })
    .filter(({ gain }) => gain > 0)
    .toSorted((a, b) => b.count - a.count || b.gain - a.gain)
    .slice(0, maxWords)
}
