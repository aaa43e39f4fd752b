import type { Tool } from '../tool.ts'
import { discoveryTools } from './discovery.tools.ts'
import { documentTools } from './document.tools.ts'
import { measureTools } from './measure.tools.ts'
import { portfolioTools } from './portfolio.tools.ts'
import { reportTools } from './report.tools.ts'
import { searchTools } from './search.tools.ts'
import { sharingTools } from './sharing.tools.ts'
import { worldTools } from './world.tools.ts'

/** All tools, in the order in which an assistant usually needs them. */
export const tools: readonly Tool[] = [
  ...searchTools,
  ...reportTools,
  ...documentTools,
  ...measureTools,
  ...discoveryTools,
  ...worldTools,
  ...portfolioTools,
  ...sharingTools,
]
