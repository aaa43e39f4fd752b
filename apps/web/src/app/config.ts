import * as z from 'zod/mini'

const WebConfig = z.object({
  issuer: z.string(),
  clientId: z.string(),
  scopes: z.optional(z.array(z.string())),
  apiBaseUrl: z.string(),
  assistantUrl: z.optional(z.nullable(z.string())),
  provenance: z.optional(z.nullable(z.enum(['real', 'demo']))),
})

/** The configuration that the server gives the web app at startup; none of it is secret. */
export type WebConfig = z.infer<typeof WebConfig>

/** The server did not respond. */
export class UnreachableServerError extends Error {
  constructor(options: ErrorOptions) {
    super('The server does not answer', options)
    this.name = 'UnreachableServerError'
  }
}

/** Reads `/config.json`. Throws `UnreachableServerError`, or another error if the response is invalid. */
export const loadConfig = async (fetcher: typeof fetch = fetch): Promise<WebConfig> => {
  const response = await fetcher('/config.json').catch((error: unknown) => {
    throw new UnreachableServerError({ cause: error })
  })
  if (!response.ok) throw new Error(`The server answered ${response.status} for its configuration`)
  const result = z.safeParse(WebConfig, await response.json())
  if (!result.success)
    throw new Error(
      `The server's configuration is not valid: ${result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; ')}`,
    )
  return result.data
}
