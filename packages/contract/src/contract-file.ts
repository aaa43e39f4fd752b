import { readFileSync } from 'node:fs'
import type { ContractDocument } from './document.ts'

/** Where the bundled contract lies: the one file that every tool reads. */
export const contractFile = new URL('../../../openapi/openapi.gen.json', import.meta.url)

/** Reads the bundled contract. Its shape is proven by the linter that makes the bundle. Throws when the file is no JSON. */
export function readContractDocument(file: URL = contractFile): ContractDocument {
  return JSON.parse(readFileSync(file, 'utf8')) as ContractDocument // linted when it was bundled
}
