/** Any handler with the signature of `fetch`: a mock, msw or a real server. */
export type Fetch = (request: Request) => Promise<Response>

export interface Call {
  method?: string
  /** Without the mock's prefix, for example `/users/me`. */
  path: string
  /** Bearer token; null for none. Default: the person of the contract's examples. */
  token?: string | null
  /** Sent as JSON. */
  json?: unknown
  body?: BodyInit
  headers?: Record<string, string>
  /** Default: `/api`. */
  prefix?: string
}

/** The response body as tests see it; an access to a missing field fails the test. */
// oxlint-disable-next-line typescript/no-explicit-any -- replies of all operations, each test knows its own
type Body = any

export interface Answer {
  status: number
  headers: Headers
  text: string
  /** The JSON body; undefined for any other. */
  body: Body
}

/** Calls one operation and reads the whole reply. */
export async function call(
  fetch: Fetch,
  baseUrl: string,
  { method = 'GET', path, token = 'mira', json, body, headers, prefix = '/api' }: Call,
): Promise<Answer> {
  const request = new Request(`${baseUrl}${prefix}${path}`, {
    method,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body }),
    ...(json !== undefined && { body: JSON.stringify(json) }),
  })
  const response = await fetch(request)
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: parse(text) }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
