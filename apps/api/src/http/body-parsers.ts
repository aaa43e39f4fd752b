import { formType, jsonType, mediaTypeOf, multipartType } from '@auspex/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Readable } from 'node:stream'
import { readMultipart } from './read-multipart.ts'
import { UnsupportedMediaTypeError } from './unsupported-media-type.ts'

/** Reads JSON, urlencoded and multipart forms, nothing else; forms stay text until the operation says which fields are lists. */
export function addBodyParsers(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error') // refuses __proto__ and constructor keys
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>(jsonType, { parseAs: 'string' }, (request, text, done) => {
    // clients name the type on bodiless calls too; whether a body is required is for the contract to say
    if (text === '') done(null, undefined)
    else void parseJson(request, text, done)
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
