import type { AccessReader } from '../modules/users/index.ts'

/** Nobody lacks a module. */
export const everyModule: Pick<AccessReader, 'find'> = { find: async () => ({ isDisabled: false, off: new Set() }) }
