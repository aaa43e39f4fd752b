import type { InvalidField } from '@auspex/contract'

/** The kind of failure; the HTTP layer maps it to a status. */
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

/** Fields that every version of an editable thing has; the rest depends on the thing. */
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
  /** The currently stored thing, for a change based on an older revision. */
  current?: StoredVersion
  cause?: unknown
}

/**
 * A failure with a name. Modules throw it, and only the HTTP layer turns it into a problem response; anything else that is thrown is a defect and
 * answers 500.
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
 * A part that the server cannot work without, such as the database, is down. It is not a refusal and not a `CodedError`: an operation in progress may
 * have taken effect, and jobs that encounter it are retried. The HTTP layer answers 503.
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

/** Refuses a person whose access to a module an administrator has removed. */
export function moduleOff(module: string): CodedError {
  return new CodedError({
    kind: 'forbidden',
    code: 'module.off',
    title: `The module ${module} is switched off for you`,
    detail: `Ask an administrator to switch the module ${module} on.`,
  })
}
