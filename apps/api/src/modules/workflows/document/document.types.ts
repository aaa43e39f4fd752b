import type { WorkflowEvidence } from '@auspex/sdk/types'

/** What a step found, as its tool gave it. Its shape is looked at, never believed. */
export interface Finding {
  tool: string
  output: unknown
}

/** Numbers evidence while a text is written. */
export interface Citations {
  /** The mark of a piece of evidence, such as `[3]`; empty when no more can be numbered. */
  cite(evidence: Omit<WorkflowEvidence, 'number'>): string
  /** The mark of a document, by its title where the finding has it, else by the words that it is cited for. */
  citeDocument(id: string, document: { signalId: string | null; words: string | null }): string
  list(): WorkflowEvidence[]
}
