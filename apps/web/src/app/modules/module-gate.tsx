import { useLocation } from '@tanstack/react-router'
import type { PropsWithChildren } from 'react'
import { moduleOfPath, useModules } from '../../lib/modules.ts'
import { ModuleOffView } from './module-off-view.tsx'

/** The page, or why the person does not have it. */
export const ModuleGate = ({ children }: PropsWithChildren) => {
  const { pathname } = useLocation()
  const isOn = useModules()
  const module = moduleOfPath(pathname)
  return module === null || isOn(module) ? children : <ModuleOffView module={module} />
}
