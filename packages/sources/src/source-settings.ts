import { z } from 'zod'

/** How a setting of a source is read from the installation's configuration. */
export interface SettingField {
  schema: z.ZodType<string, string>
  /** An example of a valid value, for messages. */
  example: string
}

/** The settings of an installation for its sources, by name; the value `off` counts as not set. */
export type SourceSettings = Readonly<Record<string, string | undefined>>

/** E-mail address for complaints from sources; some reject requests without one. */
export const contact: SettingField = {
  schema: z
    .string()
    // Sent in headers, where other characters cause a request to be rejected.
    .regex(/^[\x21-\x7e]+@[\x21-\x7e]+\.[a-z]{2,}$/i, 'must be an e-mail address in plain letters'),
  example: 'research@example.org',
}

export const onOrOff: SettingField = { schema: z.enum(['on', 'off'], 'must be on or off'), example: 'on' }

/** A key issued by the source. */
export function secret(example: string): SettingField {
  return { schema: z.string(), example }
}

/** The address of a server, of which only the origin is used. */
export function origin(example: string): SettingField {
  const schema = z.string().transform((text, context) => {
    const url = URL.parse(text)
    if (url !== null && (url.protocol === 'http:' || url.protocol === 'https:')) return url.origin
    context.addIssue({ code: 'custom', message: 'must be an http or https address' })
    return z.NEVER
  })
  return { schema, example }
}
