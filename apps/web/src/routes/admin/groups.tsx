import { createFileRoute } from '@tanstack/react-router'
import { groupsSearchSchema } from '../../features/administration/administration.search.ts'
import { GroupsPage } from '../../features/administration/groups-page.tsx'

export const Route = createFileRoute('/admin/groups')({ validateSearch: groupsSearchSchema, component: GroupsPage })
