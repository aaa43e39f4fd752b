import { createFileRoute } from '@tanstack/react-router'
import { TrialPage } from '../../features/clinical/trial-page.tsx'

export const Route = createFileRoute('/trials/$nctId')({ component: TrialPage })
