import { checkRephrasing, checkText, type Claim, type QuotableDocument, toQuotation } from '@auspex/analytics/claims'
import type { Finding, Sentence } from '../answer/sentence.ts'

/** Splits a growing text into sentences; the last one is buffered until it is known to be complete. */
export interface SentenceSplitter {
  push(delta: string): string[]
  /** The rest, when the text is complete. */
  end(): string[]
}

/** A text without the end of a sentence is cut here, so that nothing is buffered forever. */
const maxLength = 1_500

/**
 * An end is a mark with citations and a following space, or a mark before the beginning of a sentence, or a new line; an open quotation is not cut.
 */
const sentenceEnd =
  /[.!?…][”"’')]*(?:\s*\[[^\]\n]{0,40}\])+(?=\s)|\[[^\]\n]{0,40}\][.!?…](?=\s)|[.!?…][”"’')]*(?=\s+(?:\p{Lu}|["“[*#>!<-]|\p{N}))|\n+/gu

export function createSentenceSplitter(): SentenceSplitter {
  let buffer = ''
  const takeSentences = (isWhole: boolean): string[] => {
    const sentences: string[] = []
    let from = 0
    for (const match of buffer.matchAll(sentenceEnd)) {
      const to = match.index + match[0].length
      const piece = buffer.slice(from, to)
      if (!match[0].includes('\n') && isOpen(piece)) continue
      sentences.push(piece)
      from = to
    }
    buffer = buffer.slice(from)
    if (isWhole || buffer.length > maxLength) {
      sentences.push(buffer)
      buffer = ''
    }
    return sentences.filter((sentence) => sentence.trim() !== '')
  }
  return {
    push(delta) {
      buffer += delta
      return takeSentences(false)
    },
    end: () => takeSentences(true),
  }
}

function isOpen(piece: string): boolean {
  return (piece.match(/“/gu)?.length ?? 0) > (piece.match(/”/gu)?.length ?? 0)
}

/** A sentence that a tool's result vouches for, with what a rewording must not change. */
export interface Fact extends Sentence {
  readonly claims: readonly Claim[]
}

/** A checked statement of a report as a fact. */
export function findingFact({ text, grounds, claims }: Finding): Fact {
  return { text, grounds, claims }
}

/** A sentence written from a result: a rewording keeps its cited pieces. */
export function sentenceFact({ text, grounds }: Sentence): Fact {
  const pieces = grounds.map(({ start, end, ground }) => ({ words: text.slice(start, end), ground }))
  const claims: Claim[] = pieces.map(({ words, ground }, place) => ({
    id: `c${place + 1}`,
    kind: ground.kind === 'document' ? 'quote' : 'count',
    status: 'supported',
    reason: 'Written from the result of a tool.',
    numbers: [],
    names: ground.kind === 'document' ? [] : [words],
    quote:
      ground.kind === 'document'
        ? {
            documentId: ground.documentId,
            part: ground.field,
            start: ground.quoteStart,
            end: ground.quoteEnd,
            text: ground.quote,
          }
        : null,
    evidence: {},
    documentIds: [],
    formula: 'match',
  }))
  const rest = numbersOutside(text, grounds)
  return { text, grounds, claims: rest.length === 0 ? claims : [...claims, namesClaim(rest)] }
}

/** Days and other words with digits that no citation covers. */
function numbersOutside(text: string, grounds: Sentence['grounds']): string[] {
  return [...text.matchAll(/\p{N}[\p{N}.,-]*(?:\s\p{Lu}\p{L}+\s\p{N}{4})?/gu)].flatMap(({ 0: found, index }) =>
    grounds.some(({ start, end }) => index >= start && index < end) ? [] : [found.replace(/[.,-]+$/u, '')],
  )
}

function namesClaim(names: string[]): Claim {
  return {
    id: 'c0',
    kind: 'count',
    status: 'supported',
    reason: 'Written from the result of a tool.',
    numbers: [],
    names,
    quote: null,
    evidence: {},
    documentIds: [],
    formula: 'match',
  }
}

/** How the words of a ground are written in a sentence. */
function writtenPieces(
  fact: Fact,
): { readonly words: string; readonly ground: Sentence['grounds'][number]['ground'] }[] {
  return fact.grounds.map(({ start, end, ground }) => ({
    words: ground.kind === 'document' ? toQuotation(ground.quote) : fact.text.slice(start, end),
    ground,
  }))
}

export type SentenceCheck =
  | { readonly isAccepted: true; readonly sentence: Sentence }
  | { readonly isAccepted: false; readonly reason: 'no-origin' | 'markup' | 'new-words' | 'empty' }

export interface ClaimsGuard {
  /** Adds what the result of a tool vouches for. Returns the facts with ids by which a sentence may cite them. */
  learn(facts: readonly Fact[]): { readonly id: string; readonly text: string }[]
  /** Whether a sentence may be shown, and its evidence. */
  check(written: string): SentenceCheck
}

interface KnownFact {
  readonly id: string
  readonly fact: Fact
  readonly documents: ReadonlyMap<string, QuotableDocument>
}

/** Words that connect or negate without stating facts; a sentence of only these and of known words says nothing new. */
const joining: ReadonlySet<string> = new Set(
  `a an the and or but so of in on at by for from to with as that this these those it its they them their there here is are was were be been being has have had do does did
  what which who how when where why overall short summary brief answer question topic asked about based library documents evidence data findings finding follows follow following see below above also further
  i we you your our can could may might say said says tell tells show shows shown found find look looks looked because if then than not no nothing only just still yet however meanwhile note please ask more`.split(
    /\s+/u,
  ),
)

/**
 * Accepts what results of tools vouch for. A sentence with a number, a quotation or a direction must be a rewording of one fact: the same numbers,
 * names and quotations in the same order, with the words that reverse a meaning unchanged. Any other sentence may use known words only.
 */
export function createClaimsGuard(question: string): ClaimsGuard {
  const facts: KnownFact[] = []
  let names = 0
  const vocabulary = new Set(wordsOf(question))
  return {
    learn(learnt) {
      return learnt.map((fact) => {
        const id = `f${names + 1}`
        // a statement of two sentences may be reworded one by one
        for (const part of splitFact(fact)) facts.push({ id, fact: part, documents: quotedDocuments(part) })
        names += 1
        for (const word of wordsOf(fact.text)) vocabulary.add(word)
        return { id, text: fact.text }
      })
    },
    check(written) {
      const { text, cited, hasMarkup } = plainSentence(written)
      if (hasMarkup) return { isAccepted: false, reason: 'markup' }
      if (!/[\p{L}\p{N}]/u.test(text)) return { isAccepted: false, reason: 'empty' }
      const citedFacts = cited.every((id) => facts.some((known) => known.id === id))
        ? facts.filter(({ id }) => cited.includes(id))
        : []
      // a sentence that cites facts must match those: a right number with a wrong citation is rejected
      for (const known of cited.length > 0 ? citedFacts : facts)
        if (isRewording(text, known)) return { isAccepted: true, sentence: citedSentence(text, known.fact) }
      if (cited.length > 0 || claimsSomething(text)) return { isAccepted: false, reason: 'no-origin' }
      const isKnown = wordsOf(text).every((word) => vocabulary.has(word) || joining.has(word))
      return isKnown
        ? { isAccepted: true, sentence: { text, grounds: [] } }
        : { isAccepted: false, reason: 'new-words' }
    },
  }
}

/** The sentences of a fact, each with its citations. */
function splitFact(fact: Fact): Fact[] {
  const splitter = createSentenceSplitter()
  const sentences = [...splitter.push(fact.text), ...splitter.end()]
  if (sentences.length < 2) return [fact]
  let from = 0
  return sentences.map((piece) => {
    const text = piece.trim()
    const start = fact.text.indexOf(text, from)
    from = start + text.length
    const grounds = fact.grounds
      .filter((ground) => ground.start >= start && ground.end <= start + text.length)
      .map((ground) => ({ ...ground, start: ground.start - start, end: ground.end - start }))
    return { text, grounds, claims: fact.claims }
  })
}

function isRewording(text: string, { fact, documents }: KnownFact): boolean {
  if (text === fact.text || `${text}.` === fact.text) return true
  const template = checkText(fact.text, fact.claims, documents)
  return template.ok && checkRephrasing({ text, template: template.text, claims: fact.claims, documents }).ok
}

/** Whether a text contains numbers, quotations, or words for amounts and directions. */
function claimsSomething(text: string): boolean {
  return (
    /\p{N}|["“”„«»]/u.test(text) ||
    /\b(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|dozens?|hundreds?|thousands?|millions?|billions?|half|twice|doubl\w+|tripl\w+|majority|minority|most|least|more|less|fewer|higher|lower|rose|rise\w*|fell|fall\w*|grew|grow\w*|declin\w*|increas\w*|decreas\w*|positive|negative|neutral|peak\w*|steady|surg\w*|drop\w*|all|every|none|never)\b/iu.test(
      text,
    )
  )
}

/** The positions of a fact's numbers and quotations in its rewording. */
function citedSentence(text: string, fact: Fact): Sentence {
  let from = 0
  const grounds = writtenPieces(fact).flatMap(({ words, ground }) => {
    const at = text.indexOf(words, from)
    if (at === -1) return []
    from = at + words.length
    const inset = ground.kind === 'document' ? 1 : 0
    return [{ start: at + inset, end: from - inset, ground }]
  })
  return { text: /[.!?”:]$/u.test(text) ? text : `${text}.`, grounds }
}

/** The documents of a fact, as far as it quotes them: the server has checked that they contain the words. */
function quotedDocuments({ claims }: Fact): ReadonlyMap<string, QuotableDocument> {
  const documents = new Map<string, QuotableDocument>()
  for (const { quote } of claims) {
    if (quote === null) continue
    const whole = ' '.repeat(quote.start) + quote.text
    const known = documents.get(quote.documentId) ?? { id: quote.documentId, title: '', body: null }
    documents.set(quote.documentId, { ...known, [quote.part]: whole })
  }
  return documents
}

function wordsOf(text: string): string[] {
  return [...text.toLowerCase().matchAll(/[\p{L}\p{M}]+(?:['’][\p{L}]+)?/gu)].map(([word]) => word)
}

/** A sentence of a model without its Markdown. */
interface PlainSentence {
  readonly text: string
  /** Facts that it cites, such as `f3`. */
  readonly cited: readonly string[]
  /** Whether it contains a link, a picture, HTML or an address: none of these comes from a fact. */
  readonly hasMarkup: boolean
}

/** Converts a Markdown sentence to plain words. */
function plainSentence(written: string): PlainSentence {
  const cited = [...written.matchAll(/\bf\d{1,4}\b(?=[^[\]]*\])/gu)].map(([id]) => id)
  const unmarked = written.replaceAll(/\s*\[(?:\s*f\d{1,4}\s*[,;]?)+\]/gu, '')
  const hasMarkup = /!?\[[^\]]*\]\s*[([]|<[a-z!/?]|https?:|www\.|\b(?:javascript|data|file|ftp):|&#?\w+;|`/iu.test(
    unmarked,
  )
  const text = unmarked
    .normalize('NFC')
    .replaceAll(/[\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF\u00AD]/gu, '')
    .replace(/^\s*(?:#{1,6}|[-*+>]|\d+[.)])\s+/u, '')
    .replaceAll(/\*\*|__|(?<![\p{L}\p{N}])[*_](?=\S)|(?<=\S)[*_](?![\p{L}\p{N}])/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim()
  return { text, cited, hasMarkup }
}
