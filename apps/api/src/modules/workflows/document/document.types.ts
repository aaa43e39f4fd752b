import type { WorkflowEvidence } from '@auspex/sdk/types'

/** A step's output, as its tool returned it. Its shape is checked, never assumed. */
export interface Finding {
  tool: string
  output: unknown
}

/** Numbers evidence while a text is being written. */
export interface Citations {
  /** The mark of a piece of evidence, such as `[3]`; empty when no more can be numbered. */
  cite(evidence: Omit<WorkflowEvidence, 'number'>): string
  /** The mark of a document, titled as in the finding, otherwise by the words it is cited for. */
  citeDocument(id: string, document: { signalId: string | null; words: string | null }): string
  list(): WorkflowEvidence[]
}
