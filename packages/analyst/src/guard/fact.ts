import { type Claim, toQuotation } from '@auspex/analytics/claims'
import type { Finding } from '../answer/statement-sentences.ts'
import type { Sentence } from '../answer/sentence.ts'

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
export function writtenPieces(
  fact: Fact,
): { readonly words: string; readonly ground: Sentence['grounds'][number]['ground'] }[] {
  return fact.grounds.map(({ start, end, ground }) => ({
    words: ground.kind === 'document' ? toQuotation(ground.quote) : fact.text.slice(start, end),
    ground,
  }))
}
