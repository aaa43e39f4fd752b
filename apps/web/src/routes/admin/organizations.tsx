import { createFileRoute } from '@tanstack/react-router'
import { organizationsSearchSchema } from '../../features/administration/administration.search.ts'
import { OrganizationsPage } from '../../features/administration/organizations-page.tsx'

export const Route = createFileRoute('/admin/organizations')({
  validateSearch: organizationsSearchSchema,
  component: OrganizationsPage,
})
