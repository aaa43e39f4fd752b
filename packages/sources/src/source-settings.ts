import { z } from 'zod'

/** How a setting of a source is read from the installation's configuration. */
export interface SettingField {
  schema: z.ZodType<string, string>
  /** What a good value looks like, for messages. */
  example: string
}

/** What an installation set for its sources, by the names of the settings; what says `off` counts as not set. */
export type SourceSettings = Readonly<Record<string, string | undefined>>

/** E-mail address at which a source may complain; some refuse requests without one. */
export const contact: SettingField = {
  schema: z
    .string()
    // Sent in headers, where other letters get a request refused.
    .regex(/^[\x21-\x7e]+@[\x21-\x7e]+\.[a-z]{2,}$/i, 'must be an e-mail address in plain letters'),
  example: 'research@example.org',
}

export const onOrOff: SettingField = { schema: z.enum(['on', 'off'], 'must be on or off'), example: 'on' }

/** A key that the source gave. */
export function secret(example: string): SettingField {
  return { schema: z.string(), example }
}

/** The address of a server, of which the origin alone counts. */
export function origin(example: string): SettingField {
  const schema = z.string().transform((text, context) => {
    const url = URL.parse(text)
    if (url !== null && (url.protocol === 'http:' || url.protocol === 'https:')) return url.origin
    context.addIssue({ code: 'custom', message: 'must be an http or https address' })
    return z.NEVER
  })
  return { schema, example }
}
