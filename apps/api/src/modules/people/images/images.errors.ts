import { CodedError } from '../../../kernel/errors.ts'

const kinds = 'PNG, JPEG, WebP, GIF or AVIF'

/** It does not exist, or it belongs to another organization. */
export function imageNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    code: 'images.not_found',
    title: 'There is no such picture',
    detail: 'Reload the item it belongs to; it may have another picture now.',
  })
}

function refusal(code: string, field: string, title: string, detail: string): CodedError {
  const fields = [{ in: 'body', pointer: `/${field}`, message: title }] as const
  return new CodedError({ kind: 'invalid', code: `images.${code}`, title, detail, fields })
}

export function imageEmpty(field: string): CodedError {
  return refusal('empty', field, 'The file is empty', `Choose a picture: ${kinds}.`)
}

/** Determined by the first bytes; the file name does not matter. */
export function notAPicture(field: string): CodedError {
  return refusal(
    'unsupported',
    field,
    'The file is no picture that can be stored',
    `Choose ${kinds}. SVG is not accepted.`,
  )
}

export function imageUnreadable(field: string): CodedError {
  return refusal('unreadable', field, 'The picture is damaged', 'Open it, save it again, and send that file.')
}

export function tooManyPixels(field: string, maxMegapixels: number): CodedError {
  const detail = `Make it smaller: at most ${maxMegapixels} million pixels are read.`
  return refusal('too_many_pixels', field, 'The picture has too many pixels', detail)
}

export function imagesBusy(): CodedError {
  return new CodedError({
    kind: 'unavailable',
    code: 'images.busy',
    title: 'Many pictures are being read',
    detail: 'Try again in a few seconds.',
    retryAfterSeconds: 5,
  })
}
