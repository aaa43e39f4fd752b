import { useModules, useRoles } from '../../lib/modules.ts'
import type { Command } from './command.ts'

/** Whether the person has the modules and the role that a command requires. */
export const useAllowedCommands = (): ((command: Pick<Command, 'modules' | 'role'>) => boolean) => {
  const isOn = useModules()
  const roles = useRoles()
  return ({ modules = [], role }) => modules.every(isOn) && (role === undefined || roles.includes(role))
}
