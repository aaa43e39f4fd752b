import { createFileRoute } from '@tanstack/react-router'
import { auditSearchSchema } from '../../features/administration/administration.search.ts'
import { AuditPage } from '../../features/administration/audit-page.tsx'

export const Route = createFileRoute('/admin/audit')({ validateSearch: auditSearchSchema, component: AuditPage })
