import type { EvidenceFilter, SummarySection } from '@auspex/sdk/types'

/** A part of a signal, as an operation asks for it. */
export interface SummaryPart {
  entity?: string | null | undefined
  country?: string | null | undefined
  fromDay?: string | null | undefined
  toDay?: string | null | undefined
}

/** The evidence of a summary of a part lists documents of that part only, so that claim and list agree. */
export function narrowClaims(section: SummarySection, part: SummaryPart): SummarySection {
  if (Object.values(part).every((value) => value == null)) return section
  return {
    ...section,
    claims: section.claims.map((claim) => ({
      ...claim,
      numbers: claim.numbers.map((number) => ({ ...number, pointer: null })),
      evidence: narrowEvidence(claim.evidence, part),
    })),
  }
}

function narrowEvidence(evidence: EvidenceFilter, { entity, country, fromDay, toDay }: SummaryPart): EvidenceFilter {
  return {
    ...evidence,
    context: evidence.context ?? entity ?? null,
    country: evidence.country ?? country ?? null,
    from: later(evidence.from, fromDay ?? null),
    to: earlier(evidence.to, toDay ?? null),
  }
}

function later(a: string | null, b: string | null): string | null {
  return a === null || (b !== null && b > a) ? b : a
}

function earlier(a: string | null, b: string | null): string | null {
  return a === null || (b !== null && b < a) ? b : a
}
