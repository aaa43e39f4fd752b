import { createFileRoute } from '@tanstack/react-router'
import { DeletionsPage } from '../../features/administration/deletions-page.tsx'
import { organizationsSearchSchema } from '../../features/administration/administration.search.ts'

export const Route = createFileRoute('/admin/deletions')({
  validateSearch: organizationsSearchSchema,
  component: DeletionsPage,
})
