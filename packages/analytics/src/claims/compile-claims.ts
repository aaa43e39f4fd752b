import { type CheckedText, checkText, type QuotableDocument, type TextFault } from './check-text.ts'
import type { Claim } from './claim.ts'

/** A claim without its number inside a summary. */
export type NewClaim = Omit<Claim, 'id'>

/**
 * Why a quotation is shown: `central` to what the documents say, or `contrastive`, with the tone opposite to their mean (contrastive summaries: Kim &
 * Zhai 2009).
 */
export type QuoteRole = 'central' | 'contrastive'

/** A sentence and what it claims, before the check. */
export interface StatementDraft {
  text: string
  claims: readonly NewClaim[]
  /** Null or omitted for a sentence about counts. */
  role?: QuoteRole | null
  /** What the quoted documents have in common. */
  about?: string | null
  /** `detail` when omitted. */
  part?: StatementPart
}

/** Where a sentence belongs: over the chart, in the story beside it, or with the details. */
export type StatementPart = 'title' | 'story' | 'detail'

/** A sentence that may be shown: its text passed the check. */
export interface Statement {
  text: CheckedText
  claimIds: string[]
  origin: 'template' | 'rephrased'
  /** Null for a sentence about counts. */
  role: QuoteRole | null
  /** What the quoted documents have in common; null for a sentence about counts, and where it is unknown. */
  about: string | null
  part: StatementPart
}

export interface CompiledClaims {
  statements: Statement[]
  claims: Claim[]
  /** Sentences that their claims do not support, and sentences without claims (no faults). They are not shown; a template never produces one. */
  refusals: { text: string; faults: TextFault[] }[]
}

/**
 * Builds a summary from sentences and their claims, in the given order. A sentence that its claims do not support is left out together with its
 * claims. `documents` are those that quotations cite.
 */
export function compileClaims(
  drafts: readonly StatementDraft[],
  documents: ReadonlyMap<string, QuotableDocument>,
): CompiledClaims {
  const compiled: CompiledClaims = { statements: [], claims: [], refusals: [] }
  for (const { text, claims, role = null, about = null, part = 'detail' } of drafts) {
    const numbered = claims.map((claim, index) => ({ ...claim, id: `c${compiled.claims.length + index + 1}` }))
    const checked = checkText(text, numbered, documents)
    if (!checked.ok || numbered.length === 0) {
      compiled.refusals.push({ text, faults: checked.ok ? [] : checked.faults })
      continue
    }
    compiled.claims.push(...numbered)
    const claimIds = numbered.map(({ id }) => id)
    compiled.statements.push({ text: checked.text, claimIds, origin: 'template', role, about, part })
  }
  return compiled
}
