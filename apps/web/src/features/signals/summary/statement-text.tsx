import { Fragment } from 'react'
import { EvidenceLink } from '../evidence-link.tsx'
import { toEvidence } from '../provenance/to-evidence.ts'
import { type TaggedStatement, toParts } from './statement-parts.ts'

interface StatementTextProps extends TaggedStatement {
  /** In a heading: its phrases look like links only on hover. */
  quiet?: boolean
}

/** The text of a sentence, in which each number and quotation opens its documents. */
export const StatementText = ({ statement, claims, quiet = false }: StatementTextProps) =>
  toParts(statement, claims).map(({ text, kind, claim }, index) =>
    claim === null ? (
      // The same text can occur twice; the order of a sentence never changes.
      <Fragment key={index}>{text}</Fragment>
    ) : (
      <EvidenceLink
        key={index}
        filter={toEvidence(claim.evidence)}
        label={kind === 'quote' ? `the source of ${text}` : `the documents behind ${text}`}
        quiet={quiet || kind === 'quote'}
      >
        {text.replaceAll(' %', '\u00A0%')}
      </EvidenceLink>
    ),
  )
