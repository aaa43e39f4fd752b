/** A server that journeys run against. */
export interface JourneyServer {
  /** Base address of the operations, without a trailing slash. */
  apiUrl: string
  /** An access token of a person with all permissions that the journeys need. */
  token: string
  close(): Promise<void>
}
