import { readFileSync } from 'node:fs'
import type { ContractDocument } from './document.ts'

/** Location of the bundled contract: the one file that every tool reads. */
export const contractFile = new URL('../../../openapi/openapi.gen.json', import.meta.url)

/** Reads the bundled contract. Its shape is verified by the linter that runs on bundling. Throws when the file is not JSON. */
export function readContractDocument(file: URL = contractFile): ContractDocument {
  return JSON.parse(readFileSync(file, 'utf8')) as ContractDocument // linted when it was bundled
}
