import { createFileRoute, Outlet } from '@tanstack/react-router'
import { AdministrationLayout } from '../features/administration/administration-layout.tsx'

const AdministrationRoute = () => (
  <AdministrationLayout>
    <Outlet />
  </AdministrationLayout>
)

export const Route = createFileRoute('/admin')({ component: AdministrationRoute })
