import { useLocation } from '@tanstack/react-router'
import type { PropsWithChildren } from 'react'
import { useMissingModule } from '../../lib/modules.ts'
import { ModuleOffView } from './module-off-view.tsx'

/** The page, or why the person does not have it. */
export const ModuleGate = ({ children }: PropsWithChildren) => {
  const { pathname } = useLocation()
  const module = useMissingModule()(pathname)
  return module === null ? children : <ModuleOffView module={module} />
}
