import { createFileRoute } from '@tanstack/react-router'
import { peopleSearchSchema } from '../../features/administration/administration.search.ts'
import { PeoplePage } from '../../features/administration/people-page.tsx'

export const Route = createFileRoute('/admin/people')({ validateSearch: peopleSearchSchema, component: PeoplePage })
