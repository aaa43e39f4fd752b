import { createFileRoute } from '@tanstack/react-router'
import { activitySearchSchema } from '../features/activity/activity.search.ts'
import { ActivityPage } from '../features/activity/activity-page.tsx'

export const Route = createFileRoute('/activity')({ validateSearch: activitySearchSchema, component: ActivityPage })
