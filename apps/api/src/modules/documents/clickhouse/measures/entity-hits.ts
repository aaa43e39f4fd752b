import type { ClickhouseEngine } from '../../../../adapters/clickhouse/engine.port.ts'
import { ch, type Fragment } from '../../../../adapters/clickhouse/statement.ts'
import { asInt32, selectColumns } from '../select-columns.ts'

/** An entity, and how many documents name it. */
export interface EntityHits {
  entity: number
  n: number
}

/** The entities that most documents of a condition name, equal ones by their numbers; those that fewer than `least` name are absent. */
export async function countEntities(
  engine: Pick<ClickhouseEngine, 'read'>,
  condition: Fragment,
  { least, most }: { least: number; most: number },
): Promise<EntityHits[]> {
  const rows = await selectColumns(
    engine,
    { entity: asInt32(ch`arrayJoin(entities) as named_entity`), n: asInt32(ch`count()`) },
    ch`where ${condition} group by named_entity`,
  )
  const counted = new Map<number, number>()
  for (const [row, entity] of rows.entity.entries())
    counted.set(entity, (counted.get(entity) ?? 0) + (rows.n[row] ?? 0))
  return [...counted]
    .map(([entity, n]) => ({ entity, n }))
    .filter(({ n }) => n >= least)
    .toSorted((a, b) => b.n - a.n || a.entity - b.entity)
    .slice(0, most)
}
