/** How long a call may take in milliseconds: the whole call, or the limits apart. Infinity for no limit. */
export type Timeout = number | TimeoutLimits

/** Milliseconds */
export interface TimeoutLimits {
  /** From sending a request to the end of its answer. What the contract says where left out, else 900000. */
  readonly attempt?: number
  /** All attempts and the waits between them. 900000 where left out. */
  readonly total?: number
}

/** 15 minutes, the specification's default (§9). */
export const defaultTimeoutMs = 900_000

/** The limits with what the options say instead. */
export const toLimits = (timeout: Timeout | undefined, limits: TimeoutLimits = {}): TimeoutLimits =>
  typeof timeout === 'number' ? { ...limits, total: timeout } : { ...limits, ...timeout }
