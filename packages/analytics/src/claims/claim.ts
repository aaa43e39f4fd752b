export type ClaimKind = 'count' | 'share' | 'change' | 'comparison' | 'quote' | 'forecast'

/**
 * `supported`: counted, and enough to say it. `weak`: counted from few documents, or carried by one outlet alone.
 * `unchecked`: nobody can check it yet, as a forecast before its days have come.
 */
export type ClaimStatus = 'supported' | 'weak' | 'unchecked'

/** What a number counts: `percent` is of 100, `ratio` says how many times, `score` is a tone in [-1, 1]. */
export type ClaimUnit = 'documents' | 'stories' | 'outlets' | 'authors' | 'days' | 'percent' | 'ratio' | 'score'

/** A number with its 95 % interval; `low` and `high` are null for an exact count. */
export interface ClaimNumber {
  /** JSON pointer into the report it was compiled from; null when it stands nowhere there. */
  pointer: string | null
  /** What it is of, for example an outlet; null for the whole. */
  subject: string | null
  value: number
  low: number | null
  high: number | null
  /** Documents it rests on; null where it is no measurement. */
  n: number | null
  unit: ClaimUnit
  /** How sentences write it: what `renderNumber` gives, nothing else passes the check. */
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

/** Which documents stand behind a claim, in the contract's words; what is not there does not narrow. */
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

/** Something that a summary says, with what it stands on. */
export interface Claim {
  /** `c1`, `c2`, …: its number inside one summary. */
  id: string
  kind: ClaimKind
  status: ClaimStatus
  /** Why it has that status, as a sentence. */
  reason: string
  numbers: ClaimNumber[]
  /** Names, days and terms that its sentence says; digits in them are no numbers of the claim. */
  names: string[]
  quote: ClaimQuote | null
  evidence: ClaimEvidence
  /** Single documents; empty when it stands on all that the evidence lists. */
  documentIds: string[]
  /** Heading of docs/measures.md. */
  formula: string
}

/** All documents of a signal. */
export const allDocuments: ClaimEvidence = {}

/** The documents of a signal that also match `part`; null does not narrow. */
export function evidence(part: { [Field in keyof ClaimEvidence]: ClaimEvidence[Field] | null }): ClaimEvidence {
  return Object.fromEntries(Object.entries(part).filter(([, value]) => value != null))
}
