import type { ContractDocument } from '@auspex/contract'
import { readContractDocument } from '@auspex/contract/file'

let document: ContractDocument | undefined

/** The bundled contract, read once; tests must not change it. */
export function contractUnderTest(): ContractDocument {
  document ??= readContractDocument()
  return document
}
