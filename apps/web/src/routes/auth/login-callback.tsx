import { createFileRoute } from '@tanstack/react-router'
import { LoadingScreen } from '../../ui/loading-screen.tsx'

/** boot() has taken the code before React renders; this shows for the moment until the address is put back. */
export const Route = createFileRoute('/auth/login-callback')({ component: () => <LoadingScreen label="Signing in" /> })
