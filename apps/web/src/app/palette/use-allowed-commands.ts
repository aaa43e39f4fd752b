import { useModules, useRoles } from '../../lib/modules.ts'
import type { Command } from './command.ts'

/** Whether the person has what a command needs. */
export const useAllowedCommands = (): ((command: Pick<Command, 'module' | 'role'>) => boolean) => {
  const isOn = useModules()
  const roles = useRoles()
  return ({ module = null, role }) => isOn(module) && (role === undefined || roles.includes(role))
}
