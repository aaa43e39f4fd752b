import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { FailureView } from '../lib/failure-view.tsx'

/** What a route shows when rendering or loading it failed. */
export const RouteError = ({ error, reset }: ErrorComponentProps) => {
  const router = useRouter()
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return (
    <FailureView
      level={1}
      error={error}
      onRetry={retry}
      onReload={() => window.location.reload()}
      onCancel={() => void router.navigate({ to: '/' })}
    />
  )
}
