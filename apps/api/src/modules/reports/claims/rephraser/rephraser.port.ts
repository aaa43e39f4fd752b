/** Connection settings of a language model. */
export interface RephraserConfig {
  /** Base URL of an endpoint that uses the OpenAI format, for example `http://localhost:11434/v1`. */
  url: URL
  model: string
  /** Bearer token; null when the endpoint needs none. */
  key: string | null
}

/** Rewords sentences. Its output is never trusted: all of it is checked. */
export interface Rephraser {
  /** Returns one text for each sentence, in order, or null for an unchanged one. Throws `RephraserError` when there is no response. */
  rephrase(sentences: readonly string[], signal: AbortSignal): Promise<(string | null)[]>
}

/** Why a model gave no response. Its message never contains the URL, the key or the model's output. */
export class RephraserError extends Error {
  override readonly name = 'RephraserError'
  readonly reason: 'unreachable' | 'timeout' | 'refused' | 'unreadable' | 'too-large'

  constructor(reason: RephraserError['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}
