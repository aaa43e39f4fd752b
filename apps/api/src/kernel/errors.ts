import type { InvalidField } from '@auspex/contract'

/** What sort of failure it is; the HTTP layer gives each its status. */
export type FailureKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'rate_limited'
  | 'too_large'
  | 'unavailable'
  | 'not_implemented'

/** What every version of an editable thing has; the rest is of the thing itself. */
export interface StoredVersion {
  title: string
  revision: number
  updatedAt: string
}

export interface Failure {
  kind: FailureKind
  /** Stable dotted code, for example `signals.not_found`. */
  code: string
  /** What happened, in words for a person. */
  title: string
  /** What to do about it. */
  detail?: string
  fields?: readonly InvalidField[]
  retryAfterSeconds?: number
  /** The thing as it is stored now, for a change that was made to an older revision. */
  current?: StoredVersion
  cause?: unknown
}

/**
 * A failure with a name. Modules throw it, and only the HTTP layer turns it into a problem reply; anything else that is
 * thrown is a defect and answers 500.
 */
export class CodedError extends Error {
  override readonly name = 'CodedError'
  readonly kind: FailureKind
  readonly code: string
  readonly detail: string | undefined
  readonly fields: readonly InvalidField[]
  readonly retryAfterSeconds: number | undefined
  readonly current: StoredVersion | undefined

  constructor(failure: Failure) {
    super(failure.title, { cause: failure.cause })
    this.kind = failure.kind
    this.code = failure.code
    this.detail = failure.detail
    this.fields = failure.fields ?? []
    this.retryAfterSeconds = failure.retryAfterSeconds
    this.current = failure.current
  }
}

/**
 * A part without which the server can do nothing, such as the database, is away. It is no refusal and no `CodedError`: what had begun may have
 * taken effect, and jobs that meet it are tried again. The HTTP layer answers 503.
 */
export class OutageError extends Error {
  readonly code: string
  readonly detail: string
  readonly retryAfterSeconds: number

  constructor({
    title,
    cause,
    ...facts
  }: { cause: unknown } & Required<Pick<Failure, 'code' | 'title' | 'detail' | 'retryAfterSeconds'>>) {
    super(title, { cause })
    this.code = facts.code
    this.detail = facts.detail
    this.retryAfterSeconds = facts.retryAfterSeconds
  }
}
