import { formType, jsonType, mediaTypeOf, multipartType, readJson, smallJson } from '@auspex/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Readable } from 'node:stream'
import { CodedError } from '../kernel/errors.ts'
import { readMultipart } from './read-multipart.ts'
import { invalidRequest } from './read-request.ts'
import { UnsupportedMediaTypeError } from './unsupported-media-type.ts'

/** Reads JSON, urlencoded and multipart forms, nothing else; forms stay text until the operation says which fields are lists. */
export function addBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>(jsonType, { parseAs: 'string' }, (request, text, done) => {
    // clients name the type on bodiless calls too; whether a body is required is for the contract to say
    if (text === '') {
      done(null, undefined)
      return
    }
    const { operation } = request.routeOptions.config
    const read = readJson(text, operation?.body?.types.get(jsonType)?.limits ?? smallJson)
    if (read.kind === 'read') done(null, read.value)
    else done(read.kind === 'not-json' ? notJson() : invalidRequest([read.fault]), undefined)
  })
  app.addContentTypeParser<string>(formType, { parseAs: 'string' }, (_request, text, done) => {
    done(null, text)
  })
  app.addContentTypeParser(multipartType, (request: FastifyRequest, payload: Readable) =>
    readMultipart(request.headers, payload),
  )
  app.addContentTypeParser('*', (request: FastifyRequest, payload: Readable, done) => {
    // what an operation without a body is sent is not looked at, whatever it is called
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
