import type { GuardedExchange, PostOutcome } from '@auspex/sources'

/** Posts to URLs that people typed, without letting them reach the server's network. */
export interface WebhookSender {
  /** Why a URL cannot be posted to, in one sentence; null when it can. */
  check(url: string): Promise<string | null>
  /** Posts JSON once, within a short deadline and without following redirects. Null when it was accepted, otherwise the reason. */
  post(
    url: string,
    body: string,
    signal: AbortSignal,
    headers: Readonly<Record<string, string>>,
  ): Promise<string | null>
  /** Sends JSON once, with the same limits, and returns what is needed to decide whether to repeat it. */
  exchange(request: GuardedExchange, signal: AbortSignal): Promise<PostOutcome>
}
