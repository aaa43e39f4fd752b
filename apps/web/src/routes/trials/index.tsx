import { createFileRoute } from '@tanstack/react-router'
import { trialsSearchSchema } from '../../features/clinical/clinical.search.ts'
import { TrialsPage } from '../../features/clinical/trials-page.tsx'

export const Route = createFileRoute('/trials/')({ validateSearch: trialsSearchSchema, component: TrialsPage })
