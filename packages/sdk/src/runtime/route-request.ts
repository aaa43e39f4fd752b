import type { paths } from '../generated/schema.ts'
import { toQuery } from './body.ts'
import { type Call, request as requestUrl } from './request.ts'
import type { RequestOptions } from './request-options.ts'

type Method = 'get' | 'put' | 'post' | 'patch' | 'delete'
type Paths = keyof paths
type OperationAt<Path extends Paths, Verb extends Method> = NonNullable<paths[Path][Verb]>

/** Method and path of each operation of the contract, such as `GET /project/{id}` */
export type Route = {
  [Path in Paths]: {
    [Verb in Method]: [OperationAt<Path, Verb>] extends [never] ? never : `${Uppercase<Verb>} ${Path}`
  }[Method]
}[Paths]
/** A route that this version of the contract may not know */
export type AnyRoute = `${Uppercase<Method>} /${string}`

type OperationOf<R> = R extends `${infer Verb extends Uppercase<Method>} ${infer Path extends Paths}`
  ? OperationAt<Path, Lowercase<Verb>>
  : never
type Json<T> = T extends { content: { 'application/json': infer Body } } ? Body : never
type ParametersOf<R, Place extends 'path' | 'query'> =
  OperationOf<R> extends { parameters: { [P in Place]?: infer Values } } ? Exclude<Values, undefined> : never

/** The JSON that a known route answers; what an unknown one answers is for the caller to check. */
export type RouteAnswer<R> = R extends Route
  ? OperationOf<R> extends { responses: infer Responses }
    ? Json<Responses[keyof Responses & (200 | 201 | 202)]> | (204 extends keyof Responses ? null : never)
    : never
  : unknown

interface RouteValues<Path, Query, Body> {
  /** Values of the names in braces */
  path?: Path
  query?: Query
  /** A body to send as JSON */
  json?: Body
}

type ValuesOf<R> = R extends Route
  ? RouteValues<
      ParametersOf<R, 'path'>,
      ParametersOf<R, 'query'>,
      OperationOf<R> extends { requestBody?: infer Body } ? Json<Exclude<Body, undefined>> : never
    > &
      // Without the names of its path nothing can be sent.
      ([ParametersOf<R, 'path'>] extends [never] ? unknown : { path: ParametersOf<R, 'path'> })
  : RouteValues<Readonly<Record<string, string>>, object, unknown>

/**
 * Calls what no function of this package calls, such as an operation of a newer server, with token, retries, time-outs and errors as
 * every call: `request('GET /project/{id}', { path: { id }, client })`. What the contract knows is typed. A write is sent again only
 * with an `idempotencyKey` of yours.
 */
export const request = <R extends Route | (AnyRoute & {})>(
  route: R,
  options: RequestOptions & ValuesOf<R>,
): Call<RouteAnswer<R>> => {
  const {
    path = {},
    query,
    json,
    ...rest
  } = options as RequestOptions & RouteValues<Record<string, string>, object, unknown>
  const [method = '', ...template] = route.split(' ')
  const url = template.join(' ').replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(path[name] ?? ''))
  return requestUrl(url + toQuery(query), rest, undefined, { method, json })
}
