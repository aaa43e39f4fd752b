import type { WorkflowEvidence } from '@auspex/sdk'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { OutsideLink } from '../../../ui/outside-link.tsx'
import textStyles from '../../../ui/text-styles.module.css'

interface EvidenceLinkProps {
  evidence: WorkflowEvidence
  className?: string | undefined
  label?: string
  children: ReactNode
}

/** Links to the evidence of a sentence: the document in its report, the study, or the page. */
export const EvidenceLink = ({ evidence, className = textStyles.link, label, children }: EvidenceLinkProps) => {
  const { kind, id, signalId, url } = evidence
  const shared = { className, 'aria-label': label }
  if (kind === 'document' && id !== null && signalId !== null)
    return (
      <Link to="/signals/$signalId" params={{ signalId }} search={{ docs: 'all', ids: id, doc: id }} {...shared}>
        {children}
      </Link>
    )
  if (kind === 'signal' && signalId !== null)
    return (
      <Link to="/signals/$signalId" params={{ signalId }} {...shared}>
        {children}
      </Link>
    )
  if (kind === 'trial' && id !== null)
    return (
      <Link to="/trials/$nctId" params={{ nctId: id }} {...shared}>
        {children}
      </Link>
    )
  return url === null ? <span {...shared}>{children}</span> : <OutsideLink href={url}>{children}</OutsideLink>
}
