/**
 * Usage: npm run check checks/clickhouse.ts [-- chdb|two-shards [PART_OF_A_PATH …] | contract]. Documents in ClickHouse (npm `chdb`, installed into
 * node_modules/.cache unless AUSPEX_CHDB names its folder): the document store's contract, then the whole API suite in one folder and on two
 * shards. An argument selects one of these.
 */
import { close, type Outcome } from '../test/outcome.ts'
import { type DocumentPlaces, runClickhouseContract, runOnClickhouse } from '../test/run-vitest.ts'

const [name, ...filters] = process.argv.slice(2)
const places: readonly DocumentPlaces[] = ['chdb', 'two-shards']
const outcomes: Outcome[] = []
if (name === undefined || name === 'contract') outcomes.push(await runClickhouseContract())
for (const place of places)
  if (name === undefined || name === place)
    outcomes.push(await runOnClickhouse(place, filters.length > 0 ? filters : undefined))
if (outcomes.length === 0) throw new TypeError('Say chdb, two-shards or contract, or nothing for all of them')
process.exit(close(outcomes))
