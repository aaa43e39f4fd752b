import { type CheckedText, checkText, type QuotableDocument, type TextFault } from './check-text.ts'
import type { Claim } from './claim.ts'

/** A claim before it has its number inside a summary. */
export type NewClaim = Omit<Claim, 'id'>

/** A sentence and what it claims, before the check. */
export interface StatementDraft {
  text: string
  claims: readonly NewClaim[]
}

/** A sentence that may be shown: its text passed the check. */
export interface Statement {
  text: CheckedText
  claimIds: string[]
  origin: 'template' | 'rephrased'
}

export interface CompiledClaims {
  statements: Statement[]
  claims: Claim[]
  /** Sentences that their claims do not support. They are not shown; a template never makes one. */
  refused: { text: string; faults: TextFault[] }[]
}

/**
 * Makes a summary of sentences and their claims, in the given order. A sentence that its claims do not support is left out
 * with its claims. `documents` are those that quotations cite.
 */
export function compileClaims(
  drafts: readonly StatementDraft[],
  documents: ReadonlyMap<string, QuotableDocument>,
): CompiledClaims {
  const compiled: CompiledClaims = { statements: [], claims: [], refused: [] }
  for (const { text, claims } of drafts) {
    const numbered = claims.map((claim, index) => ({ id: `c${compiled.claims.length + index + 1}`, ...claim }))
    const checked = checkText(text, numbered, documents)
    if (!checked.ok || numbered.length === 0) {
      compiled.refused.push({ text, faults: checked.ok ? [] : checked.faults })
      continue
    }
    compiled.claims.push(...numbered)
    compiled.statements.push({ text: checked.text, claimIds: numbered.map(({ id }) => id), origin: 'template' })
  }
  return compiled
}
