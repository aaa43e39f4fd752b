/**
 * What is made when it is first asked for, and kept. Formatters of `Intl` take about a millisecond each to make, and
 * a dozen of them at the start of the app held its first paint.
 */
export const once = <Value>(make: () => Value): (() => Value) => {
  let made: { readonly value: Value } | undefined
  return () => (made ??= { value: make() }).value
}
