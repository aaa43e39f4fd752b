import { readData } from './answer.ts'
import { AuspexError } from './errors.ts'
import type { CallOptions, ContractOptions, RequestOptions } from './request-options.ts'
import { type Answer, send } from './send.ts'
import { validateBody } from './validation.ts'

/** A pending call: a promise of its data, which can also return the response that contained the data. */
export interface Call<T> extends Promise<T> {
  withResponse(): Promise<Answer<T>>
  /** The response of a success before its body is read, to stream it or to read it as something else. Call it at once: later the body has been read. */
  asResponse(): Promise<Response>
}

/** Error type of generated hooks. The documented problem body is in `ApiError.problem`. */
export type ErrorType<_Documented> = AuspexError

/** Performs every generated call except streams. */
export const request = <T>(
  url: string,
  requested: RequestOptions | undefined,
  operation: string,
  settings?: ContractOptions,
): Call<T> => {
  const options: CallOptions = { ...requested, operation, ...settings }
  let isBodyWanted = true
  const answer = send(url, options, async (received) => {
    // Nobody reads the data then; a failure is read as always.
    if (!isBodyWanted && received.response.ok) return undefined as T
    const body = await readData(received, options.isDownload)
    validateBody(options.client, received.call, body)
    // The contract's type of this response; `validate` checks it where an app wants that.
    return body as T
  })
  const data = answer.then((arrived) => arrived.data)
  return Object.assign(data, {
    asResponse: async () => {
      isBodyWanted = false
      data.catch(() => undefined)
      const { response } = await answer
      if (response.bodyUsed)
        throw new AuspexError('Call asResponse at once: the body has been read', { operation, productMessage: null })
      return response
    },
    withResponse: () => {
      // A caller that requested the response gets a failure there, and not a second time as an unhandled rejection.
      data.catch(() => undefined)
      return answer
    },
  })
}
