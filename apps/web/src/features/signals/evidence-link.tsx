import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type EvidenceFilter, evidenceOf, withEvidence } from './evidence.ts'
import { useFigureSignal, type Scope, useScope } from './scope.ts'
import textStyles from '../../ui/text-styles.module.css'

const route = getRouteApi('/signals/$signalId')

interface EvidenceLinkProps {
  filter: EvidenceFilter
  /** The accessible name of what opens: "40 negative documents". */
  label: string
  /** Looks like the surrounding text until it is hovered. */
  quiet?: boolean
  children: ReactNode
}

/** A number that opens the documents behind it. A real link: it can be copied, or opened in another tab. */
export const EvidenceLink = ({ filter, label, quiet = false, children }: EvidenceLinkProps) => {
  const scope = useScope()
  const figureSignal = useFigureSignal()
  const linkProps = {
    preload: false,
    className: textStyles.dotted,
    'data-quiet': quiet || undefined,
    'aria-label': `Open ${label}`,
  } as const
  if (figureSignal !== null)
    return (
      <Link to="/signals/$signalId" params={{ signalId: figureSignal }} search={evidenceOf(filter)} {...linkProps}>
        {children}
      </Link>
    )
  return (
    <route.Link
      to="."
      search={(search) => withEvidence(search, withinScope(filter, scope))}
      resetScroll={false}
      {...linkProps}
    >
      {children}
    </route.Link>
  )
}

/** A number for chosen days opens the documents of these days, unless its filter already has days or document ids. */
const withinScope = (filter: EvidenceFilter, scope: Scope | null): EvidenceFilter =>
  scope === null || filter.since !== undefined || filter.until !== undefined || filter.ids !== undefined
    ? filter
    : { ...filter, since: scope.since, until: scope.until }

/** Opens documents from an element that is not a link, such as a column of a chart. */
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
