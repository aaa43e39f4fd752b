import type { Outage, SourceStatus } from '../source.types.ts'

/** An answer that can be read. */
export interface HttpSuccess {
  ok: true
  httpStatus: number
  /** Address that answered, after redirects. */
  url: string
  contentType: string
  body: string
}

/** Why there is no answer to read, in the words of a source run. */
export interface HttpFailure {
  ok: false
  status: Exclude<SourceStatus, 'ok' | 'empty'>
  /** One sentence for a person, without secrets. */
  reason: string
  retryAfterMs: number | null
  /** Null when there was no response at all. */
  httpStatus: number | null
  /** Set when nothing came from the host; absent when it answered, whatever it said. */
  outage?: Outage
}

export type HttpResult = HttpSuccess | HttpFailure

/** A sentence by which a source reports a failure inside an answer that looks good. */
export interface FailureText {
  pattern: RegExp
  status: HttpFailure['status']
}

/** Kinds of answers that connectors can read. */
export type AnswerFormat = 'json' | 'lines' | 'feed' | 'xml' | 'page'

export interface HttpRequest {
  url: string
  signal: AbortSignal
  /** What the answer has to be; an answer that is something else is a failure. `lines` is one JSON value a line. */
  expect: AnswerFormat
  /** The source's own failure sentences, looked for before the usual ones. */
  failureTexts?: readonly FailureText[]
  /** What the source says, with a status of 4xx, when nothing matches: that answer is one to read. */
  nothingFound?: RegExp
  /** Milliseconds for the whole exchange. Default 20,000. */
  timeoutMs?: number
  /** Headers of this request alone, such as `authorization`. They are never shown or logged. */
  headers?: Readonly<Record<string, string>>
}

export interface Http {
  /** Asks once, never again by itself. Throws only an `AbortError`, when the signal is aborted. */
  get: (request: HttpRequest) => Promise<HttpResult>
}

/** A client that can also send a form, as services ask of those who sign in, or a question that is too long for an address. */
export interface PostingHttp extends Http {
  /** Sends the fields as a form, once. Answers and throws as `get` does. */
  post: (request: HttpRequest & { form: Readonly<Record<string, string>> }) => Promise<HttpResult>
  /** Sends JSON, once. Answers and throws as `get` does. */
  postJson: (request: HttpRequest & { json: object }) => Promise<HttpResult>
}
