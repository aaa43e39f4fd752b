/** The operation reads another media type; carries the framework's own code so that both are told alike. */
export class UnsupportedMediaTypeError extends Error {
  override readonly name = 'UnsupportedMediaTypeError'
  readonly code = 'FST_ERR_CTP_INVALID_MEDIA_TYPE'
  readonly statusCode = 415

  constructor(type: string) {
    super(`Unsupported media type ${type}`)
  }
}
