import { createFileRoute } from '@tanstack/react-router'
import { allActivitySearchSchema } from '../../features/activity/activity.search.ts'
import { AllActivityPage } from '../../features/activity/activity-page.tsx'
import { ActivityFilters } from '../../features/administration/filters.tsx'

const ActivityRoute = () => (
  <AllActivityPage renderFilters={(value, onChange) => <ActivityFilters value={value} onChange={onChange} />} />
)

export const Route = createFileRoute('/admin/activity')({
  validateSearch: allActivitySearchSchema,
  component: ActivityRoute,
})
