import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type EvidenceFilter, evidenceOf, withEvidence } from './evidence.ts'
import { useFigureSignal } from './figure/figure-signal.ts'
import { type Scope, useScope } from './scope/scope.ts'
import textStyles from '../../ui/text-styles.module.css'

const route = getRouteApi('/signals/$signalId')

interface EvidenceLinkProps {
  filter: EvidenceFilter
  /** What opens, for a screen reader: "40 negative documents". */
  label: string
  /** Looks like the text around it until it is pointed at. */
  quiet?: boolean
  children: ReactNode
}

/** A number that opens the documents behind it. A real link: it can be copied, or opened in a tab of its own. */
export const EvidenceLink = ({ filter, label, quiet = false, children }: EvidenceLinkProps) => {
  const scope = useScope()
  const figureSignal = useFigureSignal()
  const looks = {
    preload: false,
    className: textStyles.dotted,
    'data-quiet': quiet || undefined,
    'aria-label': `Open ${label}`,
  } as const
  if (figureSignal !== null)
    return (
      <Link to="/signals/$signalId" params={{ signalId: figureSignal }} search={evidenceOf(filter)} {...looks}>
        {children}
      </Link>
    )
  return (
    <route.Link
      to="."
      search={(search) => withEvidence(search, withinScope(filter, scope))}
      resetScroll={false}
      {...looks}
    >
      {children}
    </route.Link>
  )
}

/** A number of some days opens the documents of these days. What names its own days, or documents, does already. */
const withinScope = (filter: EvidenceFilter, scope: Scope | null): EvidenceFilter =>
  scope === null || filter.since !== undefined || filter.until !== undefined || filter.ids !== undefined
    ? filter
    : { ...filter, since: scope.since, until: scope.until }

/** Opens documents from what is no link, such as a column of a chart. */
export const useOpenEvidence = () => {
  const navigate = useNavigate()
  const scope = useScope()
  const figureSignal = useFigureSignal()
  return (filter: EvidenceFilter) =>
    void (figureSignal === null
      ? navigate({
          from: '/signals/$signalId',
          to: '.',
          search: (search) => withEvidence(search, withinScope(filter, scope)),
          resetScroll: false,
        })
      : navigate({ to: '/signals/$signalId', params: { signalId: figureSignal }, search: evidenceOf(filter) }))
}
