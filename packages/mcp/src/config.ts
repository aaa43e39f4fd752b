/** A setting that must be provided before the server can start. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

export interface McpConfig {
  /** Address of the API, for example `http://localhost:4000/api` */
  readonly baseUrl: string
  readonly token: string | undefined
  readonly allowWrites: boolean
  /** The port to listen on, on this machine; null for stdio. */
  readonly port: number | null
}

export const usage = `auspex-mcp: Auspex as tools for assistants, over stdio or HTTP

  AUSPEX_URL      where Auspex runs, for example http://localhost:4000 (default)
  AUSPEX_TOKEN    access token of the person the assistant acts for
  --allow-writes  also offer the tools that change something
  --http=PORT     listen at http://127.0.0.1:PORT/mcp, for this machine alone, instead of stdio
`

/** Reads the settings; `--allow-writes` is an argument rather than a variable, so that it cannot be inherited. */
export const readConfig = (env: Readonly<Record<string, string | undefined>>, args: readonly string[]): McpConfig => {
  const unknown = args.find((arg) => arg !== '--allow-writes' && !arg.startsWith('--http='))
  if (unknown !== undefined) throw new ConfigError(`There is no option ${unknown}.\n\n${usage}`)
  const address = env.AUSPEX_URL ?? 'http://localhost:4000'
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
    throw new ConfigError(`AUSPEX_URL must be an http address, not ${address}`)
  const http = args.find((arg) => arg.startsWith('--http='))?.slice('--http='.length) ?? null
  if (http !== null && (!/^\d{1,5}$/.test(http) || Number(http) > 65_535))
    throw new ConfigError(`--http needs a port from 0 to 65535, not ${http}`)
  const origin = address.replace(/\/+$/, '')
  return {
    baseUrl: origin.endsWith('/api') ? origin : `${origin}/api`,
    token: env.AUSPEX_TOKEN || undefined,
    allowWrites: args.includes('--allow-writes'),
    port: http === null ? null : Number(http),
  }
}
