/** What a person must set so that the server can start. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

export interface McpConfig {
  /** Where the API lives, for example `http://localhost:4000/api` */
  readonly baseUrl: string
  readonly token: string | undefined
  readonly allowWrites: boolean
}

export const usage = `auspex-mcp: Auspex as tools for assistants, over stdio

  AUSPEX_URL      where Auspex runs, for example http://localhost:4000 (default)
  AUSPEX_TOKEN    access token of the person the assistant acts for
  --allow-writes  also offer the tools that change something
`

/** Reads the settings; `--allow-writes` is an argument and not a variable, so that nobody inherits it. */
export const readConfig = (env: Readonly<Record<string, string | undefined>>, args: readonly string[]): McpConfig => {
  const unknown = args.find((arg) => arg !== '--allow-writes')
  if (unknown !== undefined) throw new ConfigError(`There is no option ${unknown}.\n\n${usage}`)
  const address = env.AUSPEX_URL ?? 'http://localhost:4000'
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
    throw new ConfigError(`AUSPEX_URL must be an http address, not ${address}`)
  const origin = address.replace(/\/+$/, '')
  return {
    baseUrl: origin.endsWith('/api') ? origin : `${origin}/api`,
    token: env.AUSPEX_TOKEN || undefined,
    allowWrites: args.includes('--allow-writes'),
  }
}
