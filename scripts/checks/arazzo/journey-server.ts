/** A server that journeys are taken on. */
export interface JourneyServer {
  /** Where the operations are, without a slash at the end. */
  apiUrl: string
  /** An access token of somebody who may do all that the journeys do. */
  token: string
  close(): Promise<void>
}
