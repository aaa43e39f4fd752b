import type { RequestOptions } from '../request-options.ts'
import type { StreamOptions } from '../streaming/stream.ts'

/** What a method of the facade takes as its last argument, when it is called in another way than the others. */
export interface MethodOptions extends Omit<RequestOptions, 'client'> {}

/** What a method that streams takes as its last argument. `timeout` counts until a connection answers, not until the stream ends. */
export interface StreamMethodOptions extends Omit<StreamOptions, 'client'> {}
