import type { CheckedInput, FileRules, MadeFile, UploadedFile, UploadedFiles } from '@auspex/contract'
import type { MockReply } from '../http/messages.ts'
import { codedRefusal, notFound } from '../http/problem.ts'
import type { Caller } from '../identity/caller.ts'
import { methodOf, type ServedContract, type ServedOperation } from '../replies/served-contract.ts'
import { valueAtPlace } from '../state/fields.ts'
import type { Row } from '../state/store.ts'
import type { ResourceContext } from '../state/task.ts'
import { isReady, makeFile } from './made-files.ts'

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
function bytesOf({ item }: Row): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(String(item['base64'])), (letter) => letter.charCodeAt(0))
}

/** Snapshots are JSON, which cannot hold bytes. */
function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(text)
}

/** Returns a file; null for one that exists only in the contract's examples. Throws a `RefusalError`: 404, 409. */
export function answerFile(
  context: ResourceContext,
  { served, input, caller, rules }: { served: ServedOperation; input: CheckedInput; caller: Caller; rules: FileRules },
): MockReply | null {
  const { success, source, operation } = served
  const id = String(valueAtPlace(rules.id, input))
  const { made } = rules
  if (made === undefined) {
    const row = context.store.find(rules.collection, id)
    if (row === undefined) return null
    if (operation.secured && row.organizationId !== caller.organizationId)
      throw notFound(rules.collection, source['x-not-found'])
    return {
      status: success.status,
      headers: { ...success.headers, 'content-type': success.mediaType ?? 'application/octet-stream' },
      body: bytesOf(row),
    }
  }
  const collection = context.collections.get(rules.collection)
  const item = collection && context.repositoryOf(collection, caller, operation.permission?.tenancy ?? 'none').find(id)
  if (item === undefined) throw notFound(rules.collection, source['x-not-found'])
  if (!isReady(made, item)) throw codedRefusal(409, made.code)
  const { mediaType, bytes } = makeFile({ context, caller, rules: made }, item)
  const name = String(item[made.name])
  const disposition = `attachment; filename="${name.replaceAll(/[^\w.-]/g, '-')}"; filename*=UTF-8''${encodeURIComponent(name)}`
  return {
    status: success.status,
    headers: { ...success.headers, 'content-type': mediaType, 'content-disposition': disposition },
    body: bytes,
  }
}
