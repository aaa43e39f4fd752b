import type { Citation, Figure } from '@auspex/sdk'
import { createContext, type ReactNode, use } from 'react'

/** Evidence of an answer, to be shown beside it. */
export interface EvidenceRequest {
  readonly citation: Citation
  /** Signals in whose documents to look for a quoted one, most likely first. */
  readonly signalIds: readonly string[]
}

/** Views that other features provide for an answer; the route injects them. */
export interface EvidenceViews {
  /** A section of a signal's report, as in the report. */
  readonly renderFigure: (figure: Figure) => ReactNode
  /** The document with the quotation highlighted, or the provenance of the number. */
  readonly renderEvidence: (request: EvidenceRequest) => ReactNode
}

interface Evidence extends EvidenceViews {
  readonly open: (request: EvidenceRequest) => void
}

export const EvidenceContext = createContext<Evidence | null>(null)

export const useEvidence = (): Evidence => {
  const evidence = use(EvidenceContext)
  if (evidence === null) throw new Error('useEvidence needs an EvidenceContext above it')
  return evidence
}
