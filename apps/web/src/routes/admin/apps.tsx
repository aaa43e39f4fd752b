import { createFileRoute } from '@tanstack/react-router'
import { AppsPage } from '../../features/administration/apps-page.tsx'

export const Route = createFileRoute('/admin/apps')({ component: AppsPage })
