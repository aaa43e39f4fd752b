import type { ReadyWorkflow } from '../workflows.types.ts'
import { portfolioWorkflows } from './portfolio-workflows.ts'
import { topicWorkflows } from './topic-workflows.ts'

/** The workflows that come with the server. They need no key: no model words what they write. */
export const readyWorkflows: readonly ReadyWorkflow[] = [...portfolioWorkflows, ...topicWorkflows]
