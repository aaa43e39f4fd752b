import type { Plans } from '../plan.types.ts'
import type { World } from '../world.ts'
import { administrationPlans } from './administration.ts'
import { discoveryPlans } from './discovery.ts'
import { memberPlans } from './members.ts'
import { portfolioPlans } from './portfolios.ts'
import { searchPlans } from './searches.ts'
import { signalPlans } from './signals.ts'
import { storyPlans } from './stories.ts'
import { subjectPlans } from './subjects.ts'
import { zeusPlans } from './zeus.ts'

/** How to change the parameters of each operation in the specification. */
export function createPlans(world: World): Plans {
  return {
    ...searchPlans(world),
    ...signalPlans(world),
    ...discoveryPlans(world),
    ...portfolioPlans(world),
    ...storyPlans(world),
    ...memberPlans(world),
    ...administrationPlans(world),
    ...subjectPlans(),
    ...zeusPlans(world),
  }
}
