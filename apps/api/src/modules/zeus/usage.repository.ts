import { sql } from 'kysely'
import type { Database } from '../../adapters/database/database.port.ts'

export interface Usage {
  runs: number
  inputTokens: number | null
  outputTokens: number | null
  costUsd: number | null
}

/** Daily usage of Zeus by person. */
export function createUsageRepository(kysely: Database['kysely']) {
  return {
    async find(userId: string, day: string): Promise<Usage> {
      const { rows } = await sql<{
        runs: number
        input_tokens: string | null
        output_tokens: string | null
        cost_usd: number | null
      }>`
        select runs, input_tokens, output_tokens, cost_usd from zeus_usage where user_id = ${userId} and day = ${day}::date`.execute(
        kysely,
      )
      const [row] = rows
      const toNumber = (value: string | null | undefined) => (value == null ? null : Number(value))
      return {
        runs: row?.runs ?? 0,
        inputTokens: toNumber(row?.input_tokens),
        outputTokens: toNumber(row?.output_tokens),
        costUsd: row?.cost_usd ?? null,
      }
    },

    /** Adds to the usage; an unknown value adds nothing and does not make the sum unknown. */
    async add(userId: string, day: string, usage: Usage): Promise<void> {
      await sql`
        insert into zeus_usage as u (user_id, day, runs, input_tokens, output_tokens, cost_usd)
        values (${userId}, ${day}::date, ${usage.runs}, ${usage.inputTokens}::bigint, ${usage.outputTokens}::bigint, ${usage.costUsd}::double precision)
        on conflict (user_id, day) do update set runs = u.runs + excluded.runs,
          input_tokens = case when excluded.input_tokens is null then u.input_tokens else coalesce(u.input_tokens, 0) + excluded.input_tokens end,
          output_tokens = case when excluded.output_tokens is null then u.output_tokens else coalesce(u.output_tokens, 0) + excluded.output_tokens end,
          cost_usd = case when excluded.cost_usd is null then u.cost_usd else coalesce(u.cost_usd, 0) + excluded.cost_usd end`.execute(
        kysely,
      )
    },
  }
}
