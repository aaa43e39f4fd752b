import { z } from 'zod'
import { parseProxyTrust } from '../network/caller-address.ts'

const origin = z
  .url({ protocol: /^https?$/ })
  .refine(
    (value) => new URL(value).origin === value.replace(/\/$/, ''),
    'must be an origin such as https://auspex.example.com',
  )
  .transform((value) => new URL(value).origin)

const schema = z.object({
  AUSPEX_PORT: z.coerce.number().int().min(0).max(65_535).default(4180),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  OIDC_ISSUER: z
    .url({ protocol: /^https?$/ })
    .refine((value) => !/[?#]/.test(value), 'must not have a query or fragment'),
  WEB_ORIGIN: origin,
  API_AUDIENCE: z.url().default('api://default'),
  AUSPEX_SESSION_DAYS: z.coerce.number().int().min(1).max(400).default(90),
  AUSPEX_ENCRYPTION_KEY: z
    .string()
    .regex(/^[\w+/-]{43}=?$/, 'must be 32 bytes in base64')
    .transform((text) => Buffer.from(text, 'base64'))
    .optional(),
  AUSPEX_TRUST_PROXY: z
    .string()
    .default('0')
    .transform((text, context) => {
      const trust = parseProxyTrust(text)
      if (trust !== null) return trust
      context.addIssue({
        code: 'custom',
        message: 'must be a number of hops, or addresses such as loopback,10.0.0.0/8',
      })
      return z.NEVER
    }),
})

/** The settings of the standalone provider. */
export type Environment = z.output<typeof schema>

/** Names every missing or invalid variable, one per line. */
export class EnvironmentError extends Error {
  override name = 'EnvironmentError'
}

/**
 * Reads the settings from variables such as `process.env`.
 *
 * @throws EnvironmentError
 */
export function readEnvironment(variables: Record<string, string | undefined>): Environment {
  const result = schema.safeParse(variables)
  if (result.success) return result.data
  const problems = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new EnvironmentError(`The identity provider cannot start:\n${problems.join('\n')}`)
}
