import type { AccessReader } from '../modules/people/index.ts'
import { stub } from './stub.ts'

export const everyModule: AccessReader = stub({ find: async () => ({ isDisabled: false, off: new Set() }) })
