import { Box, Stack } from '@mantine/core'
import type { AudienceEstimate } from '@auspex/sdk'
import { IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../../lib/api.tsx'
import { describeFailure } from '../../../lib/failure.ts'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorView } from '../../../ui/error-view.tsx'
import { useScope } from '../scope/scope.ts'
import { AudienceCard } from './audience-card.tsx'
import { AudienceControls } from './audience-controls.tsx'
import { type AudienceSelection, adults } from './audience.model.ts'
import { audienceOptions } from './audience.queries.ts'
import { AudienceSkeleton } from './audience-skeleton.tsx'
import { CellTable } from './cell-table.tsx'
import { InterestsCard } from './interests-card.tsx'
import textStyles from '../../../ui/text-styles.module.css'
import surfaces from '../../../ui/surfaces.module.css'

interface AudienceProps {
  signalId: string
  title: string
  geo: string | null
}

/** The audience of a signal: loading, failed, without an estimate, or estimated. */
export const Audience = ({ signalId, title, geo }: AudienceProps) => {
  const scope = useScope()
  const [selection, setSelection] = useState<AudienceSelection>({ ...adults, geo })
  const params = {
    id: signalId,
    name: title,
    age_min: selection.ageMin,
    age_max: selection.ageMax,
    geo: selection.geo,
    ...(scope && { from: scope.since, to: scope.until }),
  }
  const { data, error, refetch, isPlaceholderData } = useQuery(audienceOptions(useClient(), params))
  return (
    <Stack gap={16} miw={0}>
      <AudienceControls selection={selection} onChange={setSelection} />
      {error ? (
        <ErrorView {...describeFailure(error)} onRetry={() => void refetch()} />
      ) : data ? (
        <Stack className={surfaces.fading} gap={16} miw={0} aria-busy={isPlaceholderData}>
          <EstimateView estimate={data} title={title} />
        </Stack>
      ) : (
        <AudienceSkeleton />
      )}
      <InterestsCard signalId={scope?.signalId ?? signalId} />
    </Stack>
  )
}

const EstimateView = ({ estimate, title }: { estimate: AudienceEstimate; title: string }) => {
  const { assumptions, people, interest, message, reason, cells, limits } = estimate
  if (people === null || interest === null)
    return (
      <Card>
        <EmptyState
          level={3}
          icon={<IconUsers size={22} aria-hidden />}
          title={message ?? 'No results found'}
          text={reason}
        />
        {cells.length > 0 && <CellTable cells={cells} caption="What was looked at" />}
      </Card>
    )
  return (
    <>
      <Remarks title="What it assumes" remarks={assumptions} />
      <AudienceCard estimate={{ ...estimate, people, interest }} title={title} />
      <Remarks title="What it cannot say" remarks={limits} />
    </>
  )
}

const Remarks = ({ title, remarks }: { title: string; remarks: readonly string[] }) => (
  <div className={textStyles.limits}>
    <b>{title}</b>
    <Box component="ul" className={textStyles.bullets} mt={4}>
      {remarks.map((remark) => (
        <li key={remark}>{remark}</li>
      ))}
    </Box>
  </div>
)
