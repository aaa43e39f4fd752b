import type { Citation, Figure } from '@auspex/sdk'
import { createContext, type ReactNode, use } from 'react'

/** Something that an answer stands on, to be shown beside it. */
export interface EvidenceRequest {
  readonly citation: Citation
  /** Signals in whose documents a quoted one is looked for, the likeliest first. */
  readonly signalIds: readonly string[]
}

/** What other features draw for an answer; the route brings them together. */
export interface EvidenceViews {
  /** A section of a signal's report, as the report draws it. */
  readonly renderFigure: (figure: Figure) => ReactNode
  /** The document with the quoted words marked, or how the number came about. */
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
