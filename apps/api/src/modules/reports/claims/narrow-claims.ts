import { evidence } from '@auspex/analytics'
import type { EvidenceFilter, SummarySection } from '@auspex/sdk/types'

/** The part of a signal that an operation requests. */
export interface SummaryPart {
  entity?: string | null | undefined
  country?: string | null | undefined
  fromDay?: string | null | undefined
  toDay?: string | null | undefined
}

/** Limits the evidence of a summary's claims to the documents of the part, so that claim and list agree. */
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

function narrowEvidence(filter: EvidenceFilter, { entity, country, fromDay, toDay }: SummaryPart): EvidenceFilter {
  return evidence({
    ...filter,
    context: filter.context ?? entity ?? null,
    country: filter.country ?? country ?? null,
    from: later(filter.from, fromDay),
    to: earlier(filter.to, toDay),
  })
}

function later(a: string | null | undefined, b: string | null | undefined): string | null {
  if (a == null || b == null) return a ?? b ?? null
  return a > b ? a : b
}

function earlier(a: string | null | undefined, b: string | null | undefined): string | null {
  if (a == null || b == null) return a ?? b ?? null
  return a < b ? a : b
}
