import type { Claim } from './claim.ts'
import { toQuotation } from './sentence-words.ts'
import { isRendering } from './render-number.ts'

/** Replaces text that a claim vouches for; no document may contain it. */
const mask = '\uE000'

export interface MaskedText {
  /** The text with a mask in place of everything that a claim vouches for. */
  rest: string
  /** The masked texts, in the order of the text. */
  verifiedTexts: string[]
}

/**
 * Removes from a text what its claims vouch for: quotations in their marks, renderings of numbers, and names. The longest goes first, and only whole
 * words are removed, so that `12 documents` does not vouch for the end of `112 documents`.
 */
function maskText(text: string, claims: readonly Claim[]): MaskedText {
  const quotations = claims.flatMap(({ quote }) => (quote === null ? [] : [toQuotation(quote.text)]))
  const words = claims.flatMap(({ numbers, names }) => [...numbers.map((number) => number.text), ...names])
  const verifiable = [...new Set([...quotations, ...words])]
    .filter((one) => one !== '')
    .toSorted((a, b) => b.length - a.length)
  const verifiedTexts: string[] = []
  let [unverifiedText, at] = ['', 0]
  for (let next = findNext(text, verifiable, at); next !== null; next = findNext(text, verifiable, at)) {
    verifiedTexts.push(next.word)
    unverifiedText += text.slice(at, next.start) + mask
    at = next.start + next.word.length
  }
  return { rest: unverifiedText + text.slice(at), verifiedTexts }
}

/**
 * The first whole word of `known` at or after `from`; of several that begin there, the one that comes first in `known`. A pattern of all words, built
 * for each sentence, took longer than everything else.
 */
function findNext(text: string, known: readonly string[], from: number): { word: string; start: number } | null {
  let next: { word: string; start: number } | null = null
  for (const word of known) {
    let start = text.indexOf(word, from)
    while (start >= 0 && !isWhole(text, start, word)) start = text.indexOf(word, start + 1)
    if (start >= 0 && (next === null || start < next.start)) next = { word, start }
  }
  return next
}

const startsBound = /^[\p{L}\p{N}+−-]/u
const endsBound = /[\p{L}\p{N}]$/u
const goesOnBefore = /(?:[\p{L}\p{N}]|\p{N}[.,]|[+−-])$/u
const goesOnAfter = /^(?:[\p{L}\p{N}]|[.,]\p{N}|\s?%)/u
/** Code units around a word that show whether it continues: two characters of at most two units each. */
const contextUnits = 4

function isWhole(text: string, start: number, word: string): boolean {
  const end = start + word.length
  if (startsBound.test(word) && goesOnBefore.test(text.slice(Math.max(0, start - contextUnits), start))) return false
  return !(endsBound.test(word) && goesOnAfter.test(text.slice(end, end + contextUnits)))
}

const quantityWords = [
  'zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen',
  'eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundreds?|thousands?|millions?|billions?',
  'trillions?|dozens?|scores? of|half|halves|halved|thirds?|quarters?|fifths?|tenths?|doubl(?:e|es|ed|ing)',
  'tripl(?:e|es|ed|ing)|quadrupl(?:e|es|ed|ing)|twice|thrice|once|both|pair|couple|several|majority|minority',
  String.raw`\w+fold|first|second|fourth|sixth|seventh|eighth|ninth`,
]
const quantityPattern = new RegExp(String.raw`\b(?:${quantityWords.join('|')})\b`, 'giu')

/** Numbers written as words, and words for quantities: what a sentence could add without a digit. English only. */
function numberWords(text: string): string[] {
  return [...text.matchAll(quantityPattern)].map(([found]) => found)
}

declare const isChecked: unique symbol

/** A sentence that passed the check. There is no other way to create one. */
export type CheckedText = string & { readonly [isChecked]: true }

/** Why a sentence is rejected. */
export interface TextFault {
  kind:
    | 'number-without-claim'
    | 'number-in-words'
    | 'wrong-rendering'
    | 'quotation-without-source'
    | 'quotation-not-exact'
    | 'not-rephrased'
  /** The part of the sentence, or of the claim, that is at fault. */
  found: string
}

export type TextCheck = { ok: true; text: CheckedText } | { ok: false; faults: TextFault[] }

/** A document that can be quoted. */
export interface QuotableDocument {
  id: string
  title: string
  body: string | null
}

/**
 * Checks a sentence against its claims: every number in it must be a rendering of a number of a claim, and every quotation an exact span of the
 * document that its claim cites. Digits of any script count as numbers, and so do English number words. Names that a claim supplies may contain
 * digits.
 */
export function checkText(
  text: string,
  claims: readonly Claim[],
  documents: ReadonlyMap<string, QuotableDocument>,
): TextCheck {
  const faults: TextFault[] = []
  for (const claim of claims) faults.push(...checkClaim(claim, documents))
  if (text.includes(mask)) faults.push({ kind: 'quotation-without-source', found: mask })
  const { rest } = maskText(text, claims)
  for (const [found] of rest.matchAll(/\p{N}(?:[\p{N}.,]*\p{N})?/gu))
    faults.push({ kind: 'number-without-claim', found })
  for (const found of numberWords(rest)) faults.push({ kind: 'number-in-words', found })
  for (const [found] of rest.matchAll(/["“”„«»‹›「」『』‘‚]/gu))
    faults.push({ kind: 'quotation-without-source', found })
  return faults.length === 0 ? { ok: true, text: text as CheckedText } : { ok: false, faults } // the only place that makes one
}

function checkClaim({ numbers, quote }: Claim, documents: ReadonlyMap<string, QuotableDocument>): TextFault[] {
  const faults = numbers
    .filter((number) => !isRendering(number))
    .map(({ text }): TextFault => ({ kind: 'wrong-rendering', found: text }))
  if (quote !== null && !isExactQuote(quote, documents)) faults.push({ kind: 'quotation-not-exact', found: quote.text })
  return faults
}

/** Whether the quotation matches its document, character for character, at the stated position. */
export function isExactQuote(
  { documentId, part, start, end, text }: NonNullable<Claim['quote']>,
  documents: ReadonlyMap<string, QuotableDocument>,
): boolean {
  const documentText = documents.get(documentId)?.[part]
  return text !== '' && documentText !== undefined && documentText !== null && documentText.slice(start, end) === text
}

/** Words that connect and report without claiming anything. A rephrased sentence may use these besides the words of its template. */
const joiningWords: ReadonlySet<string> = new Set(
  `a an the of in on at by for from to with and as that which who whose where when this these those it its they their
  is are was were be been being has have had there here about among across over during within between per while also
  too then meanwhile overall altogether total came come comes comprise found find counted count counting seen see
  mention mentions mentioned mentioning cover covers covered coverage topic subject report reports reported reporting
  write writes wrote written say says said state states stated note notes noted according document documents story
  stories piece pieces post posts article articles outlet outlets publisher publishers author authors day days period span date dates figure figures measured
  measure compared comparison relative respectively respective such show shows showed shown appear appears appeared
  include includes included including stand stands stood carry carries carried publish published telling tell told`.split(
    /\s+/u,
  ),
)

/** Words that can reverse the meaning of a sentence. A rephrasing keeps them unchanged, each as often, in the same order. */
const turning = new RegExp(
  String.raw`\b(?:not|no|nor|never|none|neither|without|cannot|\w+n['’]t|more|most|less|least|fewer|fewest|higher|highest|lower|lowest|above|below|before|after|against|than|up|down|grew|grow|grows|growth|rose|rise|rises|rising|fell|fall|falls|falling|declin\w*|increas\w*|decreas\w*|unchanged|certain|uncertain|likely|unlikely|all|every|only|but|although|because|therefore|hence|so|positive|negative|neutral|undecided|clear|unclear|uneven\w*|few|hardly|nothing|growing|emerging|peaking|steady|dormant|known|unknown)\b`,
  'giu',
)

/** The words that can reverse the meaning of a text, in lower case and in order. */
function turningWords(text: string): string[] {
  return [...text.matchAll(turning)].map(([found]) => found.toLowerCase())
}

/** Maximum length of a rephrasing as a multiple of its template, plus room for a few joining words. */
const growth = 1.5
const room = 40

export interface RephrasingInput {
  /** The template as rephrased, for example by a language model. */
  text: string
  template: CheckedText
  claims: readonly Claim[]
  documents: ReadonlyMap<string, QuotableDocument>
}

/**
 * Checks a rephrased sentence: first as any sentence, then against its template. It must keep every number, name and quotation in the same order, use
 * no word that is not in the template (joining words are free), and keep the words that can reverse a meaning. So it can be smoother but cannot say
 * anything else.
 */
export function checkRephrasing({ text, template, claims, documents }: RephrasingInput): TextCheck {
  const trimmed = text.trim()
  const checked = checkText(trimmed, claims, documents)
  if (!checked.ok) return checked
  const faults = [...compareVouched(trimmed, template, claims), ...compareWords(trimmed, template, claims)]
  if (/[\n\r<>{}[\]`|]|https?:|www\./u.test(maskText(trimmed, claims).rest))
    faults.push({ kind: 'not-rephrased', found: 'markup' })
  if (trimmed.length > template.length * growth + room) faults.push({ kind: 'not-rephrased', found: 'length' })
  return faults.length === 0 ? checked : { ok: false, faults }
}

function compareVouched(text: string, template: string, claims: readonly Claim[]): TextFault[] {
  const templateTexts = maskText(template, claims).verifiedTexts
  const rewordedTexts = maskText(text, claims).verifiedTexts
  const at = templateTexts.findIndex((one, index) => rewordedTexts[index] !== one)
  if (at === -1 && rewordedTexts.length === templateTexts.length) return []
  return [{ kind: 'not-rephrased', found: templateTexts[at] ?? rewordedTexts[templateTexts.length] ?? '' }]
}

function compareWords(text: string, template: string, claims: readonly Claim[]): TextFault[] {
  const [rest, model] = [maskText(text, claims).rest, maskText(template, claims).rest]
  const modelWords = new Set(wordsOf(model))
  const added = wordsOf(rest).filter((word) => !modelWords.has(word) && !joiningWords.has(word))
  const faults = added.map((found): TextFault => ({ kind: 'not-rephrased', found }))
  const [turns, modelTurns] = [turningWords(rest), turningWords(model)]
  if (turns.join(' ') !== modelTurns.join(' ')) faults.push({ kind: 'not-rephrased', found: turns.join(' ') })
  return faults
}

function wordsOf(text: string): string[] {
  return [...text.toLowerCase().matchAll(/[\p{L}\p{M}]+(?:['’][\p{L}]+)?/gu)].map(([word]) => word)
}
