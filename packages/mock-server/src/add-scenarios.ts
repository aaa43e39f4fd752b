import type { Mock } from './mock.ts'
import { parseScenarios } from './scenarios/parse-scenarios.ts'
import type { ScenarioText } from './scenarios/scenario.ts'
import { createScenarios } from './scenarios/scenarios.ts'

/** Scenarios around a mock without a port. */
export interface MockScenarios {
  /** Puts scenarios around every request in place of those before, written as in the header: `slow=500;path=/portfolio`. Throws a `ScenarioError`. */
  set(text: ScenarioText): void
  clear(): void
}

/** Lets a mock fail as it is asked to: one request by its header `X-Mock-Scenario`, all of them by `set`. It takes the mock's interceptor. */
export function addScenarios(mock: Mock, { seed = 1 }: { seed?: number } = {}): MockScenarios {
  const { active, intercept } = createScenarios({ contract: () => mock.contract, seed })
  mock.intercept(intercept)
  return {
    set(text) {
      const wanted = parseScenarios(text, mock.contract)
      active.clear()
      for (const each of wanted) active.add(each)
    },
    clear: () => active.clear(),
  }
}
