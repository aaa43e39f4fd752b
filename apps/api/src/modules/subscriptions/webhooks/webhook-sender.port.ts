/** Posts to addresses that people typed, without letting them reach the network of the server. */
export interface WebhookSender {
  /** Why an address cannot be posted to, in one sentence; null when it can. */
  check(url: string): Promise<string | null>
  /** Posts JSON once, within a short deadline and without following redirects. Null when it was taken, otherwise why not. */
  post(
    url: string,
    body: string,
    signal: AbortSignal,
    headers: Readonly<Record<string, string>>,
  ): Promise<string | null>
}
