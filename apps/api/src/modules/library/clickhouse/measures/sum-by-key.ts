/** Merges rows with the same key and sums some of their values: each shard counts its own documents. The other values are those of the first. */
export function sumByKey<Name extends string, Row extends Readonly<Record<Name, number>>>(
  rows: readonly Row[],
  keyOf: (row: Row) => string | number,
  summed: readonly Name[],
): Row[] {
  const sums = new Map<string | number, Row>()
  for (const row of rows) {
    const key = keyOf(row)
    const existing = sums.get(key)
    sums.set(
      key,
      existing === undefined
        ? row
        : { ...existing, ...Object.fromEntries(summed.map((name) => [name, existing[name] + row[name]])) },
    )
  }
  return [...sums.values()]
}
