import { authenticationError } from '@auspex/sdk/auth/browser'
import { ErrorView } from '../ui/error-view.tsx'
import { FullPage } from '../ui/full-page.tsx'

interface AuthenticationErrorProps {
  /** The reason, in the words of the session. */
  reason: string
  onRetry?: (() => void) | undefined
  onCancel?: (() => void) | undefined
  /** The automatic action after five seconds; undefined if it was already tried. */
  onWait?: (() => void) | undefined
}

/** Shown when signing in failed (specification §2, §8, §9). */
export const AuthenticationError = ({ reason, onRetry, onCancel, onWait }: AuthenticationErrorProps) => (
  <FullPage>
    <ErrorView
      level={1}
      message={authenticationError}
      detail={reason}
      onRetry={onRetry}
      onReload={() => window.location.reload()}
      onCancel={onCancel}
      autoAction={onWait && { label: 'Trying again', run: onWait }}
    />
  </FullPage>
)

/** Shown if the app was loaded but the server does not respond: stopped, restarting, or unreachable. */
export const UnreachableServer = () => {
  const reload = () => window.location.reload()
  return (
    <FullPage>
      <ErrorView
        level={1}
        message="Auspex can’t be reached"
        detail="The server isn’t responding. It may be stopped or still starting. Nothing you saved is lost."
        onReload={reload}
        autoAction={{ label: 'Trying again', run: reload }}
      />
    </FullPage>
  )
}
