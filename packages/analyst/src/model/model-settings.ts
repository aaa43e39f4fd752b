/** The language model that words the answers, and its limits. */
export interface ModelSettings {
  /** Base of an OpenAI-compatible API, for example `http://localhost:11434/v1`. */
  readonly url: string
  readonly key: string | null
  readonly name: string
  /** Maximum rounds of tool calls per answer. */
  readonly mostSteps: number
  readonly mostToolCalls: number
  readonly mostOutputTokens: number
  /** Silence after which the model counts as unavailable. */
  readonly silenceMs: number
}

/** Reads `AUSPEX_MODEL_URL`, `_KEY` and `_NAME`; null where no model is configured. Throws a `RangeError` for an incomplete configuration. */
export function readModelSettings(env: Readonly<Record<string, string | undefined>>): ModelSettings | null {
  const { AUSPEX_MODEL_URL: url, AUSPEX_MODEL_KEY: key, AUSPEX_MODEL_NAME: name } = env
  if (!url && !name && !key) return null
  if (!url || !name) throw new RangeError('A language model needs AUSPEX_MODEL_URL and AUSPEX_MODEL_NAME.')
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new RangeError('AUSPEX_MODEL_URL must be an http address.')
  return {
    url: url.replace(/\/+$/, ''),
    key: key || null,
    name,
    mostSteps: 6,
    mostToolCalls: 12,
    mostOutputTokens: 1_500,
    silenceMs: 60_000,
  }
}
