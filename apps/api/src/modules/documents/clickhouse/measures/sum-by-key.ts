/** One row of all with the same key, with the sums of some values: each shard counts what it holds. Pure. */
export function sumByKey<Name extends string, Row extends Readonly<Record<Name, number>>>(
  rows: readonly Row[],
  keyOf: (row: Row) => string | number,
  summed: readonly Name[],
): Row[] {
  const sums = new Map<string | number, Row>()
  for (const row of rows) {
    const key = keyOf(row)
    const known = sums.get(key)
    sums.set(
      key,
      known === undefined
        ? row
        : { ...known, ...Object.fromEntries(summed.map((name) => [name, known[name] + row[name]])) },
    )
  }
  return [...sums.values()]
}
