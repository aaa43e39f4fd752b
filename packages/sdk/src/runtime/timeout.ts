/** Time limit of a call in milliseconds: for the whole call, or as separate limits. Infinity for no limit. */
export type Timeout = number | TimeoutLimits

/** Milliseconds */
export interface TimeoutLimits {
  /** From sending a request to the end of its response. The contract's limit when omitted, else 900000. */
  readonly attempt?: number
  /** All attempts and the waits between them. 900000 when omitted. */
  readonly total?: number
}

/** 15 minutes, the specification's default (§9). */
export const defaultTimeoutMs = 900_000

/** The limits with the overrides of the options. */
export const toLimits = (timeout: Timeout | undefined, limits: TimeoutLimits = {}): TimeoutLimits =>
  typeof timeout === 'number' ? { ...limits, total: timeout } : { ...limits, ...timeout }
