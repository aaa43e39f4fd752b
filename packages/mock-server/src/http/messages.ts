/** A request as any host hands it over, before anything of it is judged. */
export interface MockRequest {
  /** Upper-case. */
  method: string
  /** Path and query as they came, still encoded: `/api/users/me?page=2`. */
  target: string
  /** By lower-case name. */
  headers: Readonly<Record<string, string | undefined>>
  /** Reads the whole body. Called at most once, and not at all when the request is refused before. */
  readBody: () => Promise<Uint8Array>
  /** Aborted when the caller hangs up. */
  signal: AbortSignal
}

/** A reply, ready for any host. */
export interface MockReply {
  status: number
  /** By lower-case name. */
  headers: Record<string, string>
  /** Text of JSON; bytes of a file; server-sent events, one a piece; or null for no body. */
  body: string | Uint8Array<ArrayBuffer> | AsyncIterable<string> | null
  /** `reset`: the connection dies before the first byte. `cut`: it dies after the body's last one. Default: it lives. */
  connection?: 'reset' | 'cut'
}
