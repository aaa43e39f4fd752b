import type { FileRules, MadeFile, UploadedFile, UploadedFiles } from '@auspex/contract'
import { methodOf, type ServedContract } from '../replies/served-contract.ts'
import type { Caller } from '../identity/caller.ts'
import type { Row } from '../state/store.ts'
import type { ResourceContext } from '../state/task.ts'

const rulesByContract = new WeakMap<ServedContract, readonly FileRules[]>()

/** The contract's rules for files in responses. */
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

/** Where uploaded files are stored; null when the contract serves none. */
export function uploadRules(contract: ServedContract): (UploadedFiles & { collection: string }) | null {
  for (const { collection, uploaded } of rulesOf(contract))
    if (uploaded !== undefined) return { collection, ...uploaded }
  return null
}

/** How the file of a collection's items is generated; null when it has none. */
export function madeRules(contract: ServedContract, collection: string): MadeFile | null {
  return rulesOf(contract).find((rules) => rules.collection === collection)?.made ?? null
}

/** Stores an uploaded file and returns its address for the item; a dead address when the contract serves no files. */
export function storeUpload({ contract, store }: ResourceContext, caller: Caller, file: UploadedFile): string {
  const rules = uploadRules(contract)
  if (rules === null) return `/files/${encodeURIComponent(file.filename)}`
  const id = `${rules.prefix}${(store.rows(rules.collection).length + 1).toString(36).padStart(6, '0')}`
  const { organizationId, userId } = caller
  const item = { id, filename: file.filename, base64: toBase64(file.bytes) }
  store.add(rules.collection, { id, item, organizationId, userId, progress: null })
  return `${rules.address}${id}`
}

/** The bytes of an uploaded file, from its row. */
export function bytesOf({ item }: Row): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(String(item['base64'])), (letter) => letter.charCodeAt(0))
}

/** Snapshots are JSON, which cannot hold bytes. */
function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(text)
}
