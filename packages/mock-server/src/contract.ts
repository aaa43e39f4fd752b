import { readFileSync } from 'node:fs'
import type { ContractDocument } from '@auspex/contract'
import { ownContractFile } from './server/contract-file.ts'

/** Reads the contract of this package. In a browser, import `@auspex/mock-server/openapi.json` instead. */
export function readContract(): ContractDocument {
  return JSON.parse(readFileSync(ownContractFile, 'utf8')) as ContractDocument // linted when it was bundled
}
