import type { AccessReader } from '../modules/people/index.ts'

/** Access to every module for everyone. */
export const everyModule: Pick<AccessReader, 'find'> = { find: async () => ({ isDisabled: false, off: new Set() }) }
