import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { FormParts, UploadedFile } from '@auspex/contract'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import { CodedError } from '../kernel/errors.ts'

/** Bytes of one file: pictures stay below. The contract may allow less for a field. */
const maxFileBytes = 5_242_880
/** Characters of all fields together: a form's text may be no larger than any other body. */
const maxTextLength = 1_048_576
const limits = {
  fileSize: maxFileBytes + 1,
  files: 4,
  fields: 60,
  parts: 64,
  fieldSize: maxTextLength,
  headerPairs: 50,
}

/**
 * Reads a multipart form (RFC 7578) into memory. Throws a `CodedError` of kind too_large above the limits, and of kind
 * invalid for a form that cannot be read.
 */
export function readMultipart(headers: IncomingHttpHeaders, payload: Readable): Promise<FormParts> {
  return new Promise((resolve, reject) => {
    const refuse = (error: CodedError) => {
      payload.unpipe()
      payload.resume() // an unread body would keep the connection busy
      reject(error)
    }
    let parser: BusboyInstance
    try {
      parser = new Busboy({ headers: headers as { 'content-type': string }, limits }) // the router chose this parser by it
    } catch (error) {
      refuse(unreadable(error))
      return
    }
    const parts: [string, string | UploadedFile][] = []
    let textLength = 0
    parser.on('field', (name, value, nameTruncated, valueTruncated) => {
      textLength += value.length
      // a part without a name belongs to no field, whatever the types say
      if (typeof name !== 'string') refuse(unreadable(undefined))
      else if (nameTruncated || valueTruncated || textLength > maxTextLength) refuse(tooLarge())
      else parts.push([name, value])
    })
    parser.on('file', (name, stream, filename, _encoding, mediaType) => {
      if (typeof name !== 'string') {
        stream.resume()
        refuse(unreadable(undefined))
        return
      }
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('limit', () => refuse(tooLarge()))
      // of a form that ends in the middle of a file; without a listener it would end the process
      stream.on('error', (error) => refuse(unreadable(error)))
      stream.on('end', () => parts.push([name, { filename, mediaType, bytes: Buffer.concat(chunks) }]))
    })
    for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) parser.on(limit, () => refuse(tooLarge()))
    parser.on('error', (error) => refuse(unreadable(error)))
    parser.on('finish', () => resolve(parts))
    payload.on('error', (error) => refuse(unreadable(error)))
    payload.on('close', () => {
      if (!payload.readableEnded) refuse(unreadable(undefined)) // who sent it hung up
    })
    payload.pipe(parser)
  })
}

function tooLarge(): CodedError {
  return new CodedError({
    kind: 'too_large',
    code: 'request.too_large',
    title: 'The form is too large',
    detail: `Send files of at most ${maxFileBytes / 1_048_576} MB.`,
  })
}

function unreadable(cause: unknown): CodedError {
  return new CodedError({
    kind: 'invalid',
    code: 'request.invalid',
    title: 'The form cannot be read',
    detail: 'Send multipart/form-data with its boundary, to its end.',
    cause,
  })
}
