import { type CheckedText, checkText, type QuotableDocument, type TextCheck, type TextFault } from './check-text.ts'
import type { Claim } from './claim.ts'
import { maskText } from './mask-text.ts'
import { joiningWords, turningWords } from './rephrasing-words.ts'

/** Longest rephrasing, as a multiple of its template, plus room for a few joining words. */
const growth = 1.5
const room = 40

export interface RephrasingInput {
  /** What somebody, such as a language model, made of the template. */
  text: string
  template: CheckedText
  claims: readonly Claim[]
  documents: ReadonlyMap<string, QuotableDocument>
}

/**
 * Checks a rephrased sentence: first as any sentence, then against its template. It must keep every number, name and
 * quotation in the same order, use no word that the template does not have (words that only join are free), and keep the
 * words that turn a meaning. So it can be smoother and can say nothing else.
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
  const wanted = maskText(template, claims).vouched
  const kept = maskText(text, claims).vouched
  const at = wanted.findIndex((one, index) => kept[index] !== one)
  if (at === -1 && kept.length === wanted.length) return []
  return [{ kind: 'not-rephrased', found: wanted[at] ?? kept[wanted.length] ?? '' }]
}

function compareWords(text: string, template: string, claims: readonly Claim[]): TextFault[] {
  const [rest, model] = [maskText(text, claims).rest, maskText(template, claims).rest]
  const known = new Set(wordsOf(model))
  const added = wordsOf(rest).filter((word) => !known.has(word) && !joiningWords.has(word))
  const faults = added.map((found): TextFault => ({ kind: 'not-rephrased', found }))
  const [turns, modelTurns] = [turningWords(rest), turningWords(model)]
  if (turns.join(' ') !== modelTurns.join(' ')) faults.push({ kind: 'not-rephrased', found: turns.join(' ') })
  return faults
}

function wordsOf(text: string): string[] {
  return [...text.toLowerCase().matchAll(/[\p{L}\p{M}]+(?:['’][\p{L}]+)?/gu)].map(([word]) => word)
}
