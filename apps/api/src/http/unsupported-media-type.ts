/** The operation accepts other media types; has the framework's own code so that both produce the same problem. */
export class UnsupportedMediaTypeError extends Error {
  override readonly name = 'UnsupportedMediaTypeError'
  readonly code = 'FST_ERR_CTP_INVALID_MEDIA_TYPE'
  readonly statusCode = 415

  constructor(type: string) {
    super(`Unsupported media type ${type}`)
  }
}
