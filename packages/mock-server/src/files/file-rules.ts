import type { FileRules, MadeFile, UploadedFiles } from '@auspex/contract'
import { methodOf, type ServedContract } from '../replies/served-contract.ts'

const rulesByContract = new WeakMap<ServedContract, readonly FileRules[]>()

/** What the contract says of the files that its operations answer. */
function rulesOf(contract: ServedContract): readonly FileRules[] {
  let rules = rulesByContract.get(contract)
  if (rules === undefined) {
    rules = contract.contract.operations.flatMap((operation) => {
      const file = contract.document.paths[operation.path]?.[methodOf(operation)]?.['x-file']
      return file === undefined ? [] : [file]
    })
    rulesByContract.set(contract, rules)
  }
  return rules
}

/** Where uploaded files are kept; null where the contract serves none. */
export function uploadRules(contract: ServedContract): (UploadedFiles & { collection: string }) | null {
  for (const { collection, uploaded } of rulesOf(contract))
    if (uploaded !== undefined) return { collection, ...uploaded }
  return null
}

/** How the file of a collection's items is made; null where it has none. */
export function madeRules(contract: ServedContract, collection: string): MadeFile | null {
  return rulesOf(contract).find((rules) => rules.collection === collection)?.made ?? null
}
