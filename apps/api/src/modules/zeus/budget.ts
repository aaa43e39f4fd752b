import { modeSettings } from '@auspex/analyst'
import type { ModeLimits, ZeusBudget } from '@auspex/sdk/types'
import type { RunDependencies } from './run-dependencies.ts'
import { createUsageRepository, type Usage } from './usage.repository.ts'
import { budgetSpent, tokensSpent } from './zeus.errors.ts'
import type { Person, ZeusLimits } from './zeus.ports.ts'

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
