/** What a mock can be asked to do wrong. `npx auspex-mock --help` tells what each does. */
export type ScenarioName =
  | 'slow'
  | 'jitter'
  | 'hang'
  | 'flaky'
  | 'expired-token'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'rate-limited'
  | 'server-error'
  | 'maintenance'
  | 'reset'
  | 'truncated'
  | 'cut-off'
  | 'wrong-content-type'
  | 'sse-drop'
  | 'sse-slow'
  | 'sse-garbage'
  | 'data-too-sparse'
  | 'product-error'
  | 'empty'
  | 'huge-page'

/** A scenario as the header `X-Mock-Scenario` writes it: its name, its number where it takes one, and for which requests; several with commas between them. */
export type ScenarioText = `${ScenarioName}${'' | `${'=' | ';' | ','}${string}`}`
