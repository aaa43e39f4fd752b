import type { UploadedFile } from '@auspex/contract'
import type { Caller } from '../identity/caller.ts'
import type { Row } from '../state/store.ts'
import type { ResourceContext } from '../state/task.ts'
import { uploadRules } from './file-rules.ts'

/** Keeps an uploaded file, and gives the address that its thing names; where the contract serves none, an address that nothing answers. */
export function keepUpload({ contract, store }: ResourceContext, caller: Caller, file: UploadedFile): string {
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

/** Snapshots are JSON, which has no bytes. */
function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(text)
}
