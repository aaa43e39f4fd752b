import { contents } from './contents.ts'
import { damages } from './damages.ts'
import { delays } from './delays.ts'
import { refusals } from './refusals.ts'
import type { Scenario } from './scenario.ts'
import { streams } from './streams.ts'

/** Every scenario that a tester can ask for, in the order in which help lists them. */
export const catalogue: readonly Scenario[] = [...delays, ...refusals, ...damages, ...streams, ...contents]

const byName = new Map<string, Scenario>(catalogue.map((scenario) => [scenario.name, scenario]))

export function findScenario(name: string): Scenario | undefined {
  return byName.get(name)
}
