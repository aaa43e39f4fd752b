import { createFileRoute } from '@tanstack/react-router'
import { MonitorsPage } from '../features/monitors/monitors-page.tsx'
import { monitorsSearchSchema } from '../features/monitors/monitors.search.ts'

export const Route = createFileRoute('/monitors')({ validateSearch: monitorsSearchSchema, component: MonitorsPage })
