import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { IconMapSearch } from '@tabler/icons-react'
import { describeFailure } from '../lib/failure.ts'
import { ErrorView } from '../ui/error-view.tsx'
import { LinkButton } from '../lib/link-button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { isChunkError } from './connection/chunk-error.ts'
import { ChunkErrorView } from './connection/chunk-error-view.tsx'
import { reloadIfReachable } from './connection/reload-if-reachable.ts'

/** What a route shows when rendering or loading it failed. */
export const RouteError = ({ error, reset }: ErrorComponentProps) => {
  const router = useRouter()
  const retry = () => {
    reset()
    void router.invalidate()
  }
  const leave = () => void router.navigate({ to: '/' })
  if (isChunkError(error)) return <ChunkErrorView onRetry={reloadIfReachable} onCancel={leave} />
  return (
    <ErrorView
      level={1}
      {...describeFailure(error)}
      onRetry={retry}
      onReload={() => window.location.reload()}
      onCancel={leave}
    />
  )
}

export const NotFoundView = () => (
  <EmptyState
    level={1}
    icon={<IconMapSearch size={22} aria-hidden />}
    title="There is no such page"
    text="The address may be mistyped, or the page no longer exists."
    action={<LinkButton to="/">Search a topic</LinkButton>}
  />
)
