import { createFileRoute } from '@tanstack/react-router'
import { LoadingScreen } from '../../ui/full-page.tsx'

/** boot() has used the code before React renders; this is shown briefly until the address is restored. */
export const Route = createFileRoute('/auth/login-callback')({ component: () => <LoadingScreen label="Signing in" /> })
