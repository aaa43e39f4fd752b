import * as z from 'zod/mini'

const WebConfig = z.object({
  issuer: z.string(),
  clientId: z.string(),
  scopes: z.optional(z.array(z.string())),
  apiBaseUrl: z.string(),
  assistantUrl: z.optional(z.nullable(z.string())),
  provenance: z.optional(z.nullable(z.enum(['real', 'demo']))),
})

/** What the server tells the web app at start; nothing of it is secret. */
export type WebConfig = z.infer<typeof WebConfig>

/** Reads `/config.json`. Throws when the server does not answer or answers with something else. */
export const loadConfig = async (fetcher: typeof fetch = fetch): Promise<WebConfig> => {
  const response = await fetcher('/config.json')
  if (!response.ok) throw new Error(`The server answered ${response.status} for its configuration`)
  const result = z.safeParse(WebConfig, await response.json())
  if (!result.success)
    throw new Error(
      `The server's configuration is not valid: ${result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; ')}`,
    )
  return result.data
}
