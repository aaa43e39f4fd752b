import type { SectionName } from '@auspex/sdk'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useClient } from '../../../lib/api.tsx'
import { describeFailure } from '../../../lib/failure.ts'
import { SmallFailure } from '../../../ui/error-view.tsx'
import { signalReportOptions } from '../signals.queries.ts'

// The sections bring all charts, which a page of text does not need.
const FigureBody = lazy(async () => ({ default: (await import('./figure-body.tsx')).FigureBody }))

interface SectionFigureProps {
  signalId: string
  section: SectionName
  title: string
}

/** A section of a report on another page, rendered as in the report. */
export const SectionFigure = ({ signalId, section, title }: SectionFigureProps) => {
  const { data: report, error, refetch } = useQuery(signalReportOptions(useClient(), signalId))
  const waiting = <Skeleton height={260} radius={12} aria-label={`Loading ${title}`} />
  if (report)
    return (
      <Suspense fallback={waiting}>
        <FigureBody report={report} section={section} title={title} />
      </Suspense>
    )
  return error ? <SmallFailure words={describeFailure(error).message} onRetry={() => void refetch()} /> : waiting
}
