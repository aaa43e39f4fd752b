import type { PersonName } from '../../../apps/api/src/testing/people.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- the response of any operation; a plan knows which fields it has
export type Answer = any

/** A request's parameters, by place. A body is JSON, or a form if `form` is set. */
export interface Call {
  path?: Record<string, string>
  query?: Record<string, unknown>
  body?: Record<string, unknown>
  form?: Record<string, string | Uint8Array>
  /** Sends `body` as an HTML form. */
  isUrlEncoded?: boolean
}

/** Omits the parameter. */
export const absent = Symbol('absent')

/** A value that a parameter is changed to, or a function that derives it from the request and its response. */
export type Value = unknown

/** How to change the parameters of one operation. */
export interface Plan {
  /** The caller; Mira by default. */
  as?: PersonName
  /** Creates a request that is accepted. Called for each attempt, with new objects if the operation changes them. */
  call: () => Call | Promise<Call>
  /** The values that each parameter is changed to, by place and name, such as `query.geo`. At least one must have an effect. */
  values: Record<string, readonly Value[]>
  /** Other accepted requests, for parameters that only have a meaning in them. */
  calls?: Record<string, () => Call | Promise<Call>>
  /** Reads what is stored afterwards; if omitted, only the response is judged. */
  stored?: (answer: Answer, call: Call) => Promise<unknown>
}

/** By operation; a second word distinguishes forms where an operation also accepts those. */
export type Plans = Record<string, Plan>
