/** Where a language model is reached. */
export interface RephraserConfig {
  /** Base address of an endpoint that speaks the OpenAI format, for example `http://localhost:11434/v1`. */
  url: URL
  model: string
  /** Bearer token; null where the endpoint needs none. */
  key: string | null
}

/** Rewords sentences. It is never trusted: whatever it answers is checked. */
export interface Rephraser {
  /**
   * Answers one text for each sentence, in their order, or null for one that it leaves as it is. Throws `RephraserError`
   * when no answer can be had.
   */
  rephrase(sentences: readonly string[], signal: AbortSignal): Promise<(string | null)[]>
}

/** Why a model gave no answer. Its message never holds the address, the key or what the model said. */
export class RephraserError extends Error {
  override readonly name = 'RephraserError'
  readonly reason: 'unreachable' | 'timeout' | 'refused' | 'unreadable' | 'too-large'

  constructor(reason: RephraserError['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}
