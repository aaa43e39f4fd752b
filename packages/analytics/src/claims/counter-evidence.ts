import type { QueryNode } from '../query/query-node.ts'
import type { Claim } from './claim.ts'
import type { Formula } from './formulas.ts'
import type { DocumentKind, SourceKey } from '@auspex/sdk/types'
import { highlightRanges } from '../query/match-query.ts'
import { wilsonInterval } from '../series/interval.ts'
import { sentenceSpans } from '../summary/sentences.ts'
import { tokens } from '../text/tokenize.ts'
import { explainTone, styleOfKind, type ToneLabel, type ToneWord } from '../tone/create-tone-scorer.ts'

/** Apart from `formulas`, because a bundle's claims never refer to it. */
export const counterEvidenceFormula: Formula = {
  anchor: 'counter-evidence',
  name: 'What says otherwise',
  text: 'Of the documents that were read: those of the opposite tone with words of that tone beside the topic; those of the same weeks with a sentence that disputes what was reported; the kinds of sources whose documents became fewer. The share of the documents that take the side of the claim has Wilson bounds.',
  reference: 'Wilson (1927), JASA 22',
}

/** A document as it is read for the opposite of a claim. */
export interface ReadDocument {
  id: string
  storyCluster: string
  source: SourceKey
  kind: DocumentKind
  outlet: string
  lang: string | null
  title: string
  body: string | null
  tone: ToneLabel
  day: string
}

export type Opposite =
  | { kind: 'tone'; side: 'positive' | 'negative' }
  | { kind: 'change'; from: string; to: string; grew: boolean }
  /** `headline` is what was reported, `documentIds` who reported it. */
  | { kind: 'story'; headline: string; documentIds: readonly string[]; from: string | null; to: string | null }
  | { kind: null; reason: string }

/** The opposite of a claim, where the data define one. */
export function oppositeOf(claim: Claim): Opposite {
  const { formula, quote, evidence, documentIds, numbers, kind } = claim
  const { tone, from = null, to = null } = evidence
  if (formula === 'tone') {
    const share = numbers.find(({ unit }) => unit === 'percent')
    // where neither side leads, there is no other side
    if (share === undefined || (tone !== 'positive' && tone !== 'negative')) return { kind: null, reason: noSide }
    return (share.low ?? 0) <= half ? { kind: null, reason: noSide } : { kind: 'tone', side: tone }
  }
  if (quote !== null)
    return { kind: 'story', headline: quote.text, documentIds: [quote.documentId, ...documentIds], from, to }
  const ratio = numbers.find(({ unit }) => unit === 'ratio')
  const grew = formula === 'events' || (ratio?.value ?? 1) > 1
  if (
    kind === 'change' &&
    (formula === 'events' || (formula === 'momentum' && ratio !== undefined)) &&
    from !== null &&
    to !== null
  )
    return { kind: 'change', from, to, grew }
  return { kind: null, reason: reasonWithout(claim) }
}

const half = 50
const noSide = 'The tone is mixed: no side leads clearly, so there is no other side.'

function reasonWithout({ kind, formula }: Claim): string {
  if (kind === 'forecast') return 'A forecast is checked when its days have come.'
  if (formula === 'coverage') return 'What the library covers is counted, and no document can say otherwise.'
  if (kind === 'comparison') return 'A comparison of two groups has no opposite that a document could say.'
  if (kind === 'share') return 'A share of documents has no opposite that a document could say.'
  if (kind === 'change') return 'For this kind of change, no opposite is defined.'
  return 'A count has no opposite that a document could say.'
}

/** A document that says otherwise. */
export interface Objection {
  id: string
  /** The words that say so; null where the document as a whole does. */
  passage: string | null
  /** Larger is stronger. */
  strength: number
  reason: string
}

export interface Balance {
  agreeing: number
  otherwise: number
  share: number
  low: number
  high: number
  outlets: { agreeing: number; otherwise: number; both: number }
  kinds: { source: SourceKey; kind: DocumentKind; agreeing: number; otherwise: number }[]
}

export interface Sides {
  objections: Objection[]
  balance: Balance | null
}

/**
 * A sentence is about the topic where its tone is: with words of tone at most this far from the topic's, of at least this valence together. Of whole
 * sentences that name the topic, two in five were negative or positive about something else.
 */
const [maxDistance, minValence] = [3, 1.5]
const maxWords = 30

/**
 * Words that judge, whatever they stand beside. The lexicon of tone has thousands more, but “broke”, “security” or “powerful” beside a topic say nothing
 * good or bad of it: of ten sentences chosen by the whole lexicon, four were the opposite of the claim.
 */
const judgements = new Set(
  'amazing approved awesome benefit benefits best boost boosts breakthrough breakthroughs brilliant effective excellent fantastic good great impressive improved improves love loved loves perfect praise praised promising safe safer success successful useful win winner wins wonderful awful bad banned broken corrupt crash crashed crashes crime danger dangerous deadly disaster disgusting fail failed fails failure fraud hacked harm harmful hate horrible illegal killed killing kills poison poisonous ruined scam stolen stupid terrible theft threat toxic useless victim victims worse worst wrong'.split(
    ' ',
  ),
)

/** Before the topic, these describe what follows it: “the best Obama photo”, “an excellent police drama”. */
const describing = new Set(
  'amazing awesome awful bad best better brilliant effective excellent fantastic good great horrible impressive perfect promising safe safer stupid successful terrible useful wonderful worse worst'.split(
    ' ',
  ),
)

/** Negation turns a sentence, and our rules for it fail too often. “Afraid of X”, “save us from X” and “anti-X” are not about X as they sound. */
const turns = /\b(?:not|no|never|nobody|without|cannot|hardly)\b|n[’']t\b|\?/iu
const turnsBefore = /(?:\banti|\b(?:of|from|against|about|over|on|to))[\s-]*$/iu

/** Documents of the other tone, each with its clearest sentence that names the topic. */
export function findOtherTone(
  documents: readonly ReadDocument[],
  side: 'positive' | 'negative',
  { node, without }: { node: QueryNode; without: ReadonlySet<string> },
): Sides {
  const other = side === 'positive' ? 'negative' : 'positive'
  const objections = documents.flatMap((document) => {
    if (document.tone !== other) return []
    const sentence = clearestSentence(document, { node, without, label: other })
    if (sentence === null) return []
    return [{ id: document.id, ...sentence, reason: `It sounds ${other}, and so does this sentence about the topic.` }]
  })
  const distinct = firstOfEach(documents)
  return {
    objections: strongest(objections, documents),
    balance: toBalance(
      distinct.filter(({ tone }) => tone === side),
      distinct.filter(({ tone }) => tone === other),
    ),
  }
}

function clearestSentence(
  { title, body, kind, lang }: ReadDocument,
  { node, without, label }: { node: QueryNode; without: ReadonlySet<string>; label: ToneLabel },
): { passage: string; strength: number } | null {
  let best: { passage: string; strength: number } | null = null
  for (const [text, bonus] of [
    [title, 0.2],
    [body?.slice(0, maxRead) ?? '', 0],
  ] as const)
    for (const sentence of explainTone(text, lang, { style: styleOfKind(kind), without })) {
      const passage = text.slice(sentence.start, sentence.end)
      if (sentence.label !== label || passage.length > maxPassage || turns.test(passage)) continue
      // the other sentences of a title often turn it: “Germans loved him. Now we do not trust him.”
      if (text === title && passage.length < title.trim().length) continue
      const words = sentence.words.map((word) => ({
        ...word,
        start: word.start - sentence.start,
        end: word.end - sentence.start,
      }))
      const strength = toneAtTopic(passage, { words, node, label })
      if (strength !== null && (best === null || strength + bonus > best.strength))
        best = { passage, strength: strength + bonus }
    }
  return best
}

/** The valence of the words beside the topic; null where they say little, or another word of the sentence says the opposite. */
function toneAtTopic(
  passage: string,
  { words, node, label }: { words: readonly ToneWord[]; node: QueryNode; label: ToneLabel },
): number | null {
  const sign = label === 'negative' ? -1 : 1
  if (words.some(({ valence }) => valence * sign < 0) || tokens(passage).length > maxWords) return null
  const ranges = highlightRanges(node, passage).filter(({ start }) => !turnsBefore.test(passage.slice(0, start)))
  const isNear = ({ start, end }: ToneWord) =>
    ranges.some((range) => {
      const between = start >= range.end ? passage.slice(range.end, start) : passage.slice(end, range.start)
      return tokens(between).length < maxDistance && !/[.;:!]/u.test(between)
    })
  const near = words.filter(isNear)
  const isJudgement = ({ start, end }: ToneWord) => {
    const word = passage.slice(start, end).toLowerCase()
    return judgements.has(word) && !(describing.has(word) && ranges.some((range) => range.start >= end))
  }
  if (!near.some(isJudgement)) return null
  const valence = near.reduce((sum, word) => sum + word.valence * sign, 0)
  return valence < minValence ? null : valence
}

const [maxRead, maxPassage] = [5_000, 400]

/**
 * Words by which a sentence disputes something. Negation alone does not: “not” is in every third sentence. Words that also describe what a report is
 * about (“fraud”, “lies”) are left out.
 */
const disputes =
  /\b(?:den(?:y|ies|ying)|denied (?:that|any|having|claims?|reports?|allegations?)|hoax(?:es)?|debunk\w*|refut(?:e|es|ed|ing|ation)|retract(?:s|ed|ion|ing)?|disput(?:e|es|ed|ing)|rebut\w*|contradict\w*|untrue|not true|isn[’']t true|wasn[’']t true|false(?:ly)?|fake news|misleading|mislead(?:s|ing)?|misinformation|myths?|unfounded|baseless|no evidence|no proof|inaccurate|incorrect|correction|fact[- ]?check\w*|disprov\w+|rejects? claims?|dismiss(?:es|ed)? (?:claims?|reports?|rumou?rs?|allegations?)|overblown|exaggerated|tears? down|walk(?:s|ed)? back|wrong about|did(?:n[’']t| not) happen|never happened)\b/iu

/** How many words besides the topic's a document must share with a headline to be about the same. */
const minSharedWords = 2
/** A sentence that disputes it must share more, and at least half: with two words, four of five disputed something else. */
const minDisputedWords = 3

/** Documents of the same time that dispute what was reported. */
export function findDisputes(
  documents: readonly ReadDocument[],
  { headline, documentIds }: { headline: string; documentIds: readonly string[] },
  node: QueryNode,
): Sides {
  const own = new Set(documentIds)
  const clusters = new Set(documents.flatMap(({ id, storyCluster }) => (own.has(id) ? [storyCluster] : [])))
  const headlineWords = contentWords(headline, node)
  const about = documents.filter(
    ({ title, body }) => sharedWords(`${title} ${body?.slice(0, maxRead) ?? ''}`, headlineWords) >= minSharedWords,
  )
  const objections = about.flatMap((document): Objection[] => {
    if (own.has(document.id) || clusters.has(document.storyCluster)) return []
    const sentence = disputingSentence(document, headlineWords)
    return sentence === null ? [] : [{ id: document.id, ...sentence }]
  })
  const objecting = new Set(objections.map(({ id }) => id))
  const distinct = firstOfEach(about)
  return {
    objections: strongest(objections, documents),
    balance: toBalance(
      distinct.filter(({ id }) => !objecting.has(id)),
      distinct.filter(({ id }) => objecting.has(id)),
    ),
  }
}

function disputingSentence(
  { title, body }: ReadDocument,
  wanted: ReadonlySet<string>,
): { passage: string; strength: number; reason: string } | null {
  const text = body?.slice(0, maxRead) ?? ''
  const sentences = [title, ...sentenceSpans(text).map(([start, end]) => text.slice(start, end))]
  let best: { passage: string; strength: number; reason: string } | null = null
  for (const [index, passage] of sentences.entries()) {
    if (passage.length > maxPassage) continue
    const cue = disputes.exec(passage)
    const shared = cue === null ? 0 : sharedWords(passage, wanted)
    if (cue === null || shared < Math.max(minDisputedWords, wanted.size / 2)) continue
    const strength = shared + (index === 0 ? 2 : 0)
    if (best === null || strength > best.strength)
      best = {
        passage,
        strength,
        reason: `It says “${cue[0].toLowerCase()}” of what was reported, in words of the headline.`,
      }
  }
  return best
}

/** Words that say what a headline is about: no short ones, and not the topic itself, which every document has. */
function contentWords(text: string, node: QueryNode): ReadonlySet<string> {
  let rest = text
  for (const { start, end } of highlightRanges(node, text).toReversed())
    rest = `${rest.slice(0, start)} ${rest.slice(end)}`
  return new Set(
    tokens(rest)
      .filter((word) => word.length >= 4 && !commonWords.has(word))
      .map(stem),
  )
}

function sharedWords(text: string, wanted: ReadonlySet<string>): number {
  return new Set(
    tokens(text)
      .map(stem)
      .filter((word) => wanted.has(word)),
  ).size
}

function stem(word: string): string {
  return word.replace(/(?:ing|ed|es|s)$/u, '')
}

const commonWords = new Set(
  'about after again against also america american amid among another because been before being between both could does down during each first from government have here high into just latest like made make many more most much must need news next only other over people president said same says should show since some state states still such than that their them then there these they this those through today under united until update very want week well were what when where which while will with would year years your'.split(
    ' ',
  ),
)

/** The kinds of sources in which attention went the other way: fewer documents in the days than in as many days before, beyond chance. */
export function findOtherChanges(
  documents: readonly ReadDocument[],
  { from, grew }: { from: string; grew: boolean },
): { source: SourceKey; kind: DocumentKind; before: number; now: number }[] {
  const kinds = [...Map.groupBy(firstOfEach(documents), ({ source, kind }) => `${source} ${kind}`).values()]
  return kinds.flatMap((ofKind) => {
    const [{ source, kind }] = ofKind as [ReadDocument]
    const now = ofKind.filter(({ day }) => day >= from).length
    const before = ofKind.length - now
    const bounds = wilsonInterval(now, ofKind.length)
    // with none on one of the sides, the archive may just end there
    if (bounds === null || now === 0 || before === 0) return []
    return (grew ? bounds.high < 0.5 : bounds.low > 0.5) ? [{ source, kind, before, now }] : []
  })
}

/** One of each text: copies are one opinion. */
function firstOfEach(documents: readonly ReadDocument[]): ReadDocument[] {
  return [...new Map(documents.toReversed().map((document) => [document.storyCluster, document])).values()]
}

function strongest(objections: readonly Objection[], documents: readonly ReadDocument[]): Objection[] {
  const clusterOf = new Map(documents.map(({ id, storyCluster }) => [id, storyCluster]))
  const seen = new Set<string>()
  return objections
    .toSorted((a, b) => b.strength - a.strength || (a.id < b.id ? -1 : 1))
    .filter(({ id }) => {
      const cluster = clusterOf.get(id) ?? id
      return !seen.has(cluster) && seen.add(cluster)
    })
}

function toBalance(agreeing: readonly ReadDocument[], otherwise: readonly ReadDocument[]): Balance | null {
  const n = agreeing.length + otherwise.length
  const bounds = wilsonInterval(agreeing.length, n)
  if (bounds === null) return null
  const [some, others] = [agreeing, otherwise].map((side) => new Set(side.map(({ outlet }) => outlet)))
  const both = [...(some ?? [])].filter((outlet) => others?.has(outlet) === true).length
  const kinds = Map.groupBy([...agreeing, ...otherwise], ({ source, kind }) => `${source} ${kind}`)
  const onOtherSide = new Set(otherwise.map(({ id }) => id))
  return {
    agreeing: agreeing.length,
    otherwise: otherwise.length,
    share: agreeing.length / n,
    ...bounds,
    outlets: { agreeing: (some?.size ?? 0) - both, otherwise: (others?.size ?? 0) - both, both },
    kinds: [...kinds.values()]
      .toSorted((a, b) => b.length - a.length)
      .map((ofKind) => {
        const [{ source, kind }] = ofKind as [ReadDocument]
        const opposed = ofKind.filter(({ id }) => onOtherSide.has(id)).length
        return { source, kind, agreeing: ofKind.length - opposed, otherwise: opposed }
      }),
  }
}
