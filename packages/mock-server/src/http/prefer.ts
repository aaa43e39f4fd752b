/** The preferences of a caller, from the header `Prefer` (RFC 7240). */
export interface Preference {
  /** The status to return; null for a success. */
  code: number | null
  /** Name of the example to return; null for the default one. */
  example: string | null
  /** Seeded values (true) or the example (false); null for the mock's default. */
  dynamic: boolean | null
}

const none: Preference = { code: null, example: null, dynamic: null }

/** Parses `Prefer: code=404`, `example=name` and `dynamic=true`, separated by commas, semicolons or spaces; other preferences are ignored. */
export function readPrefer(header: string | undefined): Preference {
  if (header === undefined) return none
  const wishes = new Map(
    header
      .split(/[,;\s]+/)
      .map((part) => part.split('=', 2))
      .map(([name = '', value = 'true']) => [name.toLowerCase(), value.replaceAll('"', '')]),
  )
  const dynamic = wishes.get('dynamic')
  const code = Number(wishes.get('code'))
  return {
    code: Number.isInteger(code) ? code : null,
    example: wishes.get('example') ?? null,
    dynamic: dynamic === undefined ? null : dynamic === 'true',
  }
}
