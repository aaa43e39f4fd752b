import { createFileRoute } from '@tanstack/react-router'
import { securitySearchSchema } from '../../features/administration/administration.search.ts'
import { SecurityPage } from '../../features/administration/security-page.tsx'

export const Route = createFileRoute('/admin/security')({
  validateSearch: securitySearchSchema,
  component: SecurityPage,
})
