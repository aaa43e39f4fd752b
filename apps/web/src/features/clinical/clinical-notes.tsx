import { type ClinicalOrigin, AuspexError } from '@auspex/sdk'
import { IconClockPause, IconFlask, IconPlugConnectedX, IconQuoteOff } from '@tabler/icons-react'
import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatInstant } from '../../lib/time/format.ts'
import { describeFailure } from '../../lib/api/failure.ts'
import { LinkButton } from '../../lib/links/link-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorView } from '../../ui/error-view.tsx'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'

/** The source and the time of the data, and why it is not the current answer of the usual source. */
export const OriginNote = ({ origin }: { origin: ClinicalOrigin }) => (
  <>
    {origin.notice !== null && (
      <p className={`${surfaces.callout} ${surfaces.warning}`} role="status">
        {origin.notice} Read {formatInstant(origin.asOf)}.
      </p>
    )}
    <p className={textStyles.note}>
      {origin.attribution}. Read {formatInstant(origin.asOf)}.
    </p>
  </>
)

/** Shown once on each page, at its end. */
export const MedicalNote = () => (
  <p className={textStyles.note}>Records as filed by researchers and sponsors. Not medical advice.</p>
)

interface ClinicalFailureProps {
  error: unknown
  onRetry: () => void
}

const iconOf: Readonly<Record<string, ReactNode>> = {
  'clinical.demo': <IconFlask size={22} aria-hidden />,
  'clinical.rate_limited': <IconClockPause size={22} aria-hidden />,
  'clinical.source_failed': <IconPlugConnectedX size={22} aria-hidden />,
  'clinical.query_refused': <IconQuoteOff size={22} aria-hidden />,
  'clinical.trial_not_found': <IconQuoteOff size={22} aria-hidden />,
}

/**
 * Why a register returned nothing, and what to do: never an empty list. Errors that are not a state of a register are shown
 * like any other failure.
 */
export const ClinicalFailure = ({ error, onRetry }: ClinicalFailureProps) => {
  const problem = error instanceof AuspexError ? error.problem : null
  const code = problem?.code ?? ''
  const icon = iconOf[code]
  if (problem === null || icon === undefined) return <ErrorView {...describeFailure(error)} onRetry={onRetry} />
  const canRetry = code === 'clinical.rate_limited' || code === 'clinical.source_failed'
  return (
    <div role="alert">
      <EmptyState
        icon={icon}
        title={problem.title}
        text={problem.detail}
        action={
          canRetry ? (
            <Group gap={8} justify="center">
              <Button onClick={onRetry}>Ask again</Button>
              {code === 'clinical.source_failed' && (
                <LinkButton variant="default" to="/sources">
                  See the sources
                </LinkButton>
              )}
            </Group>
          ) : code === 'clinical.demo' ? (
            <LinkButton to="/sources">See the sources</LinkButton>
          ) : undefined
        }
      />
    </div>
  )
}
