import { Fragment } from 'react'
import { EvidenceLink } from '../evidence-link.tsx'
import { toEvidence } from '../provenance/to-evidence.ts'
import { type TaggedStatement, toParts } from './statement-parts.ts'

interface StatementTextProps extends TaggedStatement {
  /** In a heading: its phrases look like links only when pointed at. */
  quiet?: boolean
}

/** The words of a sentence, of which each number and quotation opens its documents. */
export const StatementText = ({ statement, claims, quiet = false }: StatementTextProps) =>
  toParts(statement, claims).map(({ text, kind, claim }, index) =>
    claim === null ? (
      // The same words can stand twice; a sentence never changes its order.
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
