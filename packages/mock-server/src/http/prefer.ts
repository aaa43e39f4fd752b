/** What a caller prefers of a reply, by the header `Prefer` (RFC 7240). */
export interface Preference {
  /** The status to answer; null for a success. */
  code: number | null
  /** Name of the example to answer; null for the usual one. */
  example: string | null
  /** Seeded values (true) or the example (false); null for what the mock does. */
  dynamic: boolean | null
}

const none: Preference = { code: null, example: null, dynamic: null }

/** Reads `Prefer: code=404`, `example=name` and `dynamic=true`, parted by commas, semicolons or spaces; other preferences are ignored. */
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
