/**
 * A value that is created on first use and cached. `Intl` formatters take about a millisecond each to create, and a dozen of
 * them at startup delayed the first paint.
 */
export const once = <Value>(make: () => Value): (() => Value) => {
  let cached: { readonly value: Value } | undefined
  return () => (cached ??= { value: make() }).value
}
