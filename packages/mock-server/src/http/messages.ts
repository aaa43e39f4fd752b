/** A request from any host, before any checks. */
export interface MockRequest {
  /** Upper-case. */
  method: string
  /** Path and query as received, still encoded: `/api/users/me?page=2`. */
  target: string
  /** By lower-case name. */
  headers: Readonly<Record<string, string | undefined>>
  /** Reads the whole body. Called at most once, and never for a request that is refused earlier. */
  readBody: () => Promise<Uint8Array>
  /** Aborted when the caller disconnects. */
  signal: AbortSignal
}

/** A reply, ready for any host. */
export interface MockReply {
  status: number
  /** By lower-case name. */
  headers: Record<string, string>
  /** JSON text; bytes of a file; server-sent events, one per chunk; or null for no body. */
  body: string | Uint8Array<ArrayBuffer> | AsyncIterable<string> | null
  /** `reset`: the connection is reset before the first byte. `cut`: it is reset after the last byte of the body. Default: it stays open. */
  connection?: 'reset' | 'cut'
}
