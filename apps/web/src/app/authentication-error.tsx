import { AUTHENTICATION_ERROR } from './session/session-errors.ts'
import { ErrorView } from '../ui/error-view.tsx'
import { FullPage } from '../ui/full-page.tsx'

interface AuthenticationErrorProps {
  /** Why, in the words of the session. */
  reason: string
  onRetry?: (() => void) | undefined
}

/** Shown when signing in failed (specification §2, §8). */
export const AuthenticationError = ({ reason, onRetry }: AuthenticationErrorProps) => (
  <FullPage>
    <ErrorView
      level={1}
      message={AUTHENTICATION_ERROR}
      detail={reason}
      onRetry={onRetry}
      onReload={() => window.location.reload()}
    />
  </FullPage>
)
