import type { RequestOptions } from '../request-options.ts'
import type { StreamOptions } from '../streaming/stream.ts'

/** The last argument of a facade method, to change how the call is made. */
export interface MethodOptions extends Omit<RequestOptions, 'client'> {}

/** The last argument of a streaming method. `timeout` applies until a connection responds, not until the stream ends. */
export interface StreamMethodOptions extends Omit<StreamOptions, 'client'> {}
