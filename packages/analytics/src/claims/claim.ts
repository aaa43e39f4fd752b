export type ClaimKind = 'count' | 'share' | 'change' | 'comparison' | 'quote' | 'forecast'

/**
 * `supported`: counted, and enough to state it. `weak`: counted from few documents, or carried by one outlet alone.
 * `unchecked`: cannot be checked yet, such as a forecast before its days have come.
 */
export type ClaimStatus = 'supported' | 'weak' | 'unchecked'

/** The unit of a number: `percent` is of 100, `ratio` a multiple, `score` a tone in [-1, 1]. */
export type ClaimUnit = 'documents' | 'stories' | 'outlets' | 'authors' | 'days' | 'percent' | 'ratio' | 'score'

/** A number with its 95 % interval; `low` and `high` are null for an exact count. */
export interface ClaimNumber {
  /** JSON pointer into the report it was compiled from; null when it is not in the report. */
  pointer: string | null
  /** What it describes, for example an outlet; null for the whole. */
  subject: string | null
  value: number
  low: number | null
  high: number | null
  /** Documents it is based on; null where it is not a measurement. */
  n: number | null
  unit: ClaimUnit
  /** The number as its sentence writes it: the output of `renderNumber`, or of `plainNumber`; nothing else passes the check. */
  text: string
}

/** An exact span of a document, [start, end) in UTF-16 units. */
export interface ClaimQuote {
  documentId: string
  part: 'title' | 'body'
  start: number
  end: number
  text: string
}

/** The documents behind a claim, in the contract's terms; an absent field does not narrow. */
export interface ClaimEvidence {
  tone?: 'negative' | 'neutral' | 'positive' | 'unknown'
  source?: string
  outlet?: string
  author?: string
  kind?: string
  group?: 'documents' | 'chatter'
  country?: string
  context?: string
  storyCluster?: string
  from?: string
  to?: string
  ids?: string
}

/** A statement of a summary, with its evidence. */
export interface Claim {
  /** `c1`, `c2`, …: its number within one summary. */
  id: string
  kind: ClaimKind
  status: ClaimStatus
  /** Why it has that status, as a sentence. */
  reason: string
  numbers: ClaimNumber[]
  /** Names, days and terms that its sentence mentions; digits in them are not numbers of the claim. */
  names: string[]
  quote: ClaimQuote | null
  evidence: ClaimEvidence
  /** Individual documents; empty when it rests on all documents of the evidence. */
  documentIds: string[]
  /** A heading of docs/measures.md. */
  formula: string
}

/** All documents of a signal. */
export const allDocuments: ClaimEvidence = {}

/** The documents of a signal that also match `part`; null does not narrow. */
export function evidence(part: { [Field in keyof ClaimEvidence]: ClaimEvidence[Field] | null }): ClaimEvidence {
  return Object.fromEntries(Object.entries(part).filter(([, value]) => value != null))
}
