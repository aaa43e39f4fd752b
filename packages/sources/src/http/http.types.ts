import type { Outage, SourceStatus } from '../source.types.ts'

/** A readable response. */
export interface HttpSuccess {
  ok: true
  httpStatus: number
  /** The address that responded, after redirects. */
  url: string
  contentType: string
  body: string
}

/** Why a request failed, in the terms of a source run. */
export interface FailureReason {
  status: Exclude<SourceStatus, 'ok' | 'empty'>
  /** One sentence for display, without secrets. */
  reason: string
}

/** What a source run keeps of a failure. */
export interface RunFailure extends FailureReason {
  retryAfterMs: number | null
  /** Set when nothing came from the host; absent when it responded, with whatever content. */
  outage?: Outage
}

/** Why there is no readable response, in the terms of a source run. */
export interface HttpFailure extends RunFailure {
  ok: false
  /** Null when there was no response at all. */
  httpStatus: number | null
}

export type HttpResult = HttpSuccess | HttpFailure

/** A sentence by which a source reports a failure inside an otherwise valid response. */
export interface FailureText {
  pattern: RegExp
  status: HttpFailure['status']
}

/** Response formats that connectors can read. */
export type AnswerFormat = 'json' | 'lines' | 'feed' | 'xml' | 'page'

/** How to tell a usable response from a failure in disguise. */
export interface ExpectedResponse {
  /** The expected format; anything else is a failure. `lines` is one JSON value per line. */
  expect: AnswerFormat
  /** The source's own failure sentences, tested before the common ones. */
  failureTexts?: readonly FailureText[]
  /** The source's text, with a 4xx status, when nothing matches: that response counts as a success. */
  nothingFound?: RegExp
}

export interface HttpRequest extends ExpectedResponse {
  url: string
  signal: AbortSignal
  /** Milliseconds for the whole exchange. Default 20,000. */
  timeoutMs?: number
  /** Headers of this request only, such as `authorization`. They are never shown or logged. */
  headers?: Readonly<Record<string, string>>
}

export interface Http {
  /** Sends one request, without retries. Throws only an `AbortError`, when the signal is aborted. */
  get: (request: HttpRequest) => Promise<HttpResult>
}

/** A client that can also post a form, for sign-ins, or a query that is too long for a URL. */
export interface PostingHttp extends Http {
  /** Posts the fields as a form, once. Returns and throws like `get`. */
  post: (request: HttpRequest & { form: Readonly<Record<string, string>> }) => Promise<HttpResult>
  /** Posts JSON, once. Returns and throws like `get`. */
  postJson: (request: HttpRequest & { json: object }) => Promise<HttpResult>
}
