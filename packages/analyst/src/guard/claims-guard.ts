import { checkRephrasing, checkText, type Claim, type QuotableDocument, toQuotation } from '@auspex/analytics/claims'
import type { Finding, Sentence } from '../answer/sentence.ts'
import { type CheckContext, checkSentence, hasForeignQuotation, quotationsOf } from './check-sentence.ts'
import {
  type CitableDocument,
  dataPassage,
  documentPassage,
  type Fact,
  factPassage,
  foldedWords,
  namesIn,
  type Passage,
  readResult,
} from './evidence.ts'
import {
  contentStems,
  directionsOf,
  feelingsOf,
  joiningWords,
  isGrave,
  risksOf,
  superlativesOf,
  universalsOf,
  wordsOf,
  createSentenceSplitter,
  plainSentence,
} from './sentence-words.ts'

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

/** What became of a sentence of a model. */
export type SentenceCheck =
  | { readonly verdict: 'supported'; readonly sentence: Sentence; readonly quotes: readonly DocumentQuote[] }
  /** No result was found to say it. One that blames, advises or imputes, or has markup, is not shown; another is shown with a mark. */
  | { readonly verdict: 'unsupported'; readonly text: string; readonly isRisky: boolean }
  /** It states nothing: a heading, a word that leads on. */
  | { readonly verdict: 'neutral'; readonly text: string }
  | { readonly verdict: 'empty' }

/** Words of a document that a sentence stands on, whose place in its text is not known yet. */
export interface DocumentQuote {
  readonly documentId: string
  readonly quote: string
  /** The part of the sentence that they vouch for. */
  readonly start: number
  readonly end: number
}

/** What a result holds, by the ids that a sentence may cite. */
export interface LearnedResult {
  readonly facts: readonly { readonly id: string; readonly text: string }[]
  readonly documents: readonly (CitableDocument & { readonly id: string })[]
  /** The rest of the result. */
  readonly data: { readonly id: string; readonly values: unknown }
}

export interface ClaimsGuard {
  /** Adds what the result of a tool vouches for, with the statements that were already checked. */
  learn(result: { readonly title: string; readonly output: unknown; readonly facts: readonly Fact[] }): LearnedResult
  /** Adds checked statements alone. */
  learnFacts(facts: readonly Fact[]): LearnedResult['facts']
  /** Adds names that the answer is about. */
  addTopic(text: string): void
  /** Whether a sentence may be shown, and its evidence. */
  check(written: string): SentenceCheck
  /** Whether a heading may be shown: one that only names what follows is neutral, any other is checked like a sentence, and none is cited. */
  checkHeading(written: string): SentenceCheck
}

/** A sentence that states nothing has only words that join, and words for the answer itself. */
const aboutTheAnswer = new Set(
  'summary overview key points conclusion background evidence sources caveats limits details table chart comparison report results numbers look looked searched checked covers covered library tools days known unknown'.split(
    ' ',
  ),
)

/** What headings call the parts of an answer, as stems. */
const partsOfAnswers = new Set(
  contentStems(
    `${[...aboutTheAnswer].join(' ')} not people change happen drive driver talk tone voice place outlet narrative event time timeline opposite side context volume quotation method part next step`,
  ),
)

/**
 * Accepts the sentences of a model that results of tools vouch for (`checkSentence`). A sentence cites what it stands on by id; one that cites nothing is
 * compared with each statement and document alone, or must state nothing.
 */
export function createClaimsGuard(question: string): ClaimsGuard {
  const passages: Passage[] = []
  const counts = { fact: 0, document: 0, data: 0 }
  const documentIds = new Map<string, string>()
  const topics: ReadonlySet<string>[] = []
  const knownNames = new Set<string>()
  const questionWords = new Set(wordsOf(question))
  const add = (passage: Passage) => {
    passages.push(passage)
    for (const name of namesIn(` ${passage.text}`)) knownNames.add(name)
  }
  const learnFacts = (facts: readonly Fact[]) =>
    facts.map((fact) => {
      const id = `f${(counts.fact += 1)}`
      // a statement of two sentences may be reworded one by one
      for (const part of splitFact(fact)) add(factPassage(id, part))
      return { id, text: fact.text }
    })
  const guard: ClaimsGuard = {
    learnFacts,
    learn({ title, output, facts }) {
      const { documents, data } = readResult(output)
      const learned = documents.map((document) => {
        const existingId = documentIds.get(document.documentId)
        const id = existingId ?? `d${(counts.document += 1)}`
        documentIds.set(document.documentId, id)
        add(documentPassage(id, document))
        return { id, ...document }
      })
      const dataId = `r${(counts.data += 1)}`
      add(dataPassage(dataId, data, title))
      return { facts: learnFacts(facts), documents: learned, data: { id: dataId, values: data } }
    },
    addTopic: (text) => void topics.push(new Set(foldedWords(text).filter((word) => !joiningWords.has(word)))),
    check(written) {
      const { text, cited, hasMarkup } = plainSentence(written)
      if (!/[\p{L}\p{N}]/u.test(text)) return { verdict: 'empty' }
      const unsupported = {
        verdict: 'unsupported',
        text,
        isRisky: hasMarkup || isHarmful(text, cited, { passages, questionWords }),
      } as const
      if (hasMarkup) return unsupported
      const context = { topics, knownNames }
      if (cited.length > 0) {
        if (!cited.every((id) => passages.some((passage) => passage.id === id))) return unsupported
        const own = passages.filter(({ id }) => cited.includes(id))
        return support(text, own, context) ?? unsupported
      }
      if (statesNothing(text, questionWords)) return { verdict: 'neutral', text }
      for (const passage of passages) {
        const finding = passage.kind === 'data' ? null : support(text, [passage], context)
        if (finding !== null) return finding
      }
      return unsupported
    },
    checkHeading(written) {
      const { text, cited, hasMarkup } = plainSentence(written)
      if (!/[\p{L}\p{N}]/u.test(text)) return { verdict: 'empty' }
      const subjects = [...questionWords, ...topics.flatMap((words) => [...words])].join(' ')
      const namedStems = new Set([...contentStems(subjects), ...partsOfAnswers])
      const isName = contentStems(text).every((stem) => namedStems.has(stem)) && takesNoStand(text)
      if (isName && !hasMarkup && !isHarmful(text, cited, { passages, questionWords }))
        return { verdict: 'neutral', text }
      const checked = guard.check(written)
      return checked.verdict === 'supported' ? { verdict: 'neutral', text } : checked
    },
  }
  return guard
}

/** Whether an unsupported sentence harms when it is shown: it blames, imputes or advises, puts words into a mouth, or names somebody whom no result names. */
function isHarmful(
  text: string,
  cited: readonly string[],
  { passages, questionWords }: { passages: readonly Passage[]; questionWords: ReadonlySet<string> },
): boolean {
  if (risksOf(text).some(({ risk }) => isGrave(risk))) return true
  if (!cited.every((id) => passages.some((passage) => passage.id === id)) || hasForeignQuotation(text, passages))
    return true
  const evidenceWords = new Set(passages.flatMap((passage) => foldedWords(passage.text)))
  return namesIn(text).some(
    (name) => !questionWords.has(name) && !evidenceWords.has(name) && !evidenceWords.has(name.replace(/s$/u, '')),
  )
}

/** Whether words have neither a number nor a quotation, and neither blame, direction, feeling nor superlative. */
function takesNoStand(text: string): boolean {
  if (/\p{N}|["“”„«»]/u.test(text) || risksOf(text).length > 0 || directionsOf(text).size > 0) return false
  return feelingsOf(text).size === 0 && universalsOf(text).length === 0 && superlativesOf(text).length === 0
}

function statesNothing(text: string, questionWords: ReadonlySet<string>): boolean {
  if (!takesNoStand(text)) return false
  if (/^(?:yes|no|indeed|correct|right|exactly)\b/iu.test(text)) return false
  const words = wordsOf(text).filter((word) => !joiningWords.has(word) && !aboutTheAnswer.has(word))
  return words.every((word) => questionWords.has(word)) && words.length <= 3
}

/** A supported sentence with its evidence; null where the passages do not say it. */
function support(
  text: string,
  passages: readonly Passage[],
  context: CheckContext,
): Extract<SentenceCheck, { verdict: 'supported' }> | null {
  for (const { fact } of passages)
    if (fact !== null && isRewording(text, fact))
      return { verdict: 'supported', sentence: citedSentence(text, fact), quotes: [] }
  const checked = checkSentence(text, passages, context)
  if (checked.objection !== null) return null
  const sentence = /[.!?”:]$/u.test(text) ? text : `${text}.`
  const grounds = checked.numbers.flatMap(({ written: { start, end }, evidence }) =>
    evidence?.ground == null ? [] : [{ start, end, ground: evidence.ground }],
  )
  const quoted = passages.flatMap((passage) => quoteOf(sentence, passage))
  const titles = quoted.flatMap(({ document, quote, start, end }): Sentence['grounds'][number][] => {
    const at = document.title.indexOf(quote)
    if (at < 0) return []
    const ground = {
      kind: 'document',
      documentId: document.documentId,
      field: 'title',
      quoteStart: at,
      quoteEnd: at + quote.length,
      quote,
    } as const
    return [{ start, end, ground }]
  })
  const quotes = quoted.flatMap(({ document, quote, start, end }) =>
    document.title.includes(quote) ? [] : [{ documentId: document.documentId, quote, start, end }],
  )
  return {
    verdict: 'supported',
    sentence: {
      text: sentence,
      grounds: [...grounds, ...titles].toSorted((a, b) => a.start - b.start || a.end - b.end),
    },
    quotes,
  }
}

/** The words of a document that a sentence stands on: those that it quotes, else the sentence of it that is most alike. */
function quoteOf(
  text: string,
  { document }: Passage,
): { document: CitableDocument; quote: string; start: number; end: number }[] {
  if (document === null) return []
  const parts = [document.title, document.passage ?? ''].filter((part) => part !== '')
  const quotes = quotationsOf(text).flatMap((quoted) => {
    const start = text.indexOf(quoted)
    const quote = quoted.replace(/[.,;:!?]+$/u, '')
    return parts.some((part) => part.includes(quote)) ? [{ document, quote, start, end: start + quote.length }] : []
  })
  if (quotes.length > 0) return quotes
  const stems = new Set(contentStems(text))
  const best = parts
    .flatMap((part) => (part === document.title ? [part] : part.split(/(?<=[.!?])\s+|\s…\s/u)))
    .map((quote) => ({
      quote: quote.trim().slice(0, 2_000),
      score: contentStems(quote).filter((stem) => stems.has(stem)).length,
    }))
    .filter(({ quote }) => quote !== '')
    .toSorted((a, b) => b.score - a.score)[0]
  const end = text.length - (/[.!?]$/u.test(text) ? 1 : 0)
  return best === undefined ? [] : [{ document, quote: best.quote, start: 0, end }]
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

/** Whether a text is a fact in other words: the same numbers, names and quotations in the same order, no word that reverses it. */
function isRewording(text: string, fact: Fact): boolean {
  if (text === fact.text || `${text}.` === fact.text) return true
  const documents = quotedDocuments(fact)
  const template = checkText(fact.text, fact.claims, documents)
  return template.ok && checkRephrasing({ text, template: template.text, claims: fact.claims, documents }).ok
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
    const paddedText = ' '.repeat(quote.start) + quote.text
    const document = documents.get(quote.documentId) ?? { id: quote.documentId, title: '', body: null }
    documents.set(quote.documentId, { ...document, [quote.part]: paddedText })
  }
  return documents
}
