import { NotFoundError } from '@auspex/sdk'
import { Button, Skeleton } from '@mantine/core'
import { IconMap2, IconSearchOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../lib/api/api.tsx'
import { describeFailure } from '../../lib/api/failure.ts'
import { LinkButton } from '../../lib/links/link-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorView } from '../../ui/error-view.tsx'
import { Page } from '../../ui/page.tsx'
import { BackToReport, ContextSpaceView } from './context-space-view.tsx'
import { contextSpaceOptions, useGenerateSpace } from './context-space.queries.ts'
import classes from './context-space.module.css'
import layout from '../../ui/layout.module.css'
import { noSuchSignal } from '../../lib/words/words.ts'

/** The map of a signal's contexts, in all four states. */
export const ContextSpacePage = ({ signalId }: { signalId: string }) => (
  <Page>
    <ContextSpace signalId={signalId} />
  </Page>
)

const ContextSpace = ({ signalId }: { signalId: string }) => {
  const { data, error, refetch, isFetching } = useQuery(contextSpaceOptions(useClient(), signalId))
  if (data) return <ContextSpaceView space={data} />
  if (data === null) return <NoMap signalId={signalId} />
  if (error && !isFetching)
    return (
      <>
        <BackToReport signalId={signalId} />
        <ErrorView level={1} {...describeFailure(error)} onRetry={() => void refetch()} />
      </>
    )
  return (
    <div role="group" aria-busy="true" aria-label="Loading the map">
      <Skeleton height={34} width={280} mb="md" />
      <div className={`${layout.split} ${classes.pageMap}`}>
        <Skeleton height={486} radius="md" />
        <Skeleton height={320} radius="md" />
      </div>
    </div>
  )
}

const NoMap = ({ signalId }: { signalId: string }) => {
  const { mutate, error, isPending } = useGenerateSpace(signalId)
  if (error instanceof NotFoundError)
    return (
      <EmptyState
        level={1}
        icon={<IconSearchOff size={22} aria-hidden />}
        {...noSuchSignal}
        action={<LinkButton to="/">Search a topic</LinkButton>}
      />
    )
  return (
    <>
      <title>Context space · Auspex</title>
      <BackToReport signalId={signalId} />
      {error ? (
        <ErrorView level={1} {...describeFailure(error)} onRetry={() => mutate()} />
      ) : (
        <EmptyState
          level={1}
          icon={<IconMap2 size={22} aria-hidden />}
          title="No map yet"
          text="A context map shows the words and names that come up with this signal more often than by chance, with related ones close together. Only you can see it, and you can add to it or remove from it."
          action={
            <Button loading={isPending} onClick={() => mutate()}>
              Draw the map
            </Button>
          }
        />
      )}
    </>
  )
}
