import { createFileRoute } from '@tanstack/react-router'
import { jobsSearchSchema } from '../../features/administration/administration.search.ts'
import { JobsPage } from '../../features/administration/jobs-page.tsx'

export const Route = createFileRoute('/admin/jobs')({ validateSearch: jobsSearchSchema, component: JobsPage })
