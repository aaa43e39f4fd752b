import { modeSettings } from '@auspex/analyst'
import type { ModeLimits, ZeusBudget } from '@auspex/sdk/types'
import { sql } from 'kysely'
import type { Database } from '../../adapters/database/database.port.ts'
import { budgetSpent, tokensSpent } from './zeus.errors.ts'
import type { Person, RunDependencies, ZeusLimits } from './zeus.ports.ts'

const dayMs = 86_400_000

/** The UTC day of a budget. */
export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10)
}

/** When the next budget begins. */
export function nextDay(time: Date): Date {
  return new Date((Math.floor(time.getTime() / dayMs) + 1) * dayMs)
}

/** Throws `zeus.budget_spent` when the day's budget allows no further run. */
export function ensureBudget(usage: Usage, limits: ZeusLimits, now: Date): void {
  if (usage.runs >= limits.runsPerDay) throw budgetSpent(usage.runs, nextDay(now), now)
  const used = tokensOf(usage)
  if (limits.tokensPerDay !== null && used !== null && used >= limits.tokensPerDay) throw tokensSpent(nextDay(now), now)
}

const modes: ModeLimits[] = (['quick', 'research'] as const).map((mode) => ({
  mode,
  maxToolCalls: modeSettings[mode].maxToolCalls,
  maxDurationMs: modeSettings[mode].maxMs,
}))

/** What a person used today, and their limits. */
export async function readBudget(
  { userId }: Person,
  { database, clock, limits, analyst }: RunDependencies,
): Promise<ZeusBudget> {
  const now = clock.now()
  const usage = await createUsageRepository(database.kysely).find(userId, dayOf(now))
  return {
    runsUsed: usage.runs,
    runsLimit: limits.runsPerDay,
    tokensUsed: tokensOf(usage),
    tokensLimit: limits.tokensPerDay,
    costUsd: usage.costUsd,
    resetsAt: nextDay(now).toISOString(),
    model: analyst.model,
    modes: analyst.model === null ? [] : modes,
  }
}

/** Unknown if no model reported its usage. */
function tokensOf({ inputTokens, outputTokens }: Usage): number | null {
  return inputTokens === null && outputTokens === null ? null : (inputTokens ?? 0) + (outputTokens ?? 0)
}

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
