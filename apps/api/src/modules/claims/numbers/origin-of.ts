import { type ClaimEvidence, type FormulaName, formulas } from '@auspex/analytics'
import type { SignalNumber, SignalReport } from '@auspex/sdk/types'
import { describeEvidence, describeNumber } from './describe-number.ts'
import { evidenceAt } from './evidence-at.ts'
import { type PointerTarget, readPointer } from './read-pointer.ts'

export type NumberOrigin = Pick<
  SignalNumber,
  'label' | 'number' | 'low' | 'high' | 'n' | 'basis' | 'formula' | 'evidence'
> & {
  /** Whether a list of documents stands behind it. */
  isListed: boolean
}

/** How a number of a report came about, read from where it stands; null when no number stands there. */
export function originOf(report: SignalReport, pointer: string): NumberOrigin | null {
  const target = readPointer(report, pointer)
  if (target === null || typeof target.value !== 'number') return null
  const { keys, value } = target
  const claim = claimAt(target)
  const description = claim ?? describeNumber(keys)
  const evidence: ClaimEvidence = evidenceAt(target, report)
  const isLibrary = description.formula === 'library'
  const part = describeEvidence(evidence)
  return {
    label: (part === '' ? description.label : `${description.label} (${part})`).slice(0, 600),
    number: value,
    ...boundsOf(target, report),
    basis: isLibrary ? 'library' : report.counts.sampled ? 'sample' : 'exact',
    formula: formulas[description.formula],
    evidence,
    isListed: !isLibrary,
  }
}

/** A number of a claim is told by its claim. */
function claimAt({ keys, parents }: PointerTarget): { label: string; formula: FormulaName } | null {
  if (keys[0] !== 'summary' || keys[1] !== 'claims' || keys[3] !== 'numbers') return null
  const [claim, number] = [parents[3], parents.at(-1)] as [{ formula: string }, { text: string }] // what the contract puts there
  return claim.formula in formulas ? { label: number.text, formula: claim.formula as FormulaName } : null // it is a key
}

const none = { low: null, high: null, n: null }

function boundsOf(
  { keys, parents, value }: PointerTarget,
  { counts }: SignalReport,
): Pick<NumberOrigin, 'low' | 'high' | 'n'> {
  const last = keys.at(-1) ?? ''
  const item = parents.at(-1) as Record<string, unknown> // the last parent holds the number
  const number = (key: string) => (typeof item[key] === 'number' ? item[key] : null)
  if (last === 'value') return { low: number('low'), high: number('high'), n: number('n') }
  if (last === 'lift') return { low: number('liftLow'), high: number('liftHigh'), n: number('documents') }
  const read = Math.round(counts.documents * counts.sampleFraction)
  if (keys[0] === 'counts' && last === 'documents')
    return counts.sampled ? { low: counts.documentsLow, high: counts.documentsHigh, n: read } : { ...none, n: read }
  return /documents|total|current|previous|positive|neutral|negative|unknown/iu.test(last) && !counts.sampled
    ? { ...none, n: Math.max(0, Math.round(value as number)) } // a number, as the caller saw
    : none
}
