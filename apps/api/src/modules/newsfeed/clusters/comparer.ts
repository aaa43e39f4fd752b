import type { StoryChanges } from '@auspex/analytics'
import { createThread, type Thread } from '../../../kernel/thread.ts'
import type { ArticleText } from '../../documents/index.ts'
import type { ClusterFacts } from './cluster-facts.ts'

/** A story to count, with the words that its articles have in common, strongest first. */
export interface ClusterToCount {
  id: string
  articles: readonly ArticleText[]
}

export interface CountedCluster {
  id: string
  facts: ClusterFacts
  outlets: number
}

/** What placing a batch changed, and how many articles are remembered after it. */
export interface Placement extends Omit<StoryChanges, 'storyOf'> {
  remembered: number
}

export interface ComparerTasks {
  /** Forgets everything, and remembers under a number that nobody else gave. */
  begin: (session: number) => void
  /** Takes in articles of which is known where they belong. */
  restore: (input: { world: string; articles: readonly (ArticleText & { clusterId: string })[] }) => void
  /** Places articles; null when the thread is not that of the session and knows no story. */
  place: (input: { session: number; world: string; articles: readonly ArticleText[] }) => Placement | null
  count: (clusters: readonly ClusterToCount[]) => CountedCluster[]
}

/** Compares articles in a thread of its own: five hundred take half a second of pure computing. */
export type Comparer = Thread<ComparerTasks>

export function createComparer(): Comparer {
  return createThread<ComparerTasks>(new URL('./comparer.worker.ts', import.meta.url), {
    name: 'comparer',
    idleMs: 600_000,
    resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 },
  })
}
