import type { UploadedFile } from '@auspex/contract'

/** The file of a form's field: the types call it text, as the contract's schema does, and the parser leaves a file. Null without one. */
export function readUpload(field: unknown): UploadedFile | null {
  return isUpload(field) ? field : null
}

function isUpload(field: unknown): field is UploadedFile {
  return typeof field === 'object' && field !== null && 'bytes' in field && field.bytes instanceof Uint8Array
}
