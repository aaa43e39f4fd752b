import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { describeFailure } from '../lib/failure.ts'
import { ErrorView } from '../ui/error-view.tsx'

/** What a route shows when rendering or loading it failed. */
export const RouteError = ({ error, reset }: ErrorComponentProps) => {
  const router = useRouter()
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return (
    <ErrorView
      level={1}
      {...describeFailure(error)}
      onRetry={retry}
      onReload={() => window.location.reload()}
      onCancel={() => void router.navigate({ to: '/' })}
    />
  )
}
