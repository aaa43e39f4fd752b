import { ErrorView } from '../ui/error-view.tsx'
import { FullPage } from '../ui/full-page.tsx'

/** Shown if the app was loaded but the server does not respond: stopped, restarting, or unreachable. */
export const UnreachableServer = () => {
  const reload = () => window.location.reload()
  return (
    <FullPage>
      <ErrorView
        level={1}
        message="Auspex cannot be reached"
        detail="The server does not answer. It may be stopped or still starting; nothing that you saved is lost."
        onReload={reload}
        autoAction={{ label: 'Trying again', run: reload }}
      />
    </FullPage>
  )
}
