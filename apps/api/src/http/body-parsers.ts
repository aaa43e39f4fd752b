import {
  type FormParts,
  formType,
  jsonType,
  mediaTypeOf,
  multipartType,
  readJson,
  smallJson,
  type UploadedFile,
} from '@auspex/contract'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { CodedError } from '../kernel/errors.ts'
import { invalidRequest, UnsupportedMediaTypeError } from './read-request.ts'

/** Maximum bytes of one file; pictures are smaller. The contract may set a lower limit for a field. */
const maxFileBytes = 5_242_880

/** Maximum characters of all fields together: a form's text may be no larger than any other body. */
const maxTextLength = 1_048_576

const limits = {
  fileSize: maxFileBytes + 1,
  files: 4,
  fields: 60,
  parts: 64,
  fieldSize: maxTextLength,
  headerPairs: 50,
}

/** Parses JSON, urlencoded and multipart forms, nothing else; form values stay text until the operation's schema tells which fields are lists. */
export function addBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>(jsonType, { parseAs: 'string' }, (request, text, done) => {
    // clients send the type on bodiless calls too; the contract decides whether a body is required
    if (text === '') {
      done(null, undefined)
      return
    }
    const { operation } = request.routeOptions.config
    const parsed = readJson(text, operation?.body?.types.get(jsonType)?.limits ?? smallJson)
    if (parsed.kind === 'read') done(null, parsed.value)
    else done(parsed.kind === 'not-json' ? notJson() : invalidRequest([parsed.fault]), undefined)
  })
  app.addContentTypeParser<string>(formType, { parseAs: 'string' }, (_request, text, done) => {
    done(null, text)
  })
  app.addContentTypeParser(multipartType, (request: FastifyRequest, payload: Readable) =>
    readMultipart(request.headers, payload),
  )
  app.addContentTypeParser('*', (request: FastifyRequest, payload: Readable, done) => {
    // for an operation without a body, whatever is sent is ignored, regardless of its type
    if (request.routeOptions.config.operation?.body === null) {
      payload.resume()
      done(null, undefined)
    } else done(new UnsupportedMediaTypeError(mediaTypeOf(request.headers['content-type'])), undefined)
  })
}

function notJson(): CodedError {
  return new CodedError({
    kind: 'invalid',
    code: 'request.invalid',
    title: 'The body is not JSON',
    detail: 'Send one JSON value, in UTF-8.',
  })
}

/**
 * Reads a multipart form (RFC 7578) into memory. Throws a `CodedError` of kind too_large above the limits, and of kind invalid for a form that cannot
 * be parsed.
 */
function readMultipart(headers: IncomingHttpHeaders, payload: Readable): Promise<FormParts> {
  return new Promise((resolve, reject) => {
    const refuse = (error: CodedError) => {
      payload.unpipe()
      payload.resume() // an unread body would keep the connection busy
      reject(error)
    }
    let parser: BusboyInstance
    try {
      parser = new Busboy({ headers: headers as { 'content-type': string }, limits }) // this parser is registered for that type
    } catch (error) {
      refuse(unreadable(error))
      return
    }
    const parts: [string, string | UploadedFile][] = []
    let textLength = 0
    parser.on('field', (name, value, nameTruncated, valueTruncated) => {
      textLength += value.length
      // a part without a name belongs to no field, although the types exclude it
      if (typeof name !== 'string') refuse(unreadable(undefined))
      else if (nameTruncated || valueTruncated || textLength > maxTextLength) refuse(tooLarge())
      else parts.push([name, value])
    })
    parser.on('file', (name, stream, ...[filename, _encoding, mediaType]) => {
      if (typeof name !== 'string') {
        stream.resume()
        refuse(unreadable(undefined))
        return
      }
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('limit', () => refuse(tooLarge()))
      // raised for a form that ends in the middle of a file; without a listener it would end the process
      stream.on('error', (error) => refuse(unreadable(error)))
      stream.on('end', () => parts.push([name, { filename, mediaType, bytes: Buffer.concat(chunks) }]))
    })
    for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) parser.on(limit, () => refuse(tooLarge()))
    parser.on('error', (error) => refuse(unreadable(error)))
    parser.on('finish', () => resolve(parts))
    payload.on('error', (error) => refuse(unreadable(error)))
    payload.on('close', () => {
      if (!payload.readableEnded) refuse(unreadable(undefined)) // the sender disconnected
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

/** A body that is not JSON: the bytes of a file, sent unchanged. */
export class FileBody {
  readonly mediaType: string
  readonly stream: Readable
  /** Modules whose data it contains, in addition to those that the contract lists for every request. */
  readonly modules: readonly string[]

  constructor(file: { mediaType: string; stream: Readable; modules?: readonly string[] }) {
    this.mediaType = file.mediaType
    this.stream = file.stream
    this.modules = file.modules ?? []
  }
}

/** The file of a form field: its type is text, as in the contract's schema, but the parser stores a file. Null when missing. */
export function readUpload(field: unknown): UploadedFile | null {
  return isUpload(field) ? field : null
}

function isUpload(field: unknown): field is UploadedFile {
  return typeof field === 'object' && field !== null && 'bytes' in field && field.bytes instanceof Uint8Array
}
