import { createFileRoute } from '@tanstack/react-router'
import { DeletedPage } from '../../features/administration/deleted-page.tsx'
import { organizationsSearchSchema } from '../../features/administration/administration.search.ts'

export const Route = createFileRoute('/admin/deleted')({
  validateSearch: organizationsSearchSchema,
  component: DeletedPage,
})
