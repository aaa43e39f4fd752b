import type { Claim } from './claim.ts'
import { mask, maskText } from './mask-text.ts'
import { renderNumber } from './render-number.ts'

const words = [
  'zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen',
  'eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundreds?|thousands?|millions?|billions?',
  'trillions?|dozens?|scores? of|half|halves|halved|thirds?|quarters?|fifths?|tenths?|doubl(?:e|es|ed|ing)',
  'tripl(?:e|es|ed|ing)|quadrupl(?:e|es|ed|ing)|twice|thrice|once|both|pair|couple|several|majority|minority',
  String.raw`\w+fold|first|second|fourth|sixth|seventh|eighth|ninth`,
]
const pattern = new RegExp(String.raw`\b(?:${words.join('|')})\b`, 'giu')

/** Numbers written as words, and words for quantities: what a sentence could add without a digit. English only. */
function numberWords(text: string): string[] {
  return [...text.matchAll(pattern)].map(([found]) => found)
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
 * Checks a sentence against its claims: every number in it must be the rendering of a number of a claim, and every quotation an exact span of the
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
    .filter((number) => number.text !== renderNumber(number))
    .map(({ text }): TextFault => ({ kind: 'wrong-rendering', found: text }))
  if (quote !== null && !isExact(quote, documents)) faults.push({ kind: 'quotation-not-exact', found: quote.text })
  return faults
}

/** Whether the quotation matches its document, character for character, at the stated position. */
export function isExact(
  { documentId, part, start, end, text }: NonNullable<Claim['quote']>,
  documents: ReadonlyMap<string, QuotableDocument>,
): boolean {
  const whole = documents.get(documentId)?.[part]
  return text !== '' && whole !== undefined && whole !== null && whole.slice(start, end) === text
}
