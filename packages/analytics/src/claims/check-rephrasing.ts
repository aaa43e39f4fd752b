import { type CheckedText, checkText, type QuotableDocument, type TextCheck, type TextFault } from './check-text.ts'
import type { Claim } from './claim.ts'
import { maskText } from './mask-text.ts'

/** Words that connect and report without claiming anything. A rephrased sentence may use these besides the words of its template. */
const joiningWords: ReadonlySet<string> = new Set(
  `a an the of in on at by for from to with and as that which who whose where when this these those it its they their
  is are was were be been being has have had there here about among across over during within between per while also
  too then meanwhile overall altogether total came come comes comprise found find counted count counting seen see
  mention mentions mentioned mentioning cover covers covered coverage topic subject report reports reported reporting
  write writes wrote written say says said state states stated note notes noted according document documents story
  stories outlet outlets publisher publishers author authors day days period span date dates figure figures measured
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
  const templateVouched = maskText(template, claims).vouched
  const textVouched = maskText(text, claims).vouched
  const at = templateVouched.findIndex((one, index) => textVouched[index] !== one)
  if (at === -1 && textVouched.length === templateVouched.length) return []
  return [{ kind: 'not-rephrased', found: templateVouched[at] ?? textVouched[templateVouched.length] ?? '' }]
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
