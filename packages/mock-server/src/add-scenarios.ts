import type { Mock } from './mock.ts'
import { parseScenarios } from './scenarios/parse-scenarios.ts'
import type { ScenarioText } from './scenarios/scenario.ts'
import { createScenarios } from './scenarios/scenarios.ts'

/** Scenarios of a mock that has no port. */
export interface MockScenarios {
  /** Replaces the scenarios for every request. The text has the syntax of the header: `slow=500;path=/portfolio`. Throws a `ScenarioError`. */
  set(text: ScenarioText): void
  clear(): void
}

/** Adds scenarios to a mock: for one request by its header `X-Mock-Scenario`, for all requests by `set`. Uses the mock's only interceptor. */
export function addScenarios(mock: Mock, { seed = 1 }: { seed?: number } = {}): MockScenarios {
  const { active, intercept } = createScenarios({ contract: () => mock.contract, seed })
  mock.intercept(intercept)
  return {
    set(text) {
      const requested = parseScenarios(text, mock.contract)
      active.clear()
      for (const each of requested) active.add(each)
    },
    clear: () => active.clear(),
  }
}
